/// A JSON value that keeps all that was written: members in their order, numbers digit by digit.
///
/// Its descriptions tell its shape only, as values may be secret.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As it is written: no digit of a big number is lost.
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
    /// A whole number, written as a number or, as settings often are, as a string.
    public var integer: Int? {
        switch self {
        case .number(let digits), .string(let digits): Int(digits)
        default: nil
        }
    }
    /// A truth value, written as such or, as settings often are, as a string.
    public var truth: Bool? {
        switch self {
        case .bool(let truth): truth
        case .string(let text): ["true": true, "false": false][text.lowercased()]
        default: nil
        }
    }

    /// The value of a member, by its key in upper or lower case.
    public subscript(key: String) -> JSONValue? {
        members?.first { $0.key.lowercased() == key.lowercased() }?.value
    }

    /// Every string that a member with one of these keys, in lower case, has for a value, however deep.
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

    /// Calls for every string in the value, keys as well, from the outside in.
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
