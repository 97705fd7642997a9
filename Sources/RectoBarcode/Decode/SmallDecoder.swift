import RectoCore

/// Decodes Micro QR codes and rectangular ones from their modules.
struct SmallDecoder {
    /// A decoded symbol.
    struct Symbol {
        var payload: SymbolDecoder.Payload
        var evidence: ReadingEvidence
        var level: ErrorCorrectionLevel?
        var isMirrored = false
    }

    /// The maximum number of corrected format bits. Symbols with little error correction must have none wrong.
    private static let formatErrors = 2

    // MARK: - Micro QR

    /// The format information of a Micro QR code (ISO/IEC 18004, table 13).
    private struct MicroFormat {
        var version: Int
        var level: ErrorCorrectionLevel?
        /// The number of data bits, parity codewords, and correctable codewords.
        var (data, parity, correctable): (Int, Int, Int)

        static let all = [
            MicroFormat(version: 1, level: nil, data: 20, parity: 2, correctable: 0),
            MicroFormat(version: 2, level: .low, data: 40, parity: 5, correctable: 1),
            MicroFormat(version: 2, level: .medium, data: 32, parity: 6, correctable: 2),
            MicroFormat(version: 3, level: .low, data: 84, parity: 6, correctable: 2),
            MicroFormat(version: 3, level: .medium, data: 68, parity: 8, correctable: 4),
            MicroFormat(version: 4, level: .low, data: 128, parity: 8, correctable: 3),
            MicroFormat(version: 4, level: .medium, data: 112, parity: 10, correctable: 5),
            MicroFormat(version: 4, level: .quartile, data: 80, parity: 14, correctable: 7),
        ]
    }

    /// - Parameter version: 1…4, by size.
    func micro(_ bits: SymbolBits, version: Int) -> Symbol? {
        micro(bits, version: version, isMirrored: false)
            ?? micro(bits, version: version, isMirrored: true)
    }

    private func micro(_ bits: SymbolBits, version: Int, isMirrored: Bool) -> Symbol? {
        func isDark(_ x: Int, _ y: Int) -> Bool { isMirrored ? bits.isDark(y, x) : bits.isDark(x, y) }
        var word = 0
        for x in 1...8 { word = word << 1 | (isDark(x, 8) ? 1 : 0) }
        for y in (1...7).reversed() { word = word << 1 | (isDark(8, y) ? 1 : 0) }
        // The same code as in QR codes, with a different mask.
        word ^= 0x4445
        guard let (data, errors) = Self.nearest(word, in: FormatInformation.valid) else { return nil }
        let format = MicroFormat.all[data >> 2]
        guard format.version == version,
            errors <= (version == 1 ? 0 : version == 2 ? 1 : Self.formatErrors)
        else {
            return nil
        }
        let mask = [1, 4, 6, 7][data & 3]
        let n = bits.dimension
        var stream: [Bool] = []
        var isUpward = true
        for right in stride(from: n - 1, to: 0, by: -2) {
            for step in 0..<n {
                let y = isUpward ? n - 1 - step : step
                for x in [right, right - 1] where x > 0 && y > 0 && (x > 8 || y > 8) {
                    stream.append(isDark(x, y) != DataStream.isTurned(x, y, mask: mask))
                }
            }
            isUpward.toggle()
        }
        guard stream.count >= format.data + 8 * format.parity else { return nil }
        // The last data codeword of versions 1 and 3 has four bits.
        var block = Self.codewords(stream[..<format.data])
        let dataCount = block.count
        block += Self.codewords(stream[format.data..<format.data + 8 * format.parity])
        guard let corrected = ReedSolomon.correct(&block, parity: format.parity, limit: format.correctable) else {
            return nil
        }
        var evidence = ReadingEvidence(format: errors)
        evidence.add(codewords: block.count, parity: format.parity, corrected: corrected)
        var reader = PayloadReader(
            Array(block[..<dataCount]), .micro(version: version), bitCount: format.data)
        guard let payload = reader.read(), !payload.bytes.isEmpty else { return nil }
        return Symbol(payload: payload, evidence: evidence, level: format.level, isMirrored: isMirrored)
    }

    private static func codewords(_ bits: ArraySlice<Bool>) -> [UInt8] {
        var words = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (i, bit) in bits.enumerated() where bit { words[i / 8] |= 0x80 >> UInt8(i % 8) }
        return words
    }

    /// Returns the data of the nearest valid word.
    private static func nearest(_ word: Int, in valid: [Int]) -> (data: Int, errors: Int)? {
        valid.enumerated().map { ($0.offset, ($0.element ^ word).nonzeroBitCount) }.min { $0.1 < $1.1 }
            .map { (data: $0.0, errors: $0.1) }
    }

    // MARK: - Rectangular

    /// The format information of a rectangular code.
    struct RectangularFormat: Equatable {
        /// The version, 1…32.
        var version: Int
        var level: ErrorCorrectionLevel
        var errors: Int
    }

    /// The 18 bits of each format, encoded like the versions of QR codes.
    private static let rectangularFormats: [Int] = (0..<64).map { data in
        var rest = data << 12
        for i in (12...17).reversed() where rest >> i & 1 == 1 { rest ^= 0x1F25 << (i - 12) }
        return data << 12 | rest
    }

    /// The columns and rows of the format beside the finder, least significant bit first.
    static let formatPlaces = (0..<18).map { (x: 8 + $0 / 5, y: 1 + $0 % 5) }

    /// - Parameter word: The bits beside the finder.
    static func rectangularFormat(_ word: Int) -> RectangularFormat? {
        format(word ^ 0x1FAB2)
    }

    private static func format(_ word: Int) -> RectangularFormat? {
        guard let (data, errors) = nearest(word, in: rectangularFormats), errors <= formatErrors else {
            return nil
        }
        return RectangularFormat(
            version: (data & 31) + 1, level: data & 32 == 0 ? .medium : .high, errors: errors)
    }

    /// Reads the format beside the sub-finder.
    private func secondFormat(_ bits: SymbolBits, _ shape: RectangularShape) -> RectangularFormat? {
        let (left, top) = (shape.width - 8, shape.height - 6)
        var word = 0
        for i in 0..<18 {
            let (x, y) = i < 15 ? (left + i / 5, top + i % 5) : (shape.width - 5 + i - 15, top)
            if bits.isDark(x, y) { word |= 1 << i }
        }
        return Self.format(word ^ 0x20A7B)
    }

    /// - Parameter format: The format beside the finder; the other one must agree unless it is illegible.
    func rectangular(_ bits: SymbolBits, _ shape: RectangularShape, _ format: RectangularFormat)
        -> Symbol?
    {
        if let second = secondFormat(bits, shape) {
            guard second.version == format.version, second.level == format.level else { return nil }
        } else if format.errors > 0 {
            return nil
        }
        let codewords = codewords(bits, shape)
        let (count, dataCount) = shape.blocks(at: format.level)
        guard codewords.count == shape.codewords else { return nil }
        let parity = (codewords.count - dataCount) / count
        let shortData = dataCount / count
        let shortBlocks = count - dataCount % count
        var data: [UInt8] = []
        var evidence = ReadingEvidence(rectangularFormat: format.errors)
        for index in 0..<count {
            var block = (0..<shortData).map { codewords[$0 * count + index] }
            if index >= shortBlocks { block.append(codewords[shortData * count + index - shortBlocks]) }
            let own = block.count
            for i in 0..<parity { block.append(codewords[dataCount + i * count + index]) }
            guard let corrected = ReedSolomon.correct(&block, parity: parity, limit: parity / 2) else { return nil }
            evidence.add(codewords: block.count, parity: parity, corrected: corrected)
            data += block[..<own]
        }
        var reader = PayloadReader(data, .rectangular(shape))
        guard let payload = reader.read(), !payload.bytes.isEmpty else { return nil }
        return Symbol(payload: payload, evidence: evidence, level: format.level)
    }

    /// Returns the codewords without the mask; left-over modules are ignored.
    private func codewords(_ bits: SymbolBits, _ shape: RectangularShape) -> [UInt8] {
        var stream: [Bool] = []
        var isUpward = true
        for right in stride(from: shape.width - 2, to: 0, by: -2) {
            for step in 0..<shape.height {
                let y = isUpward ? shape.height - 1 - step : step
                for x in [right, right - 1] where isData(x, y, shape) {
                    stream.append(bits.isDark(x, y) != ((y / 2 + x / 3) % 2 == 0))
                }
            }
            isUpward.toggle()
        }
        return Self.codewords(stream.prefix(8 * shape.codewords))
    }

    private func isData(_ x: Int, _ y: Int, _ shape: RectangularShape) -> Bool {
        let (w, h) = (shape.width, shape.height)
        guard 1..<w - 1 ~= x, 1..<h - 1 ~= y else { return false }
        // The finder with its border, and the format beside it.
        if x < 8 && y < 8 || 8...10 ~= x && 1...5 ~= y || x == 11 && 1...3 ~= y { return false }
        // The sub-finder, and the format beside and above it.
        if x >= w - 5 && y >= h - 5 || w - 8...w - 6 ~= x && h - 6...h - 2 ~= y
            || w - 5...w - 3 ~= x && y == h - 6
        {
            return false
        }
        // The corner patterns.
        if x == 1 && y == h - 2 && h >= 11 || x == w - 2 && y == 1 { return false }
        for column in shape.alignmentColumns {
            if x == column || abs(x - column) == 1 && (y <= 2 || y >= h - 3) { return false }
        }
        return true
    }
}
