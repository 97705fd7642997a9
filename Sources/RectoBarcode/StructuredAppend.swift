/// The place of a symbol among those that hold one payload together (ISO/IEC 18004, 8).
public struct StructuredAppend: Hashable, Sendable {
    /// Which part it is, from 0 on, of how many, and the parity of the whole payload, by which parts are told to belong
    /// together. Nothing if they cannot be made out: libzbar does not tell them, and they are read without error correction.
    public var part: Part?

    public struct Part: Hashable, Sendable {
        /// 0…15.
        public var index: Int
        /// 1…16.
        public var count: Int
        public var parity: UInt8
    }

    init(_ bits: SymbolBits, _ format: FormatInformation) {
        let header = DataStream(bits, format).firstBits(count: 20)
        let (index, last) = (header >> 12 & 15, header >> 8 & 15)
        // The mode's indicator is 3.
        guard header >> 16 == 3, index <= last else { return }
        part = Part(index: index, count: last + 1, parity: UInt8(header & 255))
    }
}
