/// The ink of a gray picture by the mean of the square window around each pixel, packed to one bit a pixel.
///
/// A bit is 1 (ink) where value + `offset` < mean, which is decided exactly, on the sums. Borders are replicated.
/// - Parameters:
///   - radius: The window's side is 2 `radius` + 1; `0...maximumBoxRadius`.
///   - offset: How much darker than the mean ink is, in levels; `-255...255`.
///   - bits: Rows of ⌈`width` / 8⌉ bytes, the leftmost pixel in the highest bit; the bits after the last pixel are 0.
///   - scratch: ``boxMeanScratchByteCount(width:radius:)`` bytes, aligned to 4.
public func localThreshold(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, radius: Int, offset: Int,
    into bits: UnsafeMutablePointer<UInt8>, bitsStride: Int, scratch: UnsafeMutableRawPointer
) {
    Reference.localThreshold(
        source, stride: stride, width: width, height: height, radius: radius, offset: offset, into: bits,
        bitsStride: bitsStride)
}

extension Reference {
    /// The plain twin of the kernel `localThreshold`.
    public static func localThreshold(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, radius: Int, offset: Int,
        into bits: UnsafeMutablePointer<UInt8>, bitsStride: Int
    ) {
        let area = (2 * radius + 1) * (2 * radius + 1)
        packBits(width: width, height: height, into: bits, bitsStride: bitsStride) { x, y in
            let sum = boxSum(source, stride, width, height, radius, x, y)
            return (Int(source[y * stride + x]) + offset) * area < sum
        }
    }

    static func packBits(
        width: Int, height: Int, into bits: UnsafeMutablePointer<UInt8>, bitsStride: Int,
        _ isInk: (_ x: Int, _ y: Int) -> Bool
    ) {
        for y in 0..<height {
            for i in 0..<(width + 7) / 8 {
                var byte: UInt8 = 0
                for bit in 0..<min(8, width - 8 * i) where isInk(8 * i + bit, y) { byte |= 0x80 >> UInt8(bit) }
                bits[y * bitsStride + i] = byte
            }
        }
    }
}
