import RectoKernels

/// Ink (1) and paper (0) of a picture, one bit a pixel, the leftmost in the highest bit of a row's first byte.
///
/// Rows are whole words of 64 bits, with at least one bit of paper behind the last pixel.
final class InkBits {
    private(set) var width = 0
    private(set) var height = 0
    private let bytes = Table<UInt64>()

    /// Bytes from one row to the next.
    var stride: Int { 8 * wordsPerRow }
    private(set) var wordsPerRow = 0

    var base: UnsafeMutablePointer<UInt8> {
        UnsafeMutableRawPointer(bytes.base).assumingMemoryBound(to: UInt8.self)
    }

    /// Gives the bits a new size; all are paper then.
    func reshape(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        wordsPerRow = width / 64 + 1
        bytes.reshape(width: wordsPerRow, height: height)
        // Kernels write whole bytes of pixels only: what lies behind them must be paper.
        for y in 0..<height { bytes[wordsPerRow - 1, y] = 0 }
    }

    /// 64 pixels, the leftmost in the highest bit.
    @inline(__always)
    func word(_ i: Int, row y: Int) -> UInt64 { UInt64(bigEndian: bytes.base[y &* wordsPerRow &+ i]) }

    /// Whether a pixel is ink; beyond the border there is paper.
    @inline(__always)
    func isInk(_ x: Int, _ y: Int) -> Bool {
        guard x >= 0, x < width, y >= 0, y < height else { return false }
        let word = bytes.base[y &* wordsPerRow &+ x &>> 6].bigEndian
        return (word &<< UInt64(truncatingIfNeeded: x & 63)) >> 63 != 0
    }
}
