internal import CVector

/// Finds the starts and ends of the runs of ones in a row of bits.
///
/// - Parameters:
///   - words: `count` words of 64 bits, the first bit in the lowest of the first; the very last bit is 0.
///   - starts: Receives the first bit of each run; it and `ends` have room for one number for every second bit, and 8
///     more.
///   - ends: Receives the first bit after each run.
/// - Returns: The number of runs.
public func bitRuns(
    _ words: UnsafePointer<UInt64>, count: Int, starts: UnsafeMutablePointer<Int32>, ends: UnsafeMutablePointer<Int32>
) -> Int {
    precondition(0..<1 << 24 ~= count, "count out of range")
    var runs = 0
    recto_bit_runs(words, count, starts, ends, &runs)
    return runs
}

extension Reference {
    /// The plain reference of the kernel `bitRuns`.
    public static func bitRuns(_ words: UnsafePointer<UInt64>, count: Int) -> (starts: [Int32], ends: [Int32]) {
        func isSet(_ i: Int) -> Bool { 0..<64 * count ~= i && words[i / 64] >> UInt64(i % 64) & 1 == 1 }
        let changes = (0..<64 * count).filter { isSet($0) != isSet($0 - 1) }.map { Int32($0) }
        return (changes.filter { isSet(Int($0)) }, changes.filter { !isSet(Int($0)) })
    }
}

// MARK: - Bodies

@c @implementation
func recto_bit_runs_body(
    _ words: UnsafePointer<UInt64>!, _ n: Int, _ starts: UnsafeMutablePointer<Int32>!,
    _ ends: UnsafeMutablePointer<Int32>!, _ count: UnsafeMutablePointer<Int>!
) {
    var (start, end): (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) = (starts, ends)
    var last: UInt64 = 0
    var i = 0
    while i < n {
        let word = words[i]
        let before = (word &<< 1) | last
        last = word &>> 63
        if word != before {
            let first = Int32(truncatingIfNeeded: 64 &* i)
            // SAFETY: at most 3 more numbers than there are bits.
            putPlaces(word & ~before, first, &start)
            putPlaces(before & ~word, first, &end)
        }
        i &+= 1
    }
    count.pointee = end - ends
}

/// Lists the set bits, in groups of four: fewer unpredictable branches.
@inline(__always)
private func putPlaces(_ bits: UInt64, _ first: Int32, _ list: inout UnsafeMutablePointer<Int32>) {
    var rest = bits
    var next = list
    while rest != 0 {
        for k in 0..<4 {
            next[k] = first &+ Int32(truncatingIfNeeded: rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
        next += 4
    }
    list += bits.nonzeroBitCount
}
