/// A gray picture under the binomial filter of 3 × 3, (1 2 1)ᵀ(1 2 1) / 16, rounded; borders are replicated.
public func binomial3x3(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.binomial3x3(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}

/// A gray picture under the binomial filter of 5 × 5, (1 4 6 4 1)ᵀ(1 4 6 4 1) / 256, rounded; borders are replicated.
public func binomial5x5(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.binomial5x5(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `binomial3x3`.
    public static func binomial3x3(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        blur([1, 2, 1], source, stride, width, height, target, targetStride)
    }

    /// The plain twin of the kernel `binomial5x5`.
    public static func binomial5x5(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        blur([1, 4, 6, 4, 1], source, stride, width, height, target, targetStride)
    }

    private static func blur(
        _ weights: [Int], _ source: UnsafePointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int,
        _ target: UnsafeMutablePointer<UInt8>, _ targetStride: Int
    ) {
        let radius = weights.count / 2
        let total = weights.reduce(0, +)
        for y in 0..<height {
            for x in 0..<width {
                var sum = total * total / 2
                for (j, wy) in weights.enumerated() {
                    let sy = min(max(y + j - radius, 0), height - 1)
                    for (i, wx) in weights.enumerated() {
                        sum += wx * wy * Int(source[sy * stride + min(max(x + i - radius, 0), width - 1)])
                    }
                }
                target[y * targetStride + x] = UInt8(sum / (total * total))
            }
        }
    }
}
