/// The text of a payload. QR codes rarely state the encoding, so it is inferred from the bytes.
public struct PayloadText: Hashable, Sendable {
    /// How bytes were decoded to text.
    public enum Encoding: String, Hashable, Codable, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        case shiftJIS = "Shift_JIS"
        case latin1 = "ISO-8859-1"
        /// The code states an unknown character set, or one that the bytes do not match. The text is a guess.
        case unknown
    }

    public let text: String
    public let encoding: Encoding

    /// Decodes UTF-8 if the bytes are valid, Shift JIS if they look Japanese, and otherwise ISO 8859-1, which is
    /// always valid.
    public init(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            (self.text, encoding) = (text, .utf8)
        } else if Self.looksJapanese(bytes), let text = Self.japanese(bytes) {
            (self.text, encoding) = (text, .shiftJIS)
        } else {
            (text, encoding) = (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), .latin1)
        }
    }

    init(text: String, encoding: Encoding) { (self.text, self.encoding) = (text, encoding) }

    /// Decodes bytes of which some are in Kanji mode, which is Shift JIS.
    init(withKanji bytes: [UInt8]) {
        if let text = Self.japanese(bytes) {
            self.init(text: text, encoding: .shiftJIS)
        } else {
            self.init(bytes)
        }
    }

    private static func japanese(_ bytes: [UInt8]) -> String? {
        CharacterSet.shiftJIS.utf8(bytes).flatMap { String(validating: $0, as: UTF8.self) }.map(withASCII)
    }

    /// Returns whether bytes that are valid in both encodings are more likely Shift JIS than ISO 8859-1.
    ///
    /// The first bytes of its common characters are control characters in ISO 8859-1, which do not occur in texts.
    /// Half-width katakana are letters and symbols in ISO 8859-1; they count if they form sequences that are unlikely
    /// in Latin text.
    private static func looksJapanese(_ bytes: [UInt8]) -> Bool {
        var (i, leads, run, signs, hasKatakana) = (0, 0, 0, 0, false)
        while i < bytes.count {
            switch bytes[i] {
            case 0x81...0x9F, 0xE0...0xEF, 0xFA...0xFC:
                guard i + 1 < bytes.count, isTrail(bytes[i + 1]) else { return false }
                if bytes[i] <= 0x9F { leads += 1 }
                (run, signs, i) = (0, 0, i + 1)
            case 0xA1...0xDF:
                run += 1
                if run > 1, isSignOfKatakana(bytes, i) { signs += 1 }
                if run >= 4, signs > 0 { hasKatakana = true }
            case 0x80, 0xA0, 0xF0...0xF9, 0xFD...0xFF: return false
            default: (run, signs) = (0, 0)
            }
            i += 1
        }
        return leads > 0 || hasKatakana
    }

    /// Returns whether a byte after another half-width katakana is unlikely in Latin text: a symbol between letters,
    /// or a voicing mark in a valid position.
    private static func isSignOfKatakana(_ bytes: [UInt8], _ i: Int) -> Bool {
        let (before, byte) = (bytes[i - 1], bytes[i])
        switch byte {
        case 0xA7...0xBF: return before != byte && i + 1 < bytes.count && 0xA1...0xDF ~= bytes[i + 1]
        case 0xDE: return before == 0xB3 || 0xB6...0xC4 ~= before || 0xCA...0xCE ~= before
        case 0xDF: return 0xCA...0xCE ~= before
        default: return false
        }
    }

    private static func isTrail(_ byte: UInt8) -> Bool { 0x40...0x7E ~= byte || 0x80...0xFC ~= byte }

    /// Replaces the yen signs and overlines of JIS X 0201 with backslashes and tildes, as meant in addresses.
    private static func withASCII(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\u{A5}" ? "\\" : $0 == "\u{203E}" ? "~" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
