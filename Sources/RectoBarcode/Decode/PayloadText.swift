internal import CZBar

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
        } else if let text = Self.converted(bytes, from: "SHIFT_JIS") {
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

    /// By the system's tables; `nil` if a byte does not fit, or there is no such table.
    private static func converted(_ bytes: [UInt8], from name: String) -> String? {
        let converter = iconv_open("UTF-8", name)
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var source = bytes.map { CChar(bitPattern: $0) }
        // Two bytes at most become three.
        var target = [CChar](repeating: 0, count: 3 * bytes.count + 4)
        let written = source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target -> Int? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, room) = (source.count, target.count)
                guard iconv(converter, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                return target.count - room
            }
        }
        guard let written else { return nil }
        return String(validating: target[..<written].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
