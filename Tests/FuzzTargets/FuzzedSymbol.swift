import RectoBarcode
import RectoCore
import RectoSymbols

/// Symbols with arbitrary data and the right error correction, so that the bytes reach the decoders of payloads.
enum FuzzedSymbol {
    /// Reads a symbol: a byte for its symbology, one for version and level, and its data.
    static func read(_ bytes: UnsafeRawBufferPointer) {
        let (symbology, version) = (Int(bytes.first ?? 0), Int(bytes.dropFirst().first ?? 0))
        let data = bytes.dropFirst(2).flatMap { byte in (0..<8).map { byte << $0 & 0x80 != 0 } }
        let modules =
            switch symbology % 4 {
            case 0: code(data, version: version % 8 + 1, level: version / 8)
            case 1:
                MicroSymbol(data: data, kind: MicroSymbol.Kind.allCases[version % 8], mask: version / 8 % 4).modules
            case 2: RectangularSymbol(data: data, version: version % 32 + 1, isHigh: version >= 32).modules
            default: modelOne(data, version: version % 8 + 1, level: version / 8)
            }
        var parameters = CodeReader.Parameters()
        parameters.symbologies = Symbology.matrix
        guard var reader = try? CodeReader(parameters) else { preconditionFailure("parameters within their ranges") }
        var joiner = PayloadJoiner()
        for code in picture(of: modules).withView({ reader.read($0) }) {
            precondition(code.encoding != .utf8 || Array(code.text.utf8) == code.bytes, "another text")
            joiner.add(code)
        }
        for payload in joiner.payloads { _ = (payload.text, payload.isParityRight) }
    }

    private static func code(_ data: [Bool], version: Int, level: Int) -> SymbolModules {
        let level = QRSymbol.Level.allCases[level % 4]
        var bits = QRBits(version: version)
        for bit in data.prefix(QRSymbol.capacity(version: version, level: level)) { bits.append(bit ? 1 : 0, count: 1) }
        return QRSymbol(bits, version: version, level: level, mask: data.count % 8).modules
    }

    private static func modelOne(_ data: [Bool], version: Int, level: Int) -> SymbolModules {
        let level = QRSymbol.Level.allCases[level % 4]
        var bits = QRBits(version: version)
        let capacity = 8 * ModelOneSymbol.byteCapacity(version: version, level: level)
        for bit in data.prefix(capacity) { bits.append(bit ? 1 : 0, count: 1) }
        return ModelOneSymbol(bits, version: version, level: level, mask: data.count % 8).modules
    }

    /// A clean drawing with modules of three pixels.
    private static func picture(of modules: SymbolModules) -> GrayImage {
        let (module, quiet) = (3, 12)
        let width = modules.width * module + 2 * quiet
        let height = modules.height * module + 2 * quiet
        guard let size = try? PixelSize(width: width, height: height) else {
            preconditionFailure("a size within limits")
        }
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<height {
                for x in 0..<width {
                    let isDark = modules.isDark((x + module - quiet) / module - 1, (y + module - quiet) / module - 1)
                    view.row(y)[x] = isDark ? 0 : 255
                }
            }
        }
        return image
    }
}
