/// Decodes symbols from their modules: error correction, then the bit stream (ISO/IEC 18004, 7).
struct SymbolDecoder {
    struct Payload: Equatable {
        var bytes: [UInt8]
        /// The payload as text.
        var text = PayloadText([])
        /// Whether it is one of several symbols that share a payload.
        var isPart = false
        /// GS1 application identifiers: FNC1 in the first position.
        var isGS1 = false
        /// A rule of AIM International: FNC1 in the second position.
        var isAIM = false
    }

    struct Symbol {
        var payload: Payload
        /// The format used.
        var format: FormatInformation
        var evidence: ReadingEvidence
    }

    /// The maximum number of corrected format bits; valid words differ in at least seven.
    private static let formatErrors = 3

    /// - Parameter sureness: The certainty of each module; if all else fails, the least certain ones are treated as
    ///   erasures.
    /// - Returns: `nil` if the damage exceeds the error correction or the bits are invalid.
    func decode(_ bits: SymbolBits, sureness: ModuleTable? = nil) -> Symbol? {
        let format = FormatInformation(bits)
        // A damaged format may look like the mirror image of another.
        return decode(bits, format, sureness)
            ?? decode(bits, FormatInformation(bits, isMirrored: !format.isMirrored), sureness)
    }

    private func decode(_ bits: SymbolBits, _ format: FormatInformation, _ sureness: ModuleTable?) -> Symbol? {
        guard format.errors <= Self.formatErrors else { return nil }
        let shape = SymbolShape(version: (bits.dimension - 17) / 4)
        let stream = DataStream(bits, format)
        let sure = sureness.map(stream.sureness) ?? []
        var evidence = ReadingEvidence(format: format.errors)
        guard let data = data(stream.codewords, sure, of: shape, format.level, &evidence) else { return nil }
        var reader = PayloadReader(data, .code(version: shape.version))
        return reader.read().map { Symbol(payload: $0, format: format, evidence: evidence) }
    }

    /// The shares of the parity used for erasures, and the parity codewords reserved for error detection.
    private static let erasedShares: [Float] = [0.3, 0.5, 0.7, 0.8]
    private static let margin = 2

    /// Corrects a block, treating its least certain codewords as erasures.
    /// - Returns: The number of wrong codewords besides the erasures, and of erasures; `nil` if it cannot be corrected.
    private func correct(_ block: inout [UInt8], _ parity: Int, _ sure: [Float]) -> (corrected: Int, erasures: Int)? {
        let order = sure.indices.sorted { sure[$0] < sure[$1] }
        let most = parity - Self.margin
        for count in Self.erasedShares.map({ Int($0 * Float(parity)) }) + [most] where 1...max(1, most) ~= count {
            let limit = (parity - count - Self.margin) / 2
            let erasures = Array(order.prefix(count))
            if let all = ReedSolomon.correct(&block, parity: parity, limit: limit, erasures: erasures) {
                return (max(0, all - count), count)
            }
        }
        return nil
    }

    /// Returns the corrected data of all blocks (7.6). Codewords are interleaved: data first, then parity; the last
    /// blocks have one more data codeword.
    /// - Parameters:
    ///   - sure: The certainty of each codeword, or empty.
    ///   - evidence: Gets the evidence of each block.
    private func data(
        _ codewords: [UInt8], _ sure: [Float], of shape: SymbolShape, _ level: ErrorCorrectionLevel,
        _ evidence: inout ReadingEvidence
    ) -> [UInt8]? {
        let (count, parity) = (shape.blocks(at: level), shape.parity(at: level))
        let shortData = codewords.count / count - parity
        let shortBlocks = count - codewords.count % count
        var data: [UInt8] = []
        data.reserveCapacity(codewords.count)
        let firstParity = codewords.count - count * parity
        for index in 0..<count {
            let dataCount = index < shortBlocks ? shortData : shortData + 1
            func place(_ i: Int) -> Int {
                if i < shortData { return i * count + index }
                return i < dataCount
                    ? shortData * count + index - shortBlocks : firstParity + (i - dataCount) * count + index
            }
            let places = 0..<dataCount + parity
            var block = places.map { codewords[place($0)] }
            if let corrected = ReedSolomon.correct(&block, parity: parity, limit: shape.correctable(at: level)) {
                evidence.add(codewords: block.count, parity: parity, corrected: corrected)
            } else if !sure.isEmpty, let (corrected, erasures) = correct(&block, parity, places.map { sure[place($0)] })
            {
                evidence.add(codewords: block.count, parity: parity, corrected: corrected, erasures: erasures)
            } else {
                return nil
            }
            data += block[..<dataCount]
        }
        return data
    }
}
