import CQREncode

/// A QR code as a drawing, by libqrencode.
public struct CodeSymbol: Sendable {
    public enum Failure: Error, Hashable, Sendable {
        /// No symbol holds so many bytes.
        case tooLong(Int)
    }

    /// Modules that must be light around a symbol (ISO/IEC 18004, section 5.3.8).
    private static let quietZone = 4

    /// Of an SVG drawing in black on white, a module to a unit.
    public let svg: String

    /// - Parameter text: Its UTF-8 bytes are what readers get. Corrects up to 15 % of damage (level M).
    public init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard let symbol = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            throw .tooLong(bytes.count)
        }
        defer { QRcode_free(symbol) }
        let side = Int(symbol.pointee.width)
        var path = ""
        for y in 0..<side {
            var x = 0
            while x < side {
                // SAFETY: libqrencode gives `width` squared modules, the lowest bit of each tells whether it is dark.
                let start = x
                while x < side, symbol.pointee.data[y * side + x] & 1 == 1 { x += 1 }
                if x > start {
                    path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(x - start)v1h-\(x - start)z"
                }
                x += 1
            }
        }
        let whole = side + 2 * Self.quietZone
        svg = """
            <svg class="code-symbol" viewBox="0 0 \(whole) \(whole)" role="img" aria-label="QR code" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(whole)v\(whole)H0z"/><path fill="#000" d="\(path)"/></svg>
            """
    }
}
