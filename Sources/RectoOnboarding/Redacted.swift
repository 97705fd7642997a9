/// One thing about a payload that may be shown and logged.
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

/// A value of which descriptions, debug descriptions, reflection (`dump`) and reports show the facts and nothing else.
///
/// What is secret is not listed, instead of what is not being struck out: a field that nobody thought of stays unseen.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What may be seen of the value.
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

/// A text that nobody is to read in a log: its description, debug description and reflection (`dump`) do not show it,
/// nor how long it is. It is not `Encodable`, so that no encoder writes it by accident.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// The text itself, for the one who acts on it.
    public var revealed: String { text }

    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
