internal import CVector

/// An edge pixel that votes for lines, in one word so that sorting moves little memory: strength in 12 bits, row and
/// column in 10 each.
public struct EdgeVoter: BitwiseCopyable, Equatable, Sendable {
    static let coordinateBits: UInt32 = 10
    static let mask: UInt32 = 1 << coordinateBits - 1
    static let fullStrength: Float = 4095

    /// Largest side of a frame, in pixels.
    public static let largestSide = 1 << Int(coordinateBits)

    let word: UInt32

    /// A voter without a vote, for padding.
    public static let none = EdgeVoter(word: 0)

    init(word: UInt32) { self.word = word }

    init(strength: Float, x: Int, y: Int) {
        let quantised = UInt32((strength * Self.fullStrength).rounded(.toNearestOrEven))
        word = quantised << (2 * Self.coordinateBits) | UInt32(y) << Self.coordinateBits | UInt32(x)
    }

    var x: Float { Float(word & Self.mask) }
    var y: Float { Float(word >> Self.coordinateBits & Self.mask) }
    var strength: Float { Float(word >> (2 * Self.coordinateBits)) * (1 / Self.fullStrength) }
}

/// Collects the edges stronger than `minimum`, in reading order, and their directions.
/// - Parameters:
///   - edges: Without padding, each side at most ``EdgeVoter/largestSide``.
///   - voters, directions: Room for as many as there are pixels, and 8 more.
/// - Returns: The number of voters.
public func collectVoters(
    _ edges: PlaneView<EdgePixel>, minimum: Float, into voters: UnsafeMutablePointer<EdgeVoter>,
    directions: UnsafeMutablePointer<UInt8>
) -> Int {
    let (width, height) = (edges.width, edges.height)
    precondition(max(width, height) <= EdgeVoter.largestSide, "frame too large for packed voters")
    precondition(edges.stride == width, "rows with padding")
    var count = 0
    // SAFETY: edge pixels and voters are one word each.
    edges.base.withMemoryRebound(to: UInt32.self, capacity: width * height) { words in
        voters.withMemoryRebound(to: UInt32.self, capacity: width * height + 8) { voters in
            recto_collect_voters(words, width, height, minimum, voters, directions, &count)
        }
    }
    return count
}

/// The parameters of a row of votes, which counts the lines of one direction by their offsets.
public struct VoteRow: BitwiseCopyable, Sendable {
    /// The normal of the lines.
    var cosine: Float
    var sine: Float
    /// Offset of a line through the frame's corner, measured from the row's first element.
    var center: Float
    /// Weight of a vote.
    var weight: Float

    public init(cosine: Float, sine: Float, center: Float, weight: Float) {
        (self.cosine, self.sine, self.center, self.weight) = (cosine, sine, center, weight)
    }
}

/// Adds the voters' strengths to the rows' votes, each at the offset of the line through the voter.
/// - Parameters:
///   - voters: `count` voters, and 8 more words that hold voters.
///   - votes: Rows `stride` apart, long enough for the offsets of all voters.
public func castVotes(
    _ voters: UnsafePointer<EdgeVoter>, count: Int, rows: UnsafePointer<VoteRow>, rowCount: Int,
    votes: UnsafeMutablePointer<Float>, stride: Int
) {
    // SAFETY: a voter is one word, a row four floats.
    voters.withMemoryRebound(to: UInt32.self, capacity: count + 8) { words in
        rows.withMemoryRebound(to: Float.self, capacity: 4 * rowCount) { rows in
            recto_cast_votes(words, count, rows, rowCount, votes, stride)
        }
    }
}

/// Number and weighted moments of the voters near a line.
public struct VoterSums: BitwiseCopyable, Equatable, Sendable {
    public var count: Float = 0
    /// Sums of strength, and of strength times x, y, x², x y and y², relative to a center.
    public var (weight, x, y): (Float, Float, Float) = (0, 0, 0)
    public var (xx, xy, yy): (Float, Float, Float) = (0, 0, 0)

    public init() {}

    /// Adds the voters closer to a line than `distance`.
    /// - Parameters:
    ///   - voters: `count` voters, and 8 more readable words.
    ///   - cosine, sine, offset: The line's normal, and its offset from the frame's corner.
    ///   - centerX, centerY: The origin for x and y.
    public mutating func add(
        _ voters: UnsafePointer<EdgeVoter>, count: Int, cosine: Float, sine: Float, offset: Float, distance: Float,
        centerX: Float, centerY: Float
    ) {
        let line = SIMD4<Float>(cosine, sine, offset, distance * distance)
        // SAFETY: a voter is one word, a vector of four floats four floats, and the sums seven.
        voters.withMemoryRebound(to: UInt32.self, capacity: count + 8) { words in
            withUnsafePointer(to: line) { line in
                line.withMemoryRebound(to: Float.self, capacity: 4) { line in
                    withUnsafeMutablePointer(to: &self) { sums in
                        sums.withMemoryRebound(to: Float.self, capacity: 7) { sums in
                            recto_sum_voters(words, count, line, centerX, centerY, sums)
                        }
                    }
                }
            }
        }
    }
}

/// Indices in a row of values above `minimum` that are not below their neighbors, from left to right.
/// - Parameters:
///   - row: `count` values, with one more readable at each end.
///   - found: Room for `count`.
/// - Returns: The number of peaks.
public func rowPeaks(
    _ row: UnsafePointer<Float>, count: Int, minimum: Float, into found: UnsafeMutablePointer<Int32>
) -> Int {
    var peaks = 0
    recto_row_peaks(row, count, minimum, found, &peaks)
    return peaks
}

// MARK: - Bodies

@c @implementation
func recto_collect_voters_body(
    _ edges: UnsafePointer<UInt32>!, _ width: Int, _ height: Int, _ minimum: Float,
    _ voters: UnsafeMutablePointer<UInt32>!, _ bins: UnsafeMutablePointer<UInt8>!, _ count: UnsafeMutablePointer<Int>!
) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 8) { lanes in
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        let lanes = lanes.baseAddress.unsafelyUnwrapped
        let (edges, voters, bins) = (edges.unsafelyUnwrapped, voters.unsafelyUnwrapped, bins.unsafelyUnwrapped)
        let places = SIMD8<UInt32>(0, 1, 2, 3, 4, 5, 6, 7)
        var found = 0
        for y in 0..<height {
            let row = edges + y &* width
            let place = UInt32(truncatingIfNeeded: y) &<< EdgeVoter.coordinateBits
            var x = 0
            while x &+ 8 <= width {
                let words: SIMD8<UInt32> = vec_load_u32x8(row + x)
                let strengths: SIMD8<Float> = unsafeBitCast(words & SIMD8(repeating: ~0xFF), to: SIMD8<Float>.self)
                var strong = vec_sign_bits(vec_is_greater(strengths, SIMD8(repeating: minimum)))
                if strong != 0 {
                    let quantised = unsafeBitCast(
                        vec_nearest(strengths, EdgeVoter.fullStrength), to: SIMD8<UInt32>.self)
                    let here = SIMD8<UInt32>(repeating: place | UInt32(truncatingIfNeeded: x)) &+ places
                    vec_store_u32x8(lanes, quantised &<< (2 &* EdgeVoter.coordinateBits) | here)
                    // In busy frames about every other pixel votes: an entry without a vote is overwritten by the next.
                    var lane = 0
                    while lane < 8 {
                        voters[found] = lanes[lane]
                        bins[found] = UInt8(truncatingIfNeeded: row[x &+ lane])
                        found &+= Int(strong & 1)
                        strong &>>= 1
                        lane &+= 1
                    }
                }
                x &+= 8
            }
            while x < width {
                let strength = Float(bitPattern: row[x] & ~0xFF)
                if strength > minimum {
                    // Adding 1.5 · 2²³ leaves the nearest integer in the low bits of the mantissa.
                    let quantised = (strength * EdgeVoter.fullStrength + 12_582_912).bitPattern &- 0x4B40_0000
                    voters[found] =
                        quantised &<< (2 &* EdgeVoter.coordinateBits) | place | UInt32(truncatingIfNeeded: x)
                    bins[found] = UInt8(truncatingIfNeeded: row[x])
                    found &+= 1
                }
                x &+= 1
            }
        }
        count.pointee = found
    }
}

/// Eight voters: positions from the frame's corner, and strengths, which are 0 from lane `left` on.
@inline(__always)
private func eight(
    _ voters: UnsafePointer<UInt32>, _ left: Int
) -> (x: SIMD8<Float>, y: SIMD8<Float>, strength: SIMD8<Float>) {
    let packed: SIMD8<UInt32> = vec_load_u32x8(voters)
    let mask = SIMD8<UInt32>(repeating: EdgeVoter.mask)
    let column: SIMD8<UInt32> = packed & mask
    let row: SIMD8<UInt32> = (packed &>> EdgeVoter.coordinateBits) & mask
    let strength: SIMD8<UInt32> = packed &>> (2 &* EdgeVoter.coordinateBits)
    let all: SIMD8<Float> = smallFloats(strength) * (1 / EdgeVoter.fullStrength)
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let valid: SIMD8<Float> = vec_where_less(lanes, SIMD8(repeating: Float(min(left, 8))), all)
    return (smallFloats(column), smallFloats(row), valid)
}

/// Integers below 2²³ as floats: they are inserted into the mantissa of 2²³, which is then subtracted.
@inline(__always)
private func smallFloats(_ v: SIMD8<UInt32>) -> SIMD8<Float> {
    unsafeBitCast(v | SIMD8(repeating: 0x4B00_0000), to: SIMD8<Float>.self) - SIMD8(repeating: 8_388_608)
}

@c @implementation
func recto_cast_votes_body(
    _ voters: UnsafePointer<UInt32>!, _ count: Int, _ rows: UnsafePointer<Float>!, _ n: Int,
    _ votes: UnsafeMutablePointer<Float>!, _ stride: Int
) {
    typealias V = SIMD8<Float>
    var first = 0
    // SAFETY: eight words after the last voter are readable and hold voters, so their offsets lie in the rows.
    while first < count {
        let (x, y, strength) = eight(voters + first, count &- first)
        var r = 0
        while r < n {
            let row = rows + 4 &* r
            let along: V = x * V(repeating: row[0]) + y * V(repeating: row[1])
            let offset: V = (along + V(repeating: row[2])) + V(repeating: 12_582_912)
            let index: SIMD8<Int32> = unsafeBitCast(offset, to: SIMD8<Int32>.self) &- SIMD8(repeating: 0x4B40_0000)
            let share: V = strength * V(repeating: row[3])
            let target = votes + r &* stride
            target[Int(index[0])] += share[0]
            target[Int(index[1])] += share[1]
            target[Int(index[2])] += share[2]
            target[Int(index[3])] += share[3]
            target[Int(index[4])] += share[4]
            target[Int(index[5])] += share[5]
            target[Int(index[6])] += share[6]
            target[Int(index[7])] += share[7]
            r &+= 1
        }
        first &+= 8
    }
}

@c @implementation
func recto_sum_voters_body(
    _ voters: UnsafePointer<UInt32>!, _ count: Int, _ line: UnsafePointer<Float>!, _ centerX: Float, _ centerY: Float,
    _ sums: UnsafeMutablePointer<Float>!
) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 56) { lanes in
        // SAFETY: a buffer of a fixed size above 0 has a base address; eight words after the last voter are readable.
        let lanes = lanes.baseAddress.unsafelyUnwrapped
        lanes.initialize(repeating: 0, count: 56)
        var first = 0
        while first < count {
            vec_sum_voters(voters + first, count &- first, line, centerX, centerY, lanes)
            first &+= 8
        }
        for sum in 0..<7 {
            let v: UnsafeMutablePointer<Float> = lanes + 8 &* sum
            let even: Float = (v[0] + v[4]) + (v[2] + v[6])
            let odd: Float = (v[1] + v[5]) + (v[3] + v[7])
            sums[sum] += even + odd
        }
    }
}

@c @implementation
func recto_row_peaks_body(
    _ row: UnsafePointer<Float>!, _ n: Int, _ minimum: Float, _ found: UnsafeMutablePointer<Int32>!,
    _ count: UnsafeMutablePointer<Int>!
) {
    var peaks = 0
    var x = 0
    // SAFETY: one value before and one after the row are readable.
    while x &+ 8 <= n {
        let here: SIMD8<Float> = load(row + x)
        let left: SIMD8<Float> = load(row + (x &- 1))
        let right: SIMD8<Float> = load(row + (x &+ 1))
        let below: SIMD8<Int32> = vec_is_less(here, left) | vec_is_less(here, right)
        var high = vec_sign_bits(vec_is_greater(here, SIMD8(repeating: minimum)) & ~below)
        while high != 0 {
            found[peaks] = Int32(truncatingIfNeeded: x &+ high.trailingZeroBitCount)
            peaks &+= 1
            high &= high &- 1
        }
        x &+= 8
    }
    while x < n {
        if row[x] > minimum, row[x] >= row[x &- 1], row[x] >= row[x &+ 1] {
            found[peaks] = Int32(truncatingIfNeeded: x)
            peaks &+= 1
        }
        x &+= 1
    }
    count.pointee = peaks
}

extension Reference {
    /// The plain reference of the kernel `collectVoters`.
    public static func collectVoters(
        _ edges: [EdgePixel], width: Int, minimum: Float
    ) -> (voters: [EdgeVoter], directions: [UInt8]) {
        let strong = edges.indices.filter { edges[$0].strength > minimum }
        return (
            strong.map { EdgeVoter(strength: edges[$0].strength, x: $0 % width, y: $0 / width) },
            strong.map { edges[$0].direction }
        )
    }

    /// The plain reference of the kernel `castVotes`, on one row.
    public static func castVotes(_ voters: [EdgeVoter], row: VoteRow, votes: inout [Float]) {
        for voter in voters {
            let offset = (voter.x * row.cosine + voter.y * row.sine) + row.center
            votes[Int(offset.rounded(.toNearestOrEven))] += voter.strength * row.weight
        }
    }

    /// The plain reference of the kernel `rowPeaks`, on a row whose first and last value are neighbors only.
    public static func rowPeaks(_ row: [Float], minimum: Float) -> [Int32] {
        var found: [Int32] = []
        for x in 1..<row.count - 1 {
            let here = row[x]
            if here > minimum, here >= row[x - 1], here >= row[x + 1] { found.append(Int32(x - 1)) }
        }
        return found
    }
}
