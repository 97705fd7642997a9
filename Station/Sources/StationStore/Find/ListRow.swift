/// A document in a list.
public struct ListRow: Hashable, Sendable {
    public let document: DocumentRecord
    /// The value of the document's group: the month, the state, or the identifier of a name, which is empty without a
    /// name; `nil` in a list without groups.
    public let group: String?
    /// The part of the text that matches the search; `nil` if only the title matches, or without a search.
    public let excerpt: Excerpt?
    /// The position directly after the document.
    public let position: ListPosition

    init(document: DocumentRecord, group: String?, excerpt: Excerpt?, position: ListPosition) {
        self.document = document
        self.group = group
        self.excerpt = excerpt
        self.position = position
    }

    /// Creates a row for a document that does not come from a query.
    public init(_ document: DocumentRecord) {
        self.init(document: document, group: nil, excerpt: nil, position: ListPosition(values: []))
    }
}

/// A part of a document's text around matching words.
public struct Excerpt: Hashable, Sendable {
    public struct Part: Hashable, Sendable {
        public let text: String
        /// Whether it matches the search.
        public let isMarked: Bool
    }

    public let parts: [Part]

    /// Characters that never occur in texts, because control characters are removed.
    private static let (start, end): (Character, Character) = ("\u{1}", "\u{2}")

    /// The part of the notes, the codes or the recognized text that fits best.
    static let expression = "snippet(document_words, -1, char(1), char(2), '…', 14)"

    /// - Parameter text: The result of the index. `nil` if nothing is highlighted.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = text.split(whereSeparator: \.isNewline).joined(separator: " ")[...]
        while let from = rest.firstIndex(of: Self.start), let to = rest[from...].firstIndex(of: Self.end) {
            if from > rest.startIndex { parts.append(Part(text: String(rest[..<from]), isMarked: false)) }
            parts.append(Part(text: String(rest[rest.index(after: from)..<to]), isMarked: true))
            rest = rest[rest.index(after: to)...]
        }
        guard !parts.isEmpty else { return nil }
        if !rest.isEmpty { parts.append(Part(text: String(rest), isMarked: false)) }
        self.parts = parts
    }

    public var text: String { parts.map(\.text).joined() }
}
