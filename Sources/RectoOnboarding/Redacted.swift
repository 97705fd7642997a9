/// A fact about a payload that may be shown and logged.
public struct OnboardingFact: Hashable, Sendable {
    /// A stable name, in camel case.
    public let name: String
    /// Free of control, bidirectional and invisible characters.
    public let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = TextHazards.escaped(value)
    }
}

/// A value whose descriptions, debug descriptions, reflection (`dump`) and reports show only its facts.
///
/// Lists what may be shown instead of what must be hidden, so a forgotten field stays hidden.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The facts about the value that may be shown.
    var facts: [OnboardingFact] { get }
}

extension Redacted {
    public var description: String {
        "\(Self.self)(\(facts.map { "\($0.name): \($0.value)" }.joined(separator: ", ")))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: facts.map { (label: $0.name, value: $0.value as Any) })
    }
}

/// A text that must not appear in logs: its description, debug description and reflection (`dump`) show neither the
/// text nor its length. It is not `Encodable`, so that no encoder writes it by accident.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// The text itself, for code that acts on it.
    public var revealed: String { text }

    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
