/// A Micro QR code (ISO/IEC 18004), drawn independently of the reader's own tables.
public struct MicroSymbol: Sendable {
    /// 1…4, with the error correction they may have.
    public enum Kind: Int, Sendable, CaseIterable {
        case m1, m2Low, m2Medium, m3Low, m3Medium, m4Low, m4Medium, m4Quartile

        /// 1…4.
        public var version: Int { [1, 2, 2, 3, 3, 4, 4, 4][rawValue] }
        /// The number of data bits and of parity codewords.
        var sizes: (bits: Int, parity: Int) {
            [(20, 2), (40, 5), (32, 6), (84, 6), (68, 8), (128, 8), (112, 10), (80, 14)][rawValue]
        }
        /// The mode of the only segment of ``MicroSymbol/init(_:kind:mask:)``.
        var form: Form { version == 1 ? .digits : version == 2 ? .characters : .bytes }
        /// The maximum number of characters in one segment.
        public var capacity: Int {
            let bits = sizes.bits - (version - 1) - countBits
            return switch form {
            case .digits: bits / 10 * 3 + (bits % 10 >= 7 ? 2 : bits % 10 >= 4 ? 1 : 0)
            case .characters: bits / 11 * 2 + (bits % 11 >= 6 ? 1 : 0)
            case .bytes: bits / 8
            }
        }
        var countBits: Int { form == .digits ? version + 2 : version + 1 }
    }

    enum Form: Int {
        case digits, characters, bytes
    }

    /// The characters of segments of letters, by their values.
    public static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")

    public let modules: SymbolModules

    /// One segment: digits in version 1, of ``characters`` in version 2, bytes in the others.
    /// - Precondition: No more characters than the kind's capacity, all of its form.
    /// - Parameter mask: 0…3.
    public init(_ text: String, kind: Kind, mask: Int) {
        precondition(text.utf8.count <= kind.capacity, "more characters than the symbol holds")
        var bits = SymbolBitStream()
        bits.append(kind.form.rawValue, count: kind.version - 1)
        bits.append(text.utf8.count, count: kind.countBits)
        switch kind.form {
        case .digits: bits.append(digits: text)
        case .characters: bits.append(characters: text)
        case .bytes: text.utf8.forEach { bits.append(Int($0), count: 8) }
        }
        self.init(data: bits.bits, kind: kind, mask: mask)
    }

    /// Any bits, with terminator and padding; those that the symbol does not hold are left out.
    /// - Parameter mask: 0…3.
    public init(data: [Bool], kind: Kind, mask: Int) {
        let bits = SymbolBitStream(data.prefix(kind.sizes.bits))
        let data = bits.codewords(bits: kind.sizes.bits, terminator: 2 * kind.version + 1)
        let parity = ParityWords.of(data, count: kind.sizes.parity)
        // The last codeword of data may have four bits.
        let stream = SymbolBitStream.bits(data).prefix(kind.sizes.bits) + SymbolBitStream.bits(parity)
        var modules = MicroSymbol.patterns(version: kind.version)
        MicroSymbol.fixFormat(kind.rawValue << 2 | mask, in: &modules)
        modules.lay(Array(stream), from: modules.width - 1) { x, y in
            switch mask {
            case 0: y % 2 == 0
            case 1: (y / 2 + x / 3) % 2 == 0
            case 2: (x * y % 2 + x * y % 3) % 2 == 0
            default: ((x + y) % 2 + x * y % 3) % 2 == 0
            }
        }
        self.modules = modules
    }

    private static func patterns(version: Int) -> SymbolModules {
        let side = 9 + 2 * version
        var modules = SymbolModules(width: side, height: side)
        for i in 0..<side {
            modules.fix(i, 0, i % 2 == 0)
            modules.fix(0, i, i % 2 == 0)
        }
        modules.fixSquares(3, 3, radius: 4) { $0 != 2 && $0 != 4 }
        return modules
    }

    private static func fixFormat(_ data: Int, in modules: inout SymbolModules) {
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (data << 10 | rest) ^ 0x4445
        for i in 0..<8 {
            modules.fix(8, i + 1, bits >> i & 1 == 1)
            modules.fix(i + 1, 8, bits >> (14 - i) & 1 == 1)
        }
    }
}

/// Bits of the small symbols, the highest bit of a value first.
struct SymbolBitStream {
    private(set) var bits: [Bool]

    init(_ bits: some Sequence<Bool> = [Bool]()) { self.bits = Array(bits) }

    mutating func append(_ value: Int, count: Int) {
        for i in (0..<count).reversed() { bits.append(value >> i & 1 == 1) }
    }

    mutating func append(digits: String) {
        var rest = Substring(digits)
        while !rest.isEmpty {
            let group = rest.prefix(3)
            append(Int(group) ?? 0, count: 3 * group.count + 1)
            rest = rest.dropFirst(3)
        }
    }

    mutating func append(characters text: String) {
        let values = text.compactMap { MicroSymbol.characters.firstIndex(of: $0) }
        for i in stride(from: 0, to: values.count, by: 2) {
            let isPair = i + 1 < values.count
            append(isPair ? 45 * values[i] + values[i + 1] : values[i], count: isPair ? 11 : 6)
        }
    }

    /// With terminator and padding; the last one keeps four bits, the upper ones, if `bits` is no multiple of eight.
    func codewords(bits capacity: Int, terminator: Int) -> [UInt8] {
        var all = bits
        all += [Bool](repeating: false, count: min(terminator, capacity - all.count))
        all += [Bool](repeating: false, count: min((8 - all.count % 8) % 8, capacity - all.count))
        var padding: UInt8 = 0xEC
        while capacity - all.count >= 8 {
            all += Self.bits([padding])
            padding ^= 0xEC ^ 0x11
        }
        all += [Bool](repeating: false, count: capacity - all.count)
        return stride(from: 0, to: all.count, by: 8).map { i in
            (0..<8).reduce(UInt8(0)) { $0 << 1 | (i + $1 < all.count && all[i + $1] ? 1 : 0) }
        }
    }

    static func bits(_ codewords: [UInt8]) -> [Bool] {
        codewords.flatMap { word in (0..<8).map { word << $0 & 0x80 != 0 } }
    }
}
