import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// QR codes of Model 1.
@Suite struct CodeReaderModelOneTests {
    private enum View: CaseIterable {
        case plain, light, mirrored, turned, tilted
    }

    private static func symbol(_ bytes: [UInt8], version: Int, level: QRSymbol.Level, mask: Int = 2) -> SymbolModules {
        ModelOneSymbol(QRBits(bytes: bytes, version: version), version: version, level: level, mask: mask).modules
    }

    private static func picture(_ symbol: SymbolModules, module: Double = 4, view: View = .plain) -> QRPicture {
        let modules = Double(symbol.width)
        let side = Int(module * (modules + 8) * 1.5)
        let angle = view == .turned ? 0.4 : 0
        let (cosine, sine) = (QRPicture.cos(angle) / module, QRPicture.sin(angle) / module)
        return QRPicture(width: side, height: side) { x, y in
            let (u, v) = (x - Double(side) / 2, y - Double(side) / 2)
            let depth = view == .tilted ? 1 + 0.25 * u / Double(side) : 1
            var column = (u * cosine + v * sine) / depth + modules / 2
            let row = (v * cosine - u * sine) / depth + modules / 2
            guard 0..<modules ~= column, 0..<modules ~= row else { return view == .light }
            if view == .mirrored { column = modules - column }
            return symbol.isDark(Int(column), Int(row)) != (view == .light)
        }
    }

    @Test("Every version is read at every level, full", arguments: ModelOneSymbol.versions)
    func everyVersionIsRead(version: Int) throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: UInt64(version))
        for level in QRSymbol.Level.allCases {
            let count = ModelOneSymbol.byteCapacity(version: version, level: level)
            let bytes = (0..<count).map { _ in UInt8.random(in: 32...126, using: &random) }
            let codes = try reader.read(
                Self.picture(Self.symbol(bytes, version: version, level: level, mask: count % 8)))
            #expect(codes.map(\.bytes) == [bytes], "level \(level.letter)")
            #expect(codes.map(\.version) == [version])
            #expect(codes.map { $0.level?.rawValue } == [level.letter])
        }
    }

    @Test("Light, mirrored, turned and tilted ones are read", arguments: [1, 2, 4, 7])
    func otherViewsAreRead(version: Int) throws {
        var reader = try CodeReader()
        for view in View.allCases {
            let codes = try reader.read(
                Self.picture(Self.symbol(Array("Model 1".utf8), version: version, level: .medium), view: view))
            #expect(codes.map(\.text) == ["Model 1"], "\(view)")
            #expect(codes.map(\.isInverted) == [view == .light])
            #expect(codes.map(\.isMirrored) == [view == .mirrored])
        }
    }

    @Test func aPartSaysWhichOneItIs() throws {
        var bits = QRBits(version: 3)
        bits.appendStructure(index: 1, count: 3, parity: 77)
        bits.append(bytes: Array("second".utf8))
        var reader = try CodeReader()
        let modules = ModelOneSymbol(bits, version: 3, level: .low, mask: 0).modules
        let part = try reader.read(Self.picture(modules)).first?.structuredAppend?.part
        #expect(part?.index == 1 && part?.count == 3 && part?.parity == 77)
    }

    @Test("What is damaged is read rightly or not at all") func damagedOnesAreNotReadWrongly() throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: 4)
        var right = 0
        for version in [1, 2, 3, 5] {
            let bytes = Array("damaged \(version)".utf8)
            for flips in [0, 2, 8, 16, 32, 64] {
                var modules = Self.symbol(bytes, version: version, level: .medium)
                for _ in 0..<flips {
                    modules.damage(
                        Int.random(in: 9..<modules.width, using: &random),
                        Int.random(in: 9..<modules.width, using: &random))
                }
                let codes = try reader.read(Self.picture(modules))
                #expect(codes.allSatisfy { $0.bytes == bytes })
                right += codes.count
            }
        }
        #expect(right >= 10)
    }
}
