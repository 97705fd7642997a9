internal import CVector

/// 256 pairs of equal boxes around a point, each giving one bit: whether the first box is brighter than the second.
public struct BoxPattern: Sendable {
    /// A pair of boxes, given by the offsets of their centers from the point.
    public struct Pair: Hashable, Sendable {
        public var firstX, firstY, secondX, secondY: Float

        public init(firstX: Float, firstY: Float, secondX: Float, secondY: Float) {
            (self.firstX, self.firstY, self.secondX, self.secondY) = (firstX, firstY, secondX, secondY)
        }
    }

    /// Number of pairs in a pattern.
    public static let count = 256

    /// First centers, then second centers.
    let x, y: [Float]
    let radii: [Int]
    /// Columns and rows around a point that its boxes may cover at any rotation.
    public let reach: Int

    /// - Parameters:
    ///   - radii: Radius of the boxes for each word of 64 bits; a box has `2 radius + 1` pixels a side.
    ///   - pairs: ``count`` of them, word by word.
    public init(radii: [Int], pairs: [Pair]) {
        precondition(pairs.count == Self.count && radii.count == Self.count / 64, "not 256 pairs")
        self.radii = radii
        x = pairs.map { $0.firstX } + pairs.map { $0.secondX }
        y = pairs.map { $0.firstY } + pairs.map { $0.secondY }
        let squares = zip(x, y).map { $0 * $0 + $1 * $1 }
        // Half a pixel for rounding the centers.
        reach =
            squares.enumerated().map { k, square in
                Int((square.squareRoot() + 0.5).rounded(.up)) + radii[k % Self.count / 64]
            }.max() ?? 0
    }
}

/// A direction as cosine and sine.
public struct Direction: BitwiseCopyable, Hashable, Sendable {
    public var cosine, sine: Float

    public init(cosine: Float, sine: Float) { (self.cosine, self.sine) = (cosine, sine) }
}

/// Descriptors of 256 bits for points of a picture. The boxes' centers rotate with the points, but the boxes stay
/// upright.
///
/// - Parameters:
///   - table: The picture's ``integralImage(_:into:)``.
///   - places: `count` points, at least the pattern's reach away from the border.
///   - directions: One for each place.
///   - bits: Four words for each place, pair 0 in the lowest bit of the first.
public func binaryDescriptor(
    _ table: PlaneView<UInt32>, pattern: BoxPattern, places: UnsafePointer<PixelPlace>,
    directions: UnsafePointer<Direction>, count: Int, into bits: UnsafeMutablePointer<UInt64>
) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * BoxPattern.count) { buffer in
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        let offsets = buffer.baseAddress.unsafelyUnwrapped
        for i in 0..<count {
            recto_turned_offsets(
                pattern.x, pattern.y, 2 * BoxPattern.count, directions[i].cosine, directions[i].sine, table.stride,
                offsets)
            let center = table.row(places[i].y) + places[i].x
            for word in 0..<4 {
                // SAFETY: the boxes lie within the table, as the caller guarantees.
                bits[4 * i + word] = boxWord(center, table.stride, offsets + 64 * word, radius: pattern.radii[word])
            }
        }
    }
}

/// The bits of 64 pairs, whose second offsets follow the first offsets of all words.
@inline(__always)
private func boxWord(
    _ center: UnsafePointer<UInt32>, _ stride: Int, _ offsets: UnsafePointer<Int32>, radius: Int
) -> UInt64 {
    let side = 2 &* radius &+ 1
    let corner = center - (radius &* stride &+ radius)
    let below = corner + side &* stride
    var value: UInt64 = 0
    for k in 0..<64 {
        let (first, second) = (Int(offsets[k]), Int(offsets[BoxPattern.count &+ k]))
        let a: UInt32 = below[first &+ side] &- below[first] &- corner[first &+ side] &+ corner[first]
        let b: UInt32 = below[second &+ side] &- below[second] &- corner[second &+ side] &+ corner[second]
        // The sign bit of b − a, shifted in from above.
        value = value &>> 1 | UInt64((b &- a) &>> 31) &<< 63
    }
    return value
}

extension Reference {
    /// The plain reference of the kernel `binaryDescriptor`, computed from the picture itself.
    public static func binaryDescriptor(
        _ source: PlaneView<UInt8>, pattern: BoxPattern, places: UnsafePointer<PixelPlace>,
        directions: UnsafePointer<Direction>, count: Int, into bits: UnsafeMutablePointer<UInt64>
    ) {
        for i in 0..<count {
            let (cosine, sine) = (directions[i].cosine, directions[i].sine)
            func sum(_ k: Int, _ radius: Int) -> Int {
                let column: Float = pattern.x[k] * cosine - pattern.y[k] * sine
                let row: Float = pattern.x[k] * sine + pattern.y[k] * cosine
                let x = places[i].x + Int(column.rounded(.toNearestOrEven))
                let y = places[i].y + Int(row.rounded(.toNearestOrEven))
                var sum = 0
                for v in y - radius...y + radius {
                    for u in x - radius...x + radius { sum += Int(source.row(v)[u]) }
                }
                return sum
            }
            for word in 0..<4 { bits[4 * i + word] = 0 }
            for k in 0..<BoxPattern.count {
                let radius = pattern.radii[k / 64]
                if sum(k, radius) > sum(BoxPattern.count + k, radius) { bits[4 * i + k / 64] |= 1 << UInt64(k % 64) }
            }
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_turned_offsets_body(
    _ x: UnsafePointer<Float>!, _ y: UnsafePointer<Float>!, _ n: Int, _ cosine: Float, _ sine: Float, _ stride: Int,
    _ target: UnsafeMutablePointer<Int32>!
) {
    var i = 0
    while i < n {
        // SAFETY: n is a multiple of 8.
        vec_turned_offsets(x + i, y + i, cosine, sine, Int32(truncatingIfNeeded: stride), target + i)
        i &+= 8
    }
}
