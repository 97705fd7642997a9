internal import CVector

/// Four lines by their indices below 256, in the order of the bytes: two opposite lines of a quad first and third, the
/// others second and fourth.
public typealias LineQuad = SIMD4<UInt8>

/// A side of a quad: the segment of a line between two others.
public struct CutSide: BitwiseCopyable, Sendable {
    /// Position of the second crossing minus that of the first, along the line.
    public var length: Float
    /// Edge support per visible sample.
    public var coverage: Float

    public init(length: Float, coverage: Float) {
        (self.length, self.coverage) = (length, coverage)
    }
}

/// A line's relation to a pair of opposite lines.
public struct PairEnd: BitwiseCopyable, Sendable {
    /// The line's side between the pair's lines.
    var side: CutSide
    /// Sines of the angles from the pair's lines to the line.
    var (firstSine, secondSine): (Float, Float)

    public init(side: CutSide, firstSine: Float, secondSine: Float) {
        (self.side, self.firstSine, self.secondSine) = (side, firstSine, secondSine)
    }
}

/// Bounds for quads, and the weights of their score.
public struct QuadTerms: BitwiseCopyable, Sendable {
    /// Lower bounds of twice the area, of the squared sides, and of the squared ratios of opposite sides.
    public var (twiceArea, squaredSide, squaredRatio): (Float, Float, Float)
    /// Unit of areas.
    public var frameArea: Float
    /// Weights of the sides' mean coverage, and of the size.
    public var (coverageWeight, sizeWeight): (Float, Float)
    /// Weights of the root of the area, and of the area, in the size.
    public var (rootAreaWeight, areaWeight): (Float, Float)

    public init(
        twiceArea: Float, squaredSide: Float, squaredRatio: Float, frameArea: Float, coverageWeight: Float,
        sizeWeight: Float, rootAreaWeight: Float, areaWeight: Float
    ) {
        (self.twiceArea, self.squaredSide, self.squaredRatio) = (twiceArea, squaredSide, squaredRatio)
        (self.frameArea, self.coverageWeight, self.sizeWeight) = (frameArea, coverageWeight, sizeWeight)
        (self.rootAreaWeight, self.areaWeight) = (rootAreaWeight, areaWeight)
    }
}

/// Running sums along a line, and the range where they are known.
public struct LineSupport {
    /// Twelve floats per sample, of which the first two are edge support and the number of samples in the frame.
    var sums: UnsafePointer<Float>
    /// The first and the last sample with sums; samples before and after have the same sums.
    var (low, high): (Int, Int)
    /// Samples are counted from this distance before the middle of the line; the last is twice that plus 1.
    var reach: Int

    public init(sums: UnsafePointer<Float>, low: Int, high: Int, reach: Int) {
        (self.sums, self.low, self.high, self.reach) = (sums, low, high, reach)
    }
}

/// Measures the side that the two lines of each pair cut out of a line. Its coverage is the mean of the samples between
/// the two, except close to the corners, which may be rounded. It is 0.35 for sides with almost no sample in the frame,
/// and 0 for short sides.
/// - Parameters:
///   - pairs: The lines of each pair as second and fourth, and 7 more.
///   - members: The pairs as sets; results for pairs with members that are not `reachable` are undefined.
///   - positions: Where each line crosses the line, from its middle.
///   - minimum: Length up to which a side is short.
///   - sides: Room for `count` sides, and 7 more.
public func cutSides(
    pairs: UnsafePointer<LineQuad>, members: UnsafePointer<UInt64>, count: Int, reachable: UInt64,
    positions: UnsafePointer<Float>, support: LineSupport, minimum: Float, into sides: UnsafeMutablePointer<CutSide>
) {
    let spans = SIMD4<Int32>(
        Int32(support.low), Int32(support.high), Int32(support.reach), Int32(2 * support.reach + 1))
    // SAFETY: lines of a quad are one word, sides two floats, and the vector is four numbers.
    withUnsafePointer(to: spans) { spans in
        recto_cut_sides(
            UnsafeRawPointer(pairs).assumingMemoryBound(to: UInt32.self), members, count, reachable, positions,
            support.sums, UnsafeRawPointer(spans).assumingMemoryBound(to: Int32.self), minimum,
            UnsafeMutableRawPointer(sides).assumingMemoryBound(to: Float.self))
    }
}

/// Combines one pair of opposite lines with others, and scores the quads that are convex and satisfy the bounds.
/// - Parameters:
///   - picked: Indices of the other pairs: `count`, and 7 more that are also valid indices.
///   - pairs: The lines of each pair as second and fourth, with 0 for the others.
///   - pair: The one pair's lines as first and third.
///   - ends: For each line its relation to the one pair.
///   - firstSides, secondSides: For each pair the sides of the one pair's lines between its lines.
///   - quads, scores: Room for `count` and 8 more.
/// - Returns: The number of quads, in the order of the pairs.
public func enumerateQuads(
    picked: UnsafePointer<Int32>, count: Int, pairs: UnsafePointer<LineQuad>, pair: LineQuad,
    ends: UnsafePointer<PairEnd>, firstSides: UnsafePointer<CutSide>, secondSides: UnsafePointer<CutSide>,
    terms: QuadTerms, into quads: UnsafeMutablePointer<LineQuad>, scores: UnsafeMutablePointer<Float>
) -> Int {
    var number = 0
    // SAFETY: lines of a quad are one word, ends four floats, sides two and terms eight.
    withUnsafePointer(to: terms) { terms in
        recto_enumerate_quads(
            picked, count, UnsafeRawPointer(pairs).assumingMemoryBound(to: UInt32.self),
            unsafeBitCast(pair, to: UInt32.self), UnsafeRawPointer(ends).assumingMemoryBound(to: Float.self),
            UnsafeRawPointer(firstSides).assumingMemoryBound(to: Float.self),
            UnsafeRawPointer(secondSides).assumingMemoryBound(to: Float.self),
            UnsafeRawPointer(terms).assumingMemoryBound(to: Float.self),
            UnsafeMutableRawPointer(quads).assumingMemoryBound(to: UInt32.self), scores, &number)
    }
    return number
}

/// A value that about `keep` of the values reach: a bound of the bins of a histogram from the minimum to the maximum,
/// above which at most `keep` lie; at least the highest bin. Minus infinity if there are no more values than `keep`, or
/// if all are equal.
/// - Parameter histogram: Room for `bins`, 2 or more.
public func boundOfLargest(
    _ values: UnsafePointer<Float>, count: Int, keep: Int, histogram: UnsafeMutablePointer<Int32>, bins: Int
) -> Float {
    precondition(bins > 1, "a histogram of one bin")
    guard count > keep else { return -.infinity }
    var bound: Float = 0
    recto_largest_bound(values, count, keep, histogram, bins, &bound)
    return bound
}

// MARK: - Bodies

@c @implementation
func recto_cut_sides_body(
    _ pairs: UnsafePointer<UInt32>!, _ members: UnsafePointer<UInt64>!, _ n: Int, _ reachable: UInt64,
    _ positions: UnsafePointer<Float>!, _ sums: UnsafePointer<Float>!, _ spans: UnsafePointer<Int32>!, _ minimum: Float,
    _ sides: UnsafeMutablePointer<Float>!
) {
    var first = 0
    while first < n {
        // Most neighbors share a line.
        var isReachable = false
        for index in first..<min(first &+ 8, n) { isReachable = isReachable || members[index] & ~reachable == 0 }
        if isReachable {
            vec_cut_sides(pairs + first, positions, sums, spans, minimum, sides + 2 &* first)
        }
        first &+= 8
    }
}

@c @implementation
func recto_enumerate_quads_body(
    _ picked: UnsafePointer<Int32>!, _ n: Int, _ pairs: UnsafePointer<UInt32>!, _ pair: UInt32,
    _ ends: UnsafePointer<Float>!, _ firstSides: UnsafePointer<Float>!, _ secondSides: UnsafePointer<Float>!,
    _ terms: UnsafePointer<Float>!, _ quads: UnsafeMutablePointer<UInt32>!, _ scores: UnsafeMutablePointer<Float>!,
    _ count: UnsafeMutablePointer<Int>!
) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 8) { lanes in
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        let lanes = lanes.baseAddress.unsafelyUnwrapped
        let (pairs, quads, scores) = (pairs.unsafelyUnwrapped, quads.unsafelyUnwrapped, scores.unsafelyUnwrapped)
        var found = 0
        var first = 0
        while first < n {
            let places = picked + first
            var keeps = Int(vec_enumerate_quads(places, pairs, ends, firstSides, secondSides, terms, lanes))
            keeps &= (1 &<< min(n &- first, 8)) &- 1
            // The outcome is practically random, so there is no branch: a rejected quad is overwritten by the next.
            var lane = 0
            while lane < 8 {
                quads[found] = pair | pairs[Int(places[lane])]
                scores[found] = lanes[lane]
                found &+= keeps & 1
                keeps &>>= 1
                lane &+= 1
            }
            first &+= 8
        }
        count.pointee = found
    }
}

@c @implementation
func recto_largest_bound_body(
    _ values: UnsafePointer<Float>!, _ n: Int, _ keep: Int, _ histogram: UnsafeMutablePointer<Int32>!, _ bins: Int,
    _ bound: UnsafeMutablePointer<Float>!
) {
    typealias V = SIMD8<Float>
    let (values, histogram) = (values.unsafelyUnwrapped, histogram.unsafelyUnwrapped)
    var (lowest, highest) = (V(repeating: values[0]), V(repeating: values[0]))
    var index = 0
    while index &+ 8 <= n {
        let eight: V = load(values + index)
        lowest = vec_less(eight, lowest)
        highest = vec_greater(eight, highest)
        index &+= 8
    }
    var (low, high) = (lowest[0], highest[0])
    for lane in 1..<8 {
        low = min(low, lowest[lane])
        high = max(high, highest[lane])
    }
    while index < n {
        low = min(low, values[index])
        high = max(high, values[index])
        index &+= 1
    }
    guard high > low else {
        bound.pointee = -.infinity
        return
    }
    let scale = Float(bins &- 1) / (high - low)
    histogram.update(repeating: 0, count: bins)
    index = 0
    while index &+ 8 <= n {
        let place: SIMD8<Int32> = vec_int((load(values + index) - V(repeating: low)) * V(repeating: scale))
        var lane = 0
        while lane < 8 {
            histogram[Int(place[lane])] &+= 1
            lane &+= 1
        }
        index &+= 8
    }
    while index < n {
        histogram[Int(Int32((values[index] - low) * scale))] &+= 1
        index &+= 1
    }
    var bin = bins &- 1
    var kept = Int(histogram[bin])
    while bin > 0, kept &+ Int(histogram[bin &- 1]) <= keep {
        bin &-= 1
        kept &+= Int(histogram[bin])
    }
    bound.pointee = low + Float(bin) / scale
}

extension Reference {
    /// The plain reference of the kernel `cutSides`, of one pair.
    public static func cutSide(
        pair: LineQuad, positions: [Float], support: LineSupport, minimum: Float
    ) -> CutSide {
        let (start, end) = (positions[Int(pair[1])], positions[Int(pair[3])])
        let (low, high) = (min(start, end), max(start, end))
        guard high - low > minimum else { return CutSide(length: end - start, coverage: 0) }
        let inset: Float = min(3, (high - low) * 0.05)
        let (reach, last) = (support.reach, 2 * support.reach + 1)
        let first = min(max(Int((low + inset).rounded(.toNearestOrEven)) + reach, 0), last - 1)
        let behind = max(min(max(Int((high - inset).rounded(.toNearestOrEven)) + reach, 1), last), first + 1)
        func sums(_ sample: Int) -> (support: Float, visible: Float) {
            let place = 12 * min(max(sample, support.low), support.high)
            return (support.sums[place], support.sums[place + 1])
        }
        let visible = sums(behind).visible - sums(first).visible
        let coverage = visible > 3 ? (sums(behind).support - sums(first).support) / visible : 0.35
        return CutSide(length: end - start, coverage: coverage)
    }

    /// The plain reference of the kernel `enumerateQuads`.
    public static func enumerateQuads(
        picked: [Int32], pairs: [LineQuad], pair: LineQuad, ends: [PairEnd], firstSides: [CutSide],
        secondSides: [CutSide], terms: QuadTerms
    ) -> (quads: [LineQuad], scores: [Float]) {
        var (quads, scores): ([LineQuad], [Float]) = ([], [])
        for other in picked.map(Int.init) {
            let lines = pairs[other] | pair
            let (one, three) = (ends[Int(lines[1])], ends[Int(lines[3])])
            let (two, four) = (secondSides[other], firstSides[other])
            // In order; a corner's sine times the lengths of its sides is its turn.
            let (a, b, c, d) = (one.side.length, two.length, -three.side.length, -four.length)
            let turns = [
                a * b * -one.secondSine, b * c * three.secondSine, c * d * -three.firstSine, d * a * one.firstSine,
            ]
            let twiceArea: Float = abs(turns[0]) + abs(turns[2])
            let isConvex = turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
            let isEven = [(a * a, c * c), (b * b, d * d)].allSatisfy {
                min($0.0, $0.1) > terms.squaredRatio * max($0.0, $0.1) && min($0.0, $0.1) > terms.squaredSide
            }
            guard isConvex, isEven, twiceArea > terms.twiceArea else { continue }
            let coverages = (one.side.coverage + two.coverage) + (three.side.coverage + four.coverage)
            let area: Float = twiceArea / 2 / terms.frameArea
            let size: Float = terms.rootAreaWeight * area.squareRoot() + terms.areaWeight * area
            quads.append(lines)
            scores.append(terms.coverageWeight * (coverages / 4) + terms.sizeWeight * size)
        }
        return (quads, scores)
    }

    /// The plain reference of the kernel `boundOfLargest`.
    public static func boundOfLargest(_ values: [Float], keep: Int, bins: Int) -> Float {
        guard values.count > keep, let low = values.min(), let high = values.max(), high > low else {
            return -.infinity
        }
        let scale = Float(bins - 1) / (high - low)
        let counts = values.reduce(into: [Int](repeating: 0, count: bins)) { $0[Int(($1 - low) * scale)] += 1 }
        let lowest = (0..<bins - 1).first { counts[$0...].reduce(0, +) <= keep } ?? bins - 1
        return low + Float(lowest) / scale
    }
}
