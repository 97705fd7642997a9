/// Decodes symbols whose modules are known: error correction, then the bit stream (ISO/IEC 18004, 7).
struct SymbolDecoder {
    struct Payload: Equatable {
        var bytes: [UInt8]
        /// Whether it is one of several symbols that hold a payload together.
        var isPart = false
        /// Data of GS1 application identifiers: FNC1 in the first position.
        var isGS1 = false
        /// Data by a rule of AIM International: FNC1 in the second position.
        var isAIM = false
    }

    /// Bits of the format that are put right at most: the code's words differ in seven.
    private static let formatErrors = 3

    /// - Returns: The payload, and the format that it was read by; `nil` if there is more damage than the error correction can
    ///   mend, or the bits mean nothing.
    func decode(_ bits: SymbolBits) -> (payload: Payload, format: FormatInformation)? {
        let format = FormatInformation(bits)
        // A damaged format may look like another one from behind.
        return decode(bits, format) ?? decode(bits, FormatInformation(bits, isMirrored: !format.isMirrored))
    }

    private func decode(_ bits: SymbolBits, _ format: FormatInformation) -> (Payload, FormatInformation)? {
        guard format.errors <= Self.formatErrors else { return nil }
        let shape = SymbolShape(version: (bits.dimension - 17) / 4)
        guard let data = data(DataStream(bits, format).codewords, of: shape, format.level) else { return nil }
        var reader = PayloadReader(data, version: shape.version)
        return reader.read().map { ($0, format) }
    }

    /// The data of all blocks, put right (7.6): codewords are dealt to the blocks in turn, data first, then parity; the last
    /// blocks have one of data more.
    private func data(_ codewords: [UInt8], of shape: SymbolShape, _ level: ErrorCorrectionLevel) -> [UInt8]? {
        let (count, parity) = (shape.blocks(at: level), shape.parity(at: level))
        let shortData = codewords.count / count - parity
        let shortBlocks = count - codewords.count % count
        var data: [UInt8] = []
        let firstParity = codewords.count - count * parity
        for index in 0..<count {
            var block = (0..<shortData).map { codewords[$0 * count + index] }
            if index >= shortBlocks { block.append(codewords[shortData * count + index - shortBlocks]) }
            let dataCount = block.count
            for i in 0..<parity { block.append(codewords[firstParity + i * count + index]) }
            guard ReedSolomon.correct(&block, parity: parity, limit: shape.correctable(at: level)) else { return nil }
            data += block[..<dataCount]
        }
        return data
    }
}
