/// The text of a payload. QR codes seldom say how their bytes are to be read, so they are tried in turn.
public struct PayloadText: Hashable, Sendable {
    /// How bytes were read as text.
    public enum Encoding: String, Hashable, Codable, Sendable, CaseIterable {
        case utf8 = "UTF-8"
        case shiftJIS = "Shift_JIS"
        case latin1 = "ISO-8859-1"
    }

    public let text: String
    public let encoding: Encoding

    /// The first that fits: UTF-8, Shift_JIS, ISO 8859-1, which fits all.
    public init(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            (self.text, encoding) = (text, .utf8)
        } else if let utf8 = CharacterSet.shiftJIS.utf8(bytes), let text = String(validating: utf8, as: UTF8.self) {
            (self.text, encoding) = (Self.withASCII(text), .shiftJIS)
        } else {
            (text, encoding) = (String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })), .latin1)
        }
    }

    /// With backslashes and tildes in the places where JIS X 0201 has yen signs and overlines: addresses mean those.
    private static func withASCII(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\u{A5}" ? "\\" : $0 == "\u{203E}" ? "~" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }
}
