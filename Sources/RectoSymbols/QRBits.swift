/// The bit stream of a QR code: its segments, one after the other.
public struct QRBits: Sendable {
    private var bits: [Bool] = []
    private let version: Int

    public init(version: Int) { self.version = version }

    /// Creates a stream with one segment of bytes.
    public init(bytes: [UInt8], version: Int) {
        self.init(version: version)
        append(bytes: bytes)
    }

    public var count: Int { bits.count }

    public mutating func append(_ value: Int, count: Int) {
        for i in (0..<count).reversed() { bits.append(value >> i & 1 == 1) }
    }

    public mutating func append(bytes: [UInt8]) {
        append(4, count: 4)
        append(bytes.count, count: version < 10 ? 8 : 16)
        for byte in bytes { append(Int(byte), count: 8) }
    }

    public mutating func append(digits: String) {
        append(1, count: 4)
        append(digits.count, count: version < 10 ? 10 : version < 27 ? 12 : 14)
        var rest = Substring(digits)
        while !rest.isEmpty {
            let group = rest.prefix(3)
            append(Int(group) ?? 0, count: 3 * group.count + 1)
            rest = rest.dropFirst(3)
        }
    }

    public mutating func append(alphanumeric text: String) {
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        let values = text.compactMap { letters.firstIndex(of: $0) }
        append(2, count: 4)
        append(values.count, count: version < 10 ? 9 : version < 27 ? 11 : 13)
        for i in stride(from: 0, to: values.count, by: 2) {
            if i + 1 < values.count {
                append(45 * values[i] + values[i + 1], count: 11)
            } else {
                append(values[i], count: 6)
            }
        }
    }

    /// Appends two-byte characters of Shift_JIS.
    public mutating func append(kanji characters: [Int]) {
        append(8, count: 4)
        append(characters.count, count: version < 10 ? 8 : version < 27 ? 10 : 12)
        for character in characters {
            let offset = character - (character < 0xE040 ? 0x8140 : 0xC140)
            append((offset >> 8) * 0xC0 + (offset & 0xFF), count: 13)
        }
    }

    /// Appends two-byte characters of GB 2312.
    public mutating func append(hanzi characters: [Int]) {
        append(13, count: 4)
        append(1, count: 4)
        append(characters.count, count: version < 10 ? 8 : version < 27 ? 10 : 12)
        for character in characters {
            let offset = character - (character < 0xB0A1 ? 0xA1A1 : 0xA6A1)
            append((offset >> 8) * 0x60 + (offset & 0xFF), count: 13)
        }
    }

    /// Appends the character set of the following bytes, below 128.
    public mutating func append(characterSet number: Int) {
        append(7, count: 4)
        append(number, count: 8)
    }

    /// Marks the symbol as one of several that belong together.
    public mutating func appendStructure(index: Int, count: Int, parity: Int) {
        append(3, count: 4)
        append(index, count: 4)
        append(count - 1, count: 4)
        append(parity, count: 8)
    }

    /// The stream with terminator and padding.
    /// - Parameter leading: Zero bits before it.
    func codewords(count: Int, leading: Int = 0) -> [UInt8] {
        precondition(leading + bits.count <= 8 * count, "more bits than the symbol holds")
        var all = [Bool](repeating: false, count: leading) + bits
        all += [Bool](repeating: false, count: min(4, 8 * count - all.count))
        all += [Bool](repeating: false, count: (8 - all.count % 8) % 8)
        var bytes = stride(from: 0, to: all.count, by: 8).map { i in
            all[i..<i + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var padding: UInt8 = 0xEC
        while bytes.count < count {
            bytes.append(padding)
            padding ^= 0xEC ^ 0x11
        }
        return bytes
    }
}
