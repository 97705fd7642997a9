import GRDB
import StationRules

/// A time in an export: "2026-11-23T10:00:00.123Z". The database has the same precision, so nothing is lost or
/// rounded.
struct ExportedTime: Hashable, Sendable {
    let text: String

    /// `nil` if the text is malformed.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        let shape = Array("0000-00-00T00:00:00.000Z".utf8)
        guard digits.count == shape.count,
            zip(digits, shape).allSatisfy({ $1 == UInt8(ascii: "0") ? 48...57 ~= $0 : $0 == $1 })
        else { return nil }
        func number(_ range: Range<Int>) -> Int {
            digits[range].reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        }
        guard Day(String(text.prefix(10))) != nil, number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60
        else { return nil }
        self.text = text
    }
}

extension ExportedTime: DatabaseValueConvertible {
    var databaseValue: DatabaseValue { text.replacing("T", with: " ").dropLast().description.databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> ExportedTime? {
        String.fromDatabaseValue(value).flatMap { ExportedTime($0.replacing(" ", with: "T") + "Z") }
    }
}

extension ExportedTime: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = ExportedTime(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a time such as 2026-11-23T10:00:00.000Z")
        }
        self = time
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
