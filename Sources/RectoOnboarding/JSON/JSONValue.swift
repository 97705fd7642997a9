/// A JSON value that preserves the original text: the order of members and the digits of numbers.
///
/// Its descriptions show only its shape, because values may be secret.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The number as written, so that big numbers lose no digits.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// The text of a string.
    public var string: String? { if case .string(let text) = self { text } else { nil } }
    /// The members of an object.
    public var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }
    /// The elements of an array.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    /// A whole number, written as a number or, as is common in settings, as a string.
    public var integer: Int? {
        switch self {
        case .number(let digits), .string(let digits): Int(digits)
        default: nil
        }
    }
    /// A boolean, written as such or, as is common in settings, as a string.
    public var truth: Bool? {
        switch self {
        case .bool(let truth): truth
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        default: nil
        }
    }

    /// The value of a member, by its case-insensitive key.
    public subscript(key: String) -> JSONValue? {
        members?.first { $0.key.lowercased() == key.lowercased() }?.value
    }

    /// All strings that are values of members with one of these lower-case keys, at any depth.
    func texts(under keys: Set<String>) -> [String] {
        switch self {
        case .null, .bool, .number, .string: []
        case .array(let elements): elements.flatMap { $0.texts(under: keys) }
        case .object(let members):
            members.flatMap { member in
                if keys.contains(member.key.lowercased()), case .string(let text) = member.value { return [text] }
                return member.value.texts(under: keys)
            }
        }
    }

    /// Calls the body with every string in the value, including keys, from the outside in.
    func forEachText(_ body: (_ text: String, _ isKey: Bool) -> Void) {
        switch self {
        case .null, .bool, .number: break
        case .string(let text): body(text, false)
        case .array(let elements): for element in elements { element.forEachText(body) }
        case .object(let members):
            for member in members {
                body(member.key, true)
                member.value.forEachText(body)
            }
        }
    }
}

extension JSONValue: Redacted {
    public var facts: [OnboardingFact] { [OnboardingFact("shape", description)] }
    public var description: String {
        switch self {
        case .null: "null"
        case .bool: "truth value"
        case .number: "number"
        case .string: "string"
        case .array(let elements): "array of \(elements.count)"
        case .object(let members): "object of \(members.count)"
        }
    }
}

/// A key of a JSON object with its value.
public struct JSONMember: Hashable, Sendable {
    public let key: String
    public let value: JSONValue
}

extension JSONMember: Redacted {
    public var facts: [OnboardingFact] { [OnboardingFact("value", value.description)] }
}
