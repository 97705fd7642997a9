/// Reads the payload of a symbol from its data (ISO/IEC 18004, 7.3 and 7.4).
struct PayloadReader {
    private let data: [UInt8]
    private let form: PayloadForm
    private let bitCount: Int
    /// The index of the next bit.
    private var position: Int
    private var payload = SymbolDecoder.Payload(bytes: [])
    /// The pieces of the payload. Consecutive bytes are decoded together.
    private var pieces: [Piece] = []

    private enum Piece {
        case digits([UInt8])
        /// Text in which a percent sign may represent FNC1.
        case characters([UInt8])
        case bytes([UInt8])
        /// Bytes in Shift JIS.
        case kanji([UInt8])
        /// Bytes in GB 2312.
        case hanzi([UInt8])
        /// The character set of the following bytes, as an ECI number.
        case meaning(Int)
    }

    /// - Parameters:
    ///   - firstBit: The index of the payload's first bit.
    ///   - bitCount: The number of bits of data; all by default.
    init(_ data: [UInt8], _ form: PayloadForm, firstBit: Int = 0, bitCount: Int? = nil) {
        position = firstBit
        self.data = data
        self.form = form
        self.bitCount = bitCount ?? 8 * data.count
    }

    /// - Returns: `nil` if the bits are invalid.
    mutating func read() -> SymbolDecoder.Payload? {
        var application: Int?
        reading: while !isAtEnd, let number = bits(form.modeBits), number < form.modes.count {
            switch form.modes[number] {
            case 0: break reading
            case 1: guard readDigits() else { return nil }
            case 2: guard readCharacters() else { return nil }
            case 3:
                guard let header = bits(16) else { return nil }
                payload.isPart = payload.isPart || header >> 8 & 15 > 0
            case 4: guard readBytes() else { return nil }
            case 5: if !payload.isAIM { payload.isGS1 = true }
            case 7:
                guard let number = meaning() else { return nil }
                pieces.append(.meaning(number))
            case 8: guard readKanji() else { return nil }
            case 9:
                // A two-digit number, or 100 plus a letter.
                guard let value = bits(8), value < 100 || 165..<191 ~= value || 197..<223 ~= value else { return nil }
                if !payload.isGS1, !payload.isAIM { (payload.isAIM, application) = (true, value) }
            case 13: guard readHanzi() else { return nil }
            default: return nil
            }
        }
        join(application)
        return payload
    }

    // MARK: - Bits

    /// Returns the next bits, most significant first; `nil` if there are fewer.
    private mutating func bits(_ count: Int) -> Int? {
        guard hasBits(count) else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(data[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    private func hasBits(_ count: Int) -> Bool { position + count <= bitCount }

    /// Whether the terminator follows, or fewer bits than that.
    private var isAtEnd: Bool {
        var ahead = self
        return ahead.bits(form.terminatorBits).map { $0 == 0 } ?? true
    }

    // MARK: - Modes

    private mutating func readDigits() -> Bool {
        guard let count = bits(form.digits) else { return false }
        var digits: [UInt8] = []
        for first in stride(from: 0, to: count, by: 3) {
            let length = min(3, count - first)
            guard let value = bits([4, 7, 10][length - 1]), value < [10, 100, 1000][length - 1] else { return false }
            for power in [100, 10, 1].suffix(length) { digits.append(UInt8(48 + value / power % 10)) }
        }
        pieces.append(.digits(digits))
        return true
    }

    private static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    private mutating func readCharacters() -> Bool {
        guard let count = bits(form.characters) else { return false }
        var text: [UInt8] = []
        for _ in 0..<count / 2 {
            guard let pair = bits(11), pair < 45 * 45 else { return false }
            text += [Self.characters[pair / 45], Self.characters[pair % 45]]
        }
        if count % 2 == 1 {
            guard let last = bits(6), last < 45 else { return false }
            text.append(Self.characters[last])
        }
        pieces.append(.characters(text))
        return true
    }

    private mutating func readBytes() -> Bool {
        guard let count = bits(form.bytes), hasBits(8 * count) else { return false }
        var bytes: [UInt8] = []
        for _ in 0..<count { if let byte = bits(8) { bytes.append(UInt8(byte)) } }
        append(bytes)
        return true
    }

    /// Reads two-byte characters in Shift JIS.
    private mutating func readKanji() -> Bool {
        guard let count = bits(form.kanji), hasBits(13 * count) else { return false }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            guard let value = bits(13) else { return false }
            var code = ((value / 0xC0) << 8 | value % 0xC0) + 0x8140
            if code >= 0xA000 { code += 0x4000 }
            bytes += [UInt8(code >> 8 & 255), UInt8(code & 255)]
        }
        pieces.append(.kanji(bytes))
        return true
    }

    /// Reads two-byte characters in GB 2312 (GB/T 18284), the only defined subset.
    private mutating func readHanzi() -> Bool {
        guard bits(4) == 1, let count = bits(form.kanji), hasBits(13 * count) else { return false }
        var bytes: [UInt8] = []
        for _ in 0..<count {
            guard let value = bits(13) else { return false }
            let code = ((value / 0x60) << 8 | value % 0x60) + (value / 0x60 < 10 ? 0xA1A1 : 0xA6A1)
            bytes += [UInt8(code >> 8 & 255), UInt8(code & 255)]
        }
        pieces.append(.hanzi(bytes))
        return true
    }

    private mutating func append(_ bytes: [UInt8]) {
        if case .bytes(let before)? = pieces.last {
            pieces[pieces.count - 1] = .bytes(before + bytes)
        } else {
            pieces.append(.bytes(bytes))
        }
    }

    /// Reads an ECI number of one to three bytes.
    private mutating func meaning() -> Int? {
        guard let first = bits(8) else { return nil }
        if first < 0x80 { return first }
        if first < 0xC0 { return bits(8).map { (first & 0x3F) << 8 | $0 } }
        guard first < 0xE0, let rest = bits(16) else { return nil }
        let number = (first & 0x1F) << 16 | rest
        return number < 1_000_000 ? number : nil
    }

    // MARK: - Payload

    /// Joins the pieces. Bytes in a stated character set are converted to UTF-8; invalid ones, and those without a
    /// stated set, are kept unchanged.
    /// - Parameter application: The application indicator of FNC1 in the second position, which comes first.
    private mutating func join(_ application: Int?) {
        var (set, isStated, isUnknown, hasKanji) = (CharacterSet?.none, false, false, false)
        var text = ""
        func append(_ bytes: [UInt8], as piece: String? = nil) {
            payload.bytes += bytes
            text += piece ?? String(decoding: bytes, as: UTF8.self)
        }
        if let application {
            append(
                application < 100
                    ? [UInt8(48 + application / 10), UInt8(48 + application % 10)] : [UInt8(application - 100)])
        }
        for piece in pieces {
            switch piece {
            case .digits(let digits): append(digits)
            case .characters(let text): append(payload.isGS1 || payload.isAIM ? withSeparators(text) : text)
            case .bytes(let bytes):
                if let utf8 = set?.utf8(bytes), String(validating: utf8, as: UTF8.self) != nil {
                    append(utf8)
                } else if isStated {
                    isUnknown = true
                    append(bytes, as: set == .utf8 ? nil : PayloadText(bytes).text)
                } else {
                    append(bytes)
                }
            case .kanji(let bytes):
                hasKanji = true
                if isStated, let utf8 = CharacterSet.shiftJIS.utf8(bytes) { append(utf8) } else { append(bytes) }
            case .hanzi(let bytes):
                isStated = true
                append(CharacterSet.gb18030.utf8(bytes) ?? bytes)
            case .meaning(let number): (set, isStated) = (CharacterSet(eci: number), true)
            }
        }
        if isUnknown {
            payload.text = PayloadText(text: text, encoding: .unknown)
        } else if hasKanji, !isStated {
            payload.text = PayloadText(withKanji: payload.bytes)
        } else {
            payload.text = PayloadText(payload.bytes)
        }
    }

    /// With FNC1, a percent sign is a group separator, and two are a literal percent sign.
    private func withSeparators(_ text: [UInt8]) -> [UInt8] {
        let (percent, separator) = (UInt8(ascii: "%"), UInt8(0x1D))
        var (result, i): ([UInt8], Int) = ([], 0)
        while i < text.count {
            let isPair = text[i] == percent && i + 1 < text.count && text[i + 1] == percent
            result.append(text[i] == percent && !isPair ? separator : text[i])
            i += isPair ? 2 : 1
        }
        return result
    }
}
