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
