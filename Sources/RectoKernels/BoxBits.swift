internal import CVector

/// 256 pairs of equal boxes about a point, each of which gives a bit: whether the first box is brighter than the second.
public struct BoxPattern: Sendable {
    /// A pair of boxes of `2 radius + 1` pixels a side, given by their centres' offsets from the point.
    public struct Pair: Hashable, Sendable {
        public var firstX, firstY, secondX, secondY: Float
        public var radius: Int

        public init(firstX: Float, firstY: Float, secondX: Float, secondY: Float, radius: Int) {
            (self.firstX, self.firstY, self.secondX, self.secondY) = (firstX, firstY, secondX, secondY)
            self.radius = radius
        }
    }

    /// Pairs of a pattern.
    public static let count = 256

    /// First centres, then second ones.
    let x, y: [Float]
    let radii: [UInt8]
    /// How many columns and rows about a point its boxes may cover, however they are turned.
    public let reach: Int

    /// - Precondition: There are ``count`` pairs.
    public init(_ pairs: [Pair]) {
        precondition(pairs.count == Self.count, "not 256 pairs")
        x = pairs.map(\.firstX) + pairs.map(\.secondX)
        y = pairs.map(\.firstY) + pairs.map(\.secondY)
        radii = pairs.map { UInt8($0.radius) }
        let squares = zip(x, y).map { $0 * $0 + $1 * $1 }
        // Half a pixel for the rounding of centres.
        reach = zip(squares, radii + radii).map { Int(($0.squareRoot() + 0.5).rounded(.up)) + Int($1) }.max() ?? 0
    }
}

/// A direction as cosine and sine.
public struct Direction: BitwiseCopyable, Hashable, Sendable {
    public var cosine, sine: Float

    public init(cosine: Float, sine: Float) { (self.cosine, self.sine) = (cosine, sine) }
}

/// Descriptors of 256 bits of some points of a picture, whose boxes' centres turn with the points while the boxes stay upright.
///
/// - Parameters:
///   - table: The picture's ``summedTable(_:stride:width:height:into:tableStride:)``.
///   - places: `count`, none nearer to the border than the pattern's reach.
///   - directions: As many.
///   - bits: Four words for each, pair 0 in the lowest bit of the first.
public func boxBits(
    _ table: UnsafePointer<UInt32>, tableStride: Int, pattern: BoxPattern, places: UnsafePointer<PixelPlace>,
    directions: UnsafePointer<Direction>, count: Int, into bits: UnsafeMutablePointer<UInt64>
) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * BoxPattern.count) { buffer in
        // SAFETY: a buffer of a fixed size above 0 has a base address.
        let offsets = buffer.baseAddress.unsafelyUnwrapped
        pattern.radii.withUnsafeBufferPointer { radii in
            for i in 0..<count {
                recto_turned_offsets(
                    pattern.x, pattern.y, 2 * BoxPattern.count, directions[i].cosine, directions[i].sine, tableStride,
                    offsets)
                let centre = table + (places[i].y * tableStride + places[i].x)
                for word in 0..<4 {
                    var value: UInt64 = 0
                    // SAFETY: the boxes lie within the table, as the caller vouches.
                    for k in 64 * word..<64 * word + 64 {
                        let radius = Int(radii[k])
                        let (low, high) = (radius &* tableStride, (radius &+ 1) &* tableStride)
                        let first = boxSum(centre + Int(offsets[k]), low, high, radius)
                        let second = boxSum(centre + Int(offsets[BoxPattern.count + k]), low, high, radius)
                        // The sign bit of second − first, put in from above.
                        value = value &>> 1 | UInt64((second &- first) &>> 31) &<< 63
                    }
                    bits[4 * i + word] = value
                }
            }
        }
    }
}

/// The sum of a box's levels.
@inline(__always)
private func boxSum(_ centre: UnsafePointer<UInt32>, _ low: Int, _ high: Int, _ radius: Int) -> UInt32 {
    // SAFETY: the four corners are entries of the table.
    let upper: UInt32 = centre[radius &+ 1 &- low] &- centre[0 &- radius &- low]
    let lower: UInt32 = centre[radius &+ 1 &+ high] &- centre[high &- radius]
    return lower &- upper
}

extension Reference {
    /// The plain twin of the kernel `boxBits`, from the picture itself.
    public static func boxBits(
        _ source: UnsafePointer<UInt8>, stride: Int, pattern: BoxPattern, places: UnsafePointer<PixelPlace>,
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
                    for u in x - radius...x + radius { sum += Int(source[v * stride + u]) }
                }
                return sum
            }
            for word in 0..<4 { bits[4 * i + word] = 0 }
            for k in 0..<BoxPattern.count {
                let radius = Int(pattern.radii[k])
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
