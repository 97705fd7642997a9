internal import CVector

/// Five runs (dark, light, dark, light, dark) that may cross a finder pattern of a QR code: 1 : 1 : 3 : 1 : 1.
public struct FinderRuns: BitwiseCopyable, Hashable, Sendable {
    public var a, b, c, d, e: Int

    public init(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) {
        (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    }

    /// Twelve times the module size: the distances between successive edges of the same kind, plus the total width, are
    /// twelve modules regardless of ink spread.
    public var twelveModules: Int { a + 2 * b + 2 * c + 2 * d + e }

    /// Whether the distances between edges of the same kind are 2, 4, 4 and 2 modules, within a module or two pixels,
    /// and no run is far from its expected length.
    public var isFinder: Bool {
        let m = twelveModules
        let slack = max(m, 24)
        return abs(120 * (a + b) - 20 * m) < 9 * slack && abs(120 * (d + e) - 20 * m) < 9 * slack
            && abs(12 * (b + c) - 4 * m) < slack && abs(12 * (c + d) - 4 * m) < slack
            && 60 * c > 7 * m && 12 * c < 5 * m
            && 24 * max(a, e) < 5 * m && 60 * max(b, d) < 11 * m
            && 5 * m > 42
    }
}

/// Finds the places in a row where five runs resemble a finder pattern, by ``FinderRuns/isFinder``.
///
/// - Parameters:
///   - starts: Starts of the runs of ink, in order, each at least 0 and less than 2¹⁷; 10 more are readable.
///   - ends: Their ends, in the same range.
///   - list: Receives the number of the first of five runs, counted among the runs of ink; room for `count` and one
///     more.
/// - Returns: The number of places.
public func finderRuns(
    starts: UnsafePointer<Int32>, ends: UnsafePointer<Int32>, count: Int, into list: UnsafeMutablePointer<Int32>
) -> Int {
    recto_finder_runs(starts, ends, count, list)
    return Int(list[0])
}

extension Reference {
    /// The plain reference of the kernel `finderRuns`.
    public static func finderRuns(
        starts: UnsafePointer<Int32>, ends: UnsafePointer<Int32>, count: Int
    ) -> [Int] {
        (0..<max(0, count - 2)).filter { i in
            FinderRuns(
                Int(ends[i] - starts[i]), Int(starts[i + 1] - ends[i]), Int(ends[i + 1] - starts[i + 1]),
                Int(starts[i + 2] - ends[i + 1]), Int(ends[i + 2] - starts[i + 2])
            ).isFinder
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_finder_runs_body(
    _ starts: UnsafePointer<Int32>!, _ ends: UnsafePointer<Int32>!, _ n: Int, _ list: UnsafeMutablePointer<Int32>!
) {
    let windows = n &- 2
    var found = 0
    var i = 0
    while i < windows {
        // SAFETY: 10 runs from i on, some of which may be after the last.
        var bits = vec_finder_runs(starts + i, ends + i)
        if windows &- i < 8 { bits &= (1 &<< UInt32(truncatingIfNeeded: windows &- i)) &- 1 }
        while bits != 0 {
            found &+= 1
            list[found] = Int32(truncatingIfNeeded: i &+ bits.trailingZeroBitCount)
            bits &= bits &- 1
        }
        i &+= 8
    }
    list[0] = Int32(truncatingIfNeeded: found)
}
