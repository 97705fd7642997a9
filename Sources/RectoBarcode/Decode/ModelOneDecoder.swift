/// Decodes QR codes of Model 1, the first design (ISO/IEC 18004:2000, annex M): it has no alignment patterns, lays its codewords in
/// blocks of 2 × 4 modules along the sides and of 4 × 2 between them, and takes other block sizes.
struct ModelOneDecoder {
    /// The versions whose layout is confirmed by tests; the standard has 13 and 14, too.
    static let versions = 1...12

    /// The maximum number of corrected bits of the format: small, since most codes are of Model 2.
    private static let formatErrors = 1
    /// The mask of the format's words.
    private static let formatMask = 0x2825
    /// The data begin after the corner's four modules, which are unused.
    private static let firstBit = 4

    struct Symbol {
        var payload: SymbolDecoder.Payload
        var evidence: ReadingEvidence
        var format: FormatInformation
        var structuredAppend: StructuredAppend?
    }

    /// Whether the format is nearer to one of Model 1 than to any other, as far as it is legible without a fit.
    func mayRead(_ bits: SymbolBits) -> Bool {
        FormatInformation(bits, mask: Self.formatMask).errors < min(4, FormatInformation(bits).errors)
    }

    func decode(_ bits: SymbolBits) -> Symbol? {
        let version = (bits.dimension - 17) / 4
        guard Self.versions ~= version else { return nil }
        let format = FormatInformation(bits, mask: Self.formatMask)
        var evidence = ReadingEvidence(format: format.errors)
        guard format.errors <= Self.formatErrors, let data = data(bits, format, version: version, &evidence),
            data[0] < 0x10
        else { return nil }
        var reader = PayloadReader(data, .code(version: version), firstBit: Self.firstBit)
        guard let payload = reader.read(), !payload.bytes.isEmpty else { return nil }
        // Its first 20 bits, behind the corner's.
        let header = data.prefix(3).reduce(0) { $0 << 8 | Int($1) } & 0xFFFFF
        return Symbol(
            payload: payload, evidence: evidence, format: format,
            structuredAppend: payload.isPart ? StructuredAppend(header: header) : nil)
    }

    /// Returns the corrected data of all blocks. The blocks' data come first, one after the other, then their parities.
    private func data(
        _ bits: SymbolBits, _ format: FormatInformation, version: Int, _ evidence: inout ReadingEvidence
    ) -> [UInt8]? {
        var codewords = Self.places(dimension: bits.dimension).map { block in
            block.reduce(UInt8(0)) { word, place in
                let (x, y) = place
                let isDark = format.isMirrored ? bits.isDark(y, x) : bits.isDark(x, y)
                return word << 1 | (isDark != DataStream.isTurned(x, y, mask: format.mask) ? 1 : 0)
            }
        }
        codewords[0] &= 0x0F
        let (count, parity) = Self.blocks(version: version, format.level)
        let detecting = SymbolShape(version: version).detecting(at: format.level)
        let dataCount = codewords.count / count - parity
        var data: [UInt8] = []
        for index in 0..<count {
            // Codewords after the last block belong to none.
            let firstParity = count * dataCount + index * parity
            var block = Array(codewords[index * dataCount..<(index + 1) * dataCount])
            block += codewords[firstParity..<firstParity + parity]
            guard
                let corrected = ReedSolomon.correct(&block, parity: parity, limit: (parity - detecting) / 2)
            else { return nil }
            evidence.add(codewords: block.count, parity: parity, corrected: corrected)
            data += block[..<dataCount]
        }
        return data
    }

    /// Columns and rows of the eight modules of each codeword, the highest bit first.
    static func places(dimension n: Int) -> [[(x: Int, y: Int)]] {
        /// A block by its bottom right module, from there leftward and upward.
        func block(_ right: Int, _ bottom: Int, width: Int) -> [(x: Int, y: Int)] {
            (0..<8).map { (x: right - $0 % width, y: bottom - $0 / width) }
        }
        var places: [[(x: Int, y: Int)]] = []
        // The two columns at the right side, below the finder; every other block of the outer one is an extension pattern.
        let rows = (n - 8) / 4
        for row in 0..<rows where row % 2 == 1 || row == 0 || row == rows - 1 {
            places.append(block(n - 1, n - 1 - 4 * row, width: 2))
        }
        for row in 0..<rows { places.append(block(n - 3, n - 1 - 4 * row, width: 2)) }
        // Between the sides; every other block at the bottom is an extension pattern.
        let columns = (n - 13) / 4
        for column in 0..<columns {
            let right = n - 5 - 4 * column
            // The horizontal timing pattern is left out; the first column ends below the finder.
            let bottoms = stride(from: n - 1, to: column == 0 ? 9 : 7, by: -2) + (column == 0 ? [] : [5, 3, 1])
            for bottom in bottoms {
                let isExtension = bottom == n - 1 && column % 2 == 1 && column != columns - 1
                if !isExtension { places.append(block(right, bottom, width: 4)) }
            }
        }
        // The columns at the left side, between the finders; the vertical timing pattern is left out.
        for right in [8, 5, 3, 1] {
            for bottom in stride(from: n - 9, to: 8, by: -4) { places.append(block(right, bottom, width: 2)) }
        }
        return places
    }

    /// Blocks, and the codewords of parity of each (table M.4).
    private static func blocks(version: Int, _ level: ErrorCorrectionLevel) -> (count: Int, parity: Int) {
        let row = table[version - 1]
        return switch level {
        case .low: row[0]
        case .medium: row[1]
        case .quartile: row[2]
        case .high: row[3]
        }
    }

    private static let table: [[(count: Int, parity: Int)]] = [
        [(1, 7), (1, 10), (1, 13), (1, 17)], [(1, 10), (1, 16), (1, 22), (1, 30)],
        [(1, 15), (1, 28), (1, 36), (1, 48)], [(1, 20), (1, 40), (1, 50), (1, 66)],
        [(1, 26), (1, 52), (1, 66), (2, 44)], [(1, 34), (2, 32), (2, 42), (2, 56)],
        [(1, 42), (2, 40), (2, 52), (3, 46)], [(2, 24), (2, 48), (2, 64), (3, 56)],
        [(2, 30), (2, 60), (3, 50), (3, 68)], [(2, 34), (2, 68), (3, 58), (4, 58)],
        [(2, 40), (4, 40), (4, 52), (5, 54)], [(2, 46), (4, 46), (4, 58), (5, 62)],
    ]
}
