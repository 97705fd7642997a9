/// Decodes symbols whose modules are known: error correction, then the bit stream (ISO/IEC 18004, 7).
struct SymbolDecoder {
    struct Payload: Equatable {
        var bytes: [UInt8]
        /// How they read.
        var text = PayloadText([])
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
    /// - Parameter sureness: Of each module; what is least sure is tried as erased if all else fails.
    func decode(_ bits: SymbolBits, sureness: ModuleTable? = nil) -> (payload: Payload, format: FormatInformation)? {
        let format = FormatInformation(bits)
        // A damaged format may look like another one from behind.
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

    /// Shares of the parity that erasures take up, and the codewords of it that are left to detect what is wrong.
    private static let erasedShares: [Float] = [0.3, 0.5, 0.7]
    private static let margin = 4

    /// Puts a block right whose least sure codewords count as erased.
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

    /// The data of all blocks, put right (7.6): codewords are dealt to the blocks in turn, data first, then parity; the last
    /// blocks have one of data more.
    /// - Parameter sure: How sure each codeword is, or nothing.
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
