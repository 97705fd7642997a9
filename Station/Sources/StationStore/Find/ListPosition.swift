import FoundationEssentials
import GRDB

/// A position in a list directly after a document: the values that the list is sorted by.
public struct ListPosition: Hashable, Sendable {
    let values: [DatabaseValue]
    /// The group of the document: see ``ListRow/group``.
    public let group: String?

    init(values: [DatabaseValue], group: String? = nil) {
        self.values = values
        self.group = group
    }
}

/// The position as text for URLs.
extension ListPosition {
    /// A number or a text.
    private struct Value: Codable {
        let value: DatabaseValue

        init(_ value: DatabaseValue) { self.value = value }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int64.self) {
                value = number.databaseValue
            } else if let number = try? container.decode(Double.self) {
                value = number.databaseValue
            } else {
                value = try container.decode(String.self).databaseValue
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch value.storage {
            case .int64(let number): try container.encode(number)
            case .double(let number): try container.encode(number)
            case .string(let text): try container.encode(text)
            case .null, .blob: preconditionFailure("lists are sorted by numbers and texts")
            }
        }
    }

    private struct Kept: Codable {
        let values: [Value]
        let group: String?
    }

    private static let maximumCharacters = 4000

    /// The text, with letters, digits, "-" and "_".
    public var text: String {
        guard let data = try? JSONEncoder().encode(Kept(values: values.map(Value.init), group: group)) else {
            preconditionFailure("a position is JSON")
        }
        return data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// `nil` if the text is malformed. The position of another list may be anywhere in this one.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumCharacters else { return nil }
        let base = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - base.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base + padding),
            let kept = try? JSONDecoder().decode(Kept.self, from: data)
        else { return nil }
        group = kept.group
        values = kept.values.map(\.value)
    }
}
