/// A person's note about a document, with several lines.
public struct NoteText: Hashable, Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(maximum: Int)

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .empty: localized("Write a note.")
            case .tooLong(let maximum): localized("Shorten the note to \(maximum) characters.")
            }
        }
    }

    /// The limit that keeps a percent-encoded note within the maximum size of a form.
    public static let maximumCharacters = 4000

    public let text: String

    /// - Parameter text: The note. Surrounding spaces, trailing empty lines and control characters are removed.
    public init(_ text: String) throws(Failure) {
        let lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
        let clean = lines.map { String($0).asLine }.joined(separator: "\n")
        var rest = clean[...]
        while rest.first == "\n" { rest.removeFirst() }
        while rest.last == "\n" { rest.removeLast() }
        guard !rest.isEmpty else { throw .empty }
        guard rest.count <= Self.maximumCharacters else { throw .tooLong(maximum: Self.maximumCharacters) }
        self.text = String(rest)
    }
}
