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

    /// The maximum number of corrected format bits; valid words differ in at least seven.
    private static let formatErrors = 3

    /// - Returns: The payload and the format used; `nil` if the damage exceeds the error correction or the bits are
    ///   invalid.
    /// - Parameter sureness: The certainty of each module; if all else fails, the least certain ones are treated as
    ///   erasures.
    func decode(_ bits: SymbolBits, sureness: ModuleTable? = nil) -> (payload: Payload, format: FormatInformation)? {
        let format = FormatInformation(bits)
        // A damaged format may look like the mirror image of another.
        return decode(bits, format, sureness)
            ?? decode(bits, FormatInformation(bits, isMirrored: !format.isMirrored), sureness)
    }

    private func decode(_ bits: SymbolBits, _ format: FormatInformation, _ sureness: ModuleTable?)
        -> (Payload, FormatInformation)?
    {
        guard format.errors <= Self.formatErrors else { return nil }
        let shape = SymbolShape(version: (bits.dimension - 17) / 4)
        let stream = DataStream(bits, format)
        let sure = sureness.map(stream.sureness) ?? []
        guard let data = data(stream.codewords, sure, of: shape, format.level) else { return nil }
        var reader = PayloadReader(data, .code(version: shape.version))
        return reader.read().map { ($0, format) }
    }

    /// The shares of the parity used for erasures, and the parity codewords reserved for error detection.
    private static let erasedShares: [Float] = [0.3, 0.5, 0.7]
    private static let margin = 4

    /// Corrects a block, treating its least certain codewords as erasures.
    private func correct(_ block: inout [UInt8], _ parity: Int, _ sure: [Float]) -> Bool {
        let order = sure.indices.sorted { sure[$0] < sure[$1] }
        for share in Self.erasedShares {
            let count = Int(share * Float(parity))
            guard parity - count >= Self.margin else { return false }
            let limit = (parity - count - Self.margin) / 2
            if ReedSolomon.correct(&block, parity: parity, limit: limit, erasures: Array(order.prefix(count))) {
                return true
            }
        }
        return false
    }

    /// Returns the corrected data of all blocks (7.6). Codewords are interleaved: data first, then parity; the last
    /// blocks have one more data codeword.
    /// - Parameter sure: The certainty of each codeword, or empty.
    private func data(_ codewords: [UInt8], _ sure: [Float], of shape: SymbolShape, _ level: ErrorCorrectionLevel)
        -> [UInt8]?
    {
        let (count, parity) = (shape.blocks(at: level), shape.parity(at: level))
        let shortData = codewords.count / count - parity
        let shortBlocks = count - codewords.count % count
        var data: [UInt8] = []
        let firstParity = codewords.count - count * parity
        for index in 0..<count {
            var places = (0..<shortData).map { $0 * count + index }
            if index >= shortBlocks { places.append(shortData * count + index - shortBlocks) }
            let dataCount = places.count
            for i in 0..<parity { places.append(firstParity + i * count + index) }
            var block = places.map { codewords[$0] }
            guard
                ReedSolomon.correct(&block, parity: parity, limit: shape.correctable(at: level))
                    || !sure.isEmpty && correct(&block, parity, places.map { sure[$0] })
            else { return nil }
            data += block[..<dataCount]
        }
        return data
    }
}
