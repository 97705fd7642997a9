public import RectoCore
import TestSupport

/// A picture with the contents of its symbols.
public struct FuzzPicture {
    public var width: Int
    public var height: Int
    /// Luminance without padding.
    public var pixels: [UInt8]
    /// Bytes between the end of a row and the start of the next.
    public var padding = 0
    public var texts: [[UInt8]] = []
    /// Symbols whose data are arbitrary bits with the right error correction: some of them say something.
    var arbitrary: [SymbolModules] = []

    init(width: Int, height: Int, _ level: (_ x: Int, _ y: Int) -> UInt8) {
        (self.width, self.height) = (width, height)
        pixels = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { pixels.append(level(x, y)) }
        }
    }

    init(_ picture: QRPicture, texts: [[UInt8]], arbitrary: [SymbolModules] = []) {
        (width, height, pixels) = (picture.width, picture.height, picture.pixels)
        (self.texts, self.arbitrary) = (texts, arbitrary)
    }

    /// A clean drawing of a symbol, with modules of four pixels.
    init(_ symbol: SymbolModules) {
        let (module, quiet) = (4, 4)
        self.init(width: module * (symbol.width + 2 * quiet), height: module * (symbol.height + 2 * quiet)) { x, y in
            symbol.isDark(x / module - quiet, y / module - quiet) ? 0 : 255
        }
    }

    /// The picture in memory that ends with its last pixel, so that tools detect reads beyond it.
    public func withView<Result>(_ body: (GrayView) throws -> Result) throws -> Result {
        try withView(padding: padding, body)
    }

    public func withView<Result>(padding: Int, _ body: (GrayView) throws -> Result) throws -> Result {
        let stride = width + padding
        let count = stride * (height - 1) + width
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        defer { memory.deallocate() }
        for i in 0..<count {
            let (x, y) = (i % stride, i / stride)
            memory[i] = x < width ? pixels[y * width + x] : UInt8(truncatingIfNeeded: 93 * i)
        }
        return try body(
            GrayView(base: memory, byteCount: count, size: PixelSize(width: width, height: height), stride: stride))
    }
}
