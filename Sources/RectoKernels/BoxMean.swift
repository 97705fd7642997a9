/// The largest radius of a box mean: column sums of 2 × 127 + 1 bytes still fit 16 bits.
public let maximumBoxRadius = 127

/// How many bytes of scratch a box mean or a local threshold needs.
public func boxMeanScratchByteCount(width: Int, radius: Int) -> Int {
    2 * (width + 64) + 4 * (width + 2 * radius + 64)
}

/// The mean of the square window around each pixel of a gray picture, rounded; borders are replicated.
///
/// The sum of a window times Float(1 / side²), plus ½, cut to an integer: single precision without fused operations.
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - scratch: ``boxMeanScratchByteCount(width:radius:)`` bytes, aligned to 4.
/// - Complexity: O(`width` × `height`), whatever the radius.
public func boxMean(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, radius: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int, scratch: UnsafeMutableRawPointer
) {
    Reference.boxMean(
        source, stride: stride, width: width, height: height, radius: radius, into: target, targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `boxMean`.
    public static func boxMean(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, radius: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        let side = Float(2 * radius + 1)
        let reciprocal = 1 / (side * side)
        for y in 0..<height {
            for x in 0..<width {
                let sum = boxSum(source, stride, width, height, radius, x, y)
                target[y * targetStride + x] = UInt8(Float(sum) * reciprocal + 0.5)
            }
        }
    }

    static func boxSum(
        _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int, _ radius: Int, _ x: Int, _ y: Int
    ) -> Int {
        var sum = 0
        for j in y - radius...y + radius {
            let row = source + min(max(j, 0), height - 1) * stride
            for i in x - radius...x + radius { sum += Int(row[min(max(i, 0), width - 1)]) }
        }
        return sum
    }
}
