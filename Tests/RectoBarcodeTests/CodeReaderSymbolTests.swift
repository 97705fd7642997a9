import RectoBarcode
import RectoCore
import TestSupport
import Testing

/// Symbols of every kind are read exactly.
@Suite struct CodeReaderSymbolTests {
    @Test(arguments: 1...40) func everyVersionLevelAndMaskIsRead(version: Int) throws {
        var reader = try CodeReader()
        var random = SeededGenerator(seed: UInt64(version))
        for level in QRSymbol.Level.allCases {
            let masks = isDebugBuild ? (version + level.rawValue) % 8...(version + level.rawValue) % 8 : 0...7
            for mask in masks {
                let bytes = (0..<QRSymbol.byteCapacity(version: version, level: level)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                let symbol = QRSymbol(
                    QRBits(bytes: bytes, version: version), version: version, level: level, mask: mask)
                let codes = try reader.read(QRPicture(symbol, scale: 3))
                let what: Comment = "\(version)-\(level.letter), mask \(mask)"
                #expect(codes.map(\.bytes) == [bytes], what)
                #expect(codes.first?.version == version, what)
                #expect(codes.first?.level?.rawValue == level.letter, what)
                #expect(codes.first.map { !$0.isMirrored && !$0.isInverted } == true, what)
            }
        }
    }

    @Test func cornersAreThoseOfTheSymbol() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("HTTPS://EXAMPLE.ORG/".utf8))
        let codes = try reader.read(QRPicture(symbol, scale: 5, quiet: 6))
        let corners = try #require(codes.first).corners
        let (near, far) = (30.0, 30.0 + 5 * Double(symbol.dimension))
        let expected = [(near, near), (far, near), (far, far), (near, far)]
        for (corner, place) in zip(corners.corners, expected) {
            #expect(abs(corner.x - place.0) < 0.5 && abs(corner.y - place.1) < 0.5, "\(corner)")
        }
    }

    @Test func cornersTurnWithTheSymbol() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("which way is up".utf8))
        for turn in 0..<8 {
            let angle = Double(turn) * .pi / 4
            let picture = QRPicture(symbol, module: 5, angle: angle)
            let corners = try #require(try reader.read(picture).first).corners
            let center = Double(picture.width) / 2
            let (dx, dy) = (corners.topLeft.x - center, corners.topLeft.y - center)
            let half = 2.5 * Double(symbol.dimension)
            let (c, s) = (cos(angle), sin(angle))
            #expect(abs(dx - half * (-c + s)) < 1.5 && abs(dy - half * (-s - c)) < 1.5, "\(turn)/8 turns")
        }
    }

    @Test func segmentsOfAllKindsAreRead() throws {
        var reader = try CodeReader()
        var bits = QRBits(version: 4)
        bits.append(digits: "0123456789012")
        bits.append(alphanumeric: "RECTO: $1.99/A+B")
        bits.append(bytes: Array("und ß".utf8))
        let symbol = QRSymbol(bits, version: 4, level: .medium, mask: 3)
        let code = try #require(try reader.read(QRPicture(symbol, scale: 4)).first)
        #expect(code.text == "0123456789012RECTO: $1.99/A+Bund ß")
        #expect(code.encoding == .utf8)
    }

    @Test func kanjiSegmentsAreText() throws {
        var reader = try CodeReader()
        var bits = QRBits(version: 2)
        bits.append(kanji: [0x935F, 0xE4AA])
        let symbol = QRSymbol(bits, version: 2, level: .low, mask: 1)
        let code = try #require(try reader.read(QRPicture(symbol, scale: 4)).first)
        #expect(code.bytes == [0x93, 0x5F, 0xE4, 0xAA])
        #expect(code.text == "点茗")
        #expect(code.encoding == .shiftJIS)
    }

    @Test(arguments: [
        (3, [0x53, 0xDF], "Sß"), (20, [0x93, 0x5F], "点"), (26, [0xC3, 0xA9], "é"), (9, [0xC3, 0xA9], "Γ©"),
        (0, [0x81], "ü"), (18, [0xA4], "€"), (21, [0x9C], "ś"), (22, [0xCF, 0xF0], "Пр"), (24, [0xC8], "ب"),
        (25, [0x30, 0x42, 0xD8, 0x3D, 0xDE, 0x00], "あ😀"), (27, [0x41], "A"), (28, [0xA4, 0x48], "人"),
        (29, [0xC4, 0xE3], "你"), (30, [0xC7, 0xD1], "한"), (31, [0x81, 0x40], "丂"),
        (32, [0x81, 0x30, 0x81, 0x30], "\u{80}"),
        (33, [0x42, 0x30], "あ"), (34, [0, 1, 0xF6, 0], "😀"), (35, [0, 0xF6, 1, 0], "😀"), (20, [0x87, 0x40], "①"),
    ])
    func statedCharacterSetsAreHeeded(number: Int, bytes: [UInt8], text: String) throws {
        var reader = try CodeReader()
        for version in [1, 8, 20] {
            var bits = QRBits(version: version)
            bits.append(characterSet: number)
            bits.append(bytes: bytes)
            let symbol = QRSymbol(bits, version: version, level: .high, mask: 4)
            let code = try #require(try reader.read(QRPicture(symbol, scale: 4)).first)
            #expect(code.text == text)
            #expect(code.encoding == .utf8)
        }
    }

    @Test(arguments: [
        ([(26, "Gr\u{FC}\u{DF}e")], "Gr\u{FFFD}\u{FFFD}e"), ([(99, "Stra\u{DF}e")], "Stra\u{DF}e"),
        ([(899, "\u{1}\u{FE}")], "\u{1}\u{FE}"),
    ])
    func bytesThatDoNotFitAreKept(pieces: [(number: Int, bytes: String)], text: String) throws {
        var reader = try CodeReader()
        var bits = QRBits(version: 5)
        for piece in pieces {
            bits.append(7, count: 4)
            bits.append(piece.number < 128 ? piece.number : 0x8000 | piece.number, count: piece.number < 128 ? 8 : 16)
            bits.append(bytes: piece.bytes.unicodeScalars.map { UInt8($0.value) })
        }
        let symbol = QRSymbol(bits, version: 5, level: .low, mask: 1)
        let code = try #require(try reader.read(QRPicture(symbol, scale: 4)).first)
        #expect(code.bytes == pieces.flatMap { $0.bytes.unicodeScalars.map { UInt8($0.value) } })
        #expect(code.text == text)
        #expect(code.encoding == .unknown)
    }

    @Test func setsChangeWithinACode() throws {
        var reader = try CodeReader()
        var bits = QRBits(version: 5)
        for (number, bytes) in [(26, Array("Grüße ".utf8)), (22, [0xCF, 0xF0, 0xE8])] {
            bits.append(characterSet: number)
            bits.append(bytes: bytes)
        }
        let symbol = QRSymbol(bits, version: 5, level: .low, mask: 1)
        #expect(try reader.read(QRPicture(symbol, scale: 4)).map(\.text) == ["Grüße При"])
    }

    @Test func hanziSegmentsAreText() throws {
        var reader = try CodeReader()
        var bits = QRBits(version: 2)
        bits.append(hanzi: [0xC4E3, 0xBAC3, 0xA3A1])
        let symbol = QRSymbol(bits, version: 2, level: .low, mask: 1)
        #expect(try reader.read(QRPicture(symbol, scale: 4)).map(\.text) == ["你好！"])
    }

    @Test func kindsOfDataAreTold() throws {
        var reader = try CodeReader()
        func code(_ mark: (inout QRBits) -> Void) throws -> Code {
            var bits = QRBits(version: 2)
            mark(&bits)
            bits.append(alphanumeric: "0104912345123459")
            return try #require(
                try reader.read(QRPicture(QRSymbol(bits, version: 2, level: .low, mask: 5), scale: 4)).first)
        }
        let plain = try code { _ in }
        #expect(!plain.isGS1 && !plain.isAIM)
        let gs1 = try code { $0.append(5, count: 4) }
        #expect(gs1.isGS1 && !gs1.isAIM && gs1.text == "0104912345123459")
        let aim = try code {
            $0.append(9, count: 4)
            $0.append(37, count: 8)
        }
        #expect(aim.isAIM && !aim.isGS1)
    }

    @Test func partsOfALargerPayloadAreTold() throws {
        var reader = try CodeReader()
        for (index, version) in [(0, 2), (2, 8), (15, 30)] {
            var bits = QRBits(version: version)
            bits.appendStructure(index: index, count: 16, parity: 0xA7)
            bits.append(bytes: Array("part \(index)".utf8))
            for level in QRSymbol.Level.allCases {
                let symbol = QRSymbol(bits, version: version, level: level, mask: index % 8)
                let code = try #require(try reader.read(QRPicture(symbol, scale: 4)).first)
                #expect(code.text == "part \(index)")
                let part = code.structuredAppend?.part
                #expect(part?.index == index && part?.count == 16 && part?.parity == 0xA7)
            }
        }
        #expect(try reader.read(QRPicture(QRSymbol(bytes: [65]), scale: 4)).first?.structuredAppend == nil)
    }

    @Test func largeDarkPartsAreRead() throws {
        // A dark square in the middle, within the error correction, which libzbar's threshold would make light.
        var reader = try CodeReader()
        let bytes = Array("black hole".utf8)
        let version = 10
        var symbol = QRSymbol(QRBits(bytes: bytes, version: version), version: version, level: .high, mask: 0)
        let light = symbol.dataPlaces.filter { 9..<24 ~= $0.x && 30..<46 ~= $0.y && !symbol.isDark($0.x, $0.y) }
        symbol.damage(light)
        #expect(try reader.read(QRPicture(symbol, scale: 4)).map(\.bytes) == [bytes])
    }

    @Test func otherSymbologiesAreReadIfAskedFor() throws {
        // EAN-13 4006381333931, quiet zones of nine modules.
        let bars =
            "101" + "0001101" + "0100111" + "0101111" + "0111101" + "0001001" + "0110011" + "01010"
            + "1000010" + "1000010" + "1000010" + "1110100" + "1000010" + "1100110" + "101"
        let modules = [Bool](repeating: false, count: 9) + bars.map { $0 == "1" } + [Bool](repeating: false, count: 9)
        let picture = QRPicture(width: 3 * modules.count, height: 80, samples: 1) { x, y in
            modules[Int(x) / 3] && 8..<72 ~= y
        }
        var parameters = CodeReader.Parameters()
        var plain = try CodeReader(parameters)
        #expect(try plain.read(picture).isEmpty)
        parameters.symbologies = [.ean13]
        var reader = try CodeReader(parameters)
        let codes = try reader.read(picture)
        #expect(codes.map(\.text) == ["4006381333931"])
        #expect(codes.map(\.symbology) == [.ean13])
        #expect(codes.first?.version == nil)
    }

    @Test func mirroredSymbolsAreRead() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("through the looking-glass".utf8), level: .quartile, mask: 6)
        let picture = QRPicture(symbol, width: 200, height: 200) { x, y in ((180 - x) / 5, (y - 20) / 5) }
        let code = try #require(try reader.read(picture).first)
        #expect(code.text == "through the looking-glass")
        #expect(code.isMirrored)
        #expect(code.level == .quartile)
    }

    @Test func invertedSymbolsAreRead() throws {
        var reader = try CodeReader()
        let symbol = QRSymbol(bytes: Array("night".utf8))
        let code = try #require(try reader.read(QRPicture(symbol, module: 4, dark: 240, light: 15)).first)
        #expect(code.text == "night")
        #expect(code.isInverted)
    }

    @Test func severalSymbolsAreRead() throws {
        var reader = try CodeReader()
        let texts = (1...6).map { "code number \($0)" }
        let found = try reader.read(Self.sheet(of: texts))
        #expect(Set(found.map(\.text)) == Set(texts))
        #expect(found.count == texts.count)
    }

    @Test func theLimitOfCodesIsKept() throws {
        var parameters = CodeReader.Parameters()
        parameters.limit = 2
        var reader = try CodeReader(parameters)
        #expect(try reader.read(Self.sheet(of: ["one", "two", "three"])).count == 2)
        parameters.limit = 0
        #expect(throws: CodeReader.Failure.self) { try CodeReader(parameters) }
    }

    /// Symbols in rows of three, rotated by 20 degrees.
    private static func sheet(of texts: [String]) -> QRPicture {
        let (c, s) = (cos(0.35), sin(0.35))
        let symbols = texts.map { QRSymbol(bytes: Array($0.utf8)) }
        return QRPicture(width: 700, height: 560) { x, y in
            let (u, v) = ((x * c + y * s - 100) / 5, (-x * s + y * c + 30) / 5)
            let (column, row) = ((u / 38).rounded(.down), (v / 38).rounded(.down))
            let i = Int(row) * 3 + Int(column)
            guard 0..<3 ~= column, row >= 0, i < symbols.count else { return false }
            return symbols[i].isDark(Int((u - 38 * column).rounded(.down)), Int((v - 38 * row).rounded(.down)))
        }
    }
}
