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

    enum Color {
        case ink, paper

        var other: Color { self == .ink ? .paper : .ink }
    }

    /// How many pixels of a color there are in a column from a pixel on, up or down; beyond the border there is none.
    /// - Parameters:
    ///   - x: A column that there is.
    ///   - step: 1 down, −1 up.
    /// - Returns: Nothing if there are more than `limit`.
    @inline(__always)
    func run(of color: Color, _ x: Int, _ y: Int, step: Int, limit: Int) -> Int? {
        guard 0..<height ~= y else { return 0 }
        let most = min(limit &+ 1, step > 0 ? height &- y : y &+ 1)
        let mask: UInt8 = 0x80 &>> UInt8(truncatingIfNeeded: x & 7)
        let wanted = color == .ink ? mask : 0
        // SAFETY: `most` rows from the pixel's on.
        var pixel = base + (y &* stride &+ x &>> 3)
        let rowStep = step &* stride
        var count = 0
        while count < most, pixel.pointee & mask == wanted {
            count &+= 1
            pixel += rowStep
        }
        return count > limit ? nil : count
    }
}
