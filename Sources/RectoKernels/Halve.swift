/// A picture at half its size: the mean of 2 × 2 pixels, (a + b + c + d + 2) >> 2.
///
/// An odd last column or row is left out.
/// - Parameters:
///   - channels: Interleaved bytes a pixel: 1 or 3.
///   - target: ⌊`width` / 2⌋ × ⌊`height` / 2⌋.
public func halve(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.halve(
        source, stride: stride, width: width, height: height, channels: channels, into: target,
        targetStride: targetStride)
}

extension Reference {
    /// The plain twin of the kernel `halve`.
    public static func halve(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, channels: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height / 2 {
            for i in 0..<width / 2 * channels {
                let x = i / channels * 2 * channels + i % channels
                let p = source + 2 * y * stride + x
                let sum = Int(p[0]) + Int(p[channels]) + Int(p[stride]) + Int(p[stride + channels])
                target[y * targetStride + i] = UInt8((sum + 2) >> 2)
            }
        }
    }
}
