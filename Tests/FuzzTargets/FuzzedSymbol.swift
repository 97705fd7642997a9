import RectoBarcode
import RectoCore
import RectoSymbols

/// Symbols with arbitrary data and the right error correction, so that the bytes reach the decoders of payloads.
enum FuzzedSymbol {
    enum Kind {
        case code, modelOne, micro, rectangular
    }

    /// Reads a symbol: a byte for its version, level and mask, and its data.
    static func read(_ bytes: UnsafeRawBufferPointer, as kind: Kind) {
        let version = Int(bytes.first ?? 0)
        let data = bytes.dropFirst().flatMap { byte in (0..<8).map { byte << $0 & 0x80 != 0 } }
        let modules =
            switch kind {
            case .code: code(data, version: version % 8 + 1, level: version / 8)
            case .modelOne: modelOne(data, version: version % 8 + 1, level: version / 8)
            case .micro:
                MicroSymbol(data: data, kind: MicroSymbol.Kind.allCases[version % 8], mask: version / 8 % 4).modules
            case .rectangular:
                RectangularSymbol(data: data, version: version % 32 + 1, isHigh: version / 32 % 2 == 1).modules
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
