/// The text of a payload. QR codes seldom say how their bytes are to be read, so the bytes themselves have to show it.
public struct PayloadText: Hashable, Sendable {
    /// How bytes were read as text.
    public enum Encoding: String, Hashable, Codable, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        case shiftJIS = "Shift_JIS"
        case latin1 = "ISO-8859-1"
        /// The code states a character set that is not known, or that the bytes do not fit: the text is a guess.
        case unknown
    }

    public let text: String
    public let encoding: Encoding

    /// UTF-8 if the bytes are that, Shift JIS if they show signs of Japanese, and ISO 8859-1, which fits all.
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

    /// Bytes of which some are in Kanji mode, which is Shift JIS.
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

    /// Whether bytes that fit both are rather Shift JIS than ISO 8859-1.
    ///
    /// The first bytes of its common characters are control characters of ISO 8859-1, which texts have not. Half-width
    /// katakana are letters and signs of ISO 8859-1: they count if they stand in rows that Latin letters do not make.
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

    /// Whether a byte behind another one of the half-width katakana hardly stands there in Latin text: a sign between letters,
    /// or a voicing mark where it can be.
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

    /// With backslashes and tildes in the places where JIS X 0201 has yen signs and overlines: addresses mean those.
    private static func withASCII(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\u{A5}" ? "\\" : $0 == "\u{203E}" ? "~" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
