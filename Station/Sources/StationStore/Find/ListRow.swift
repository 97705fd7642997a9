/// A document in a list.
public struct ListRow: Hashable, Sendable {
    public let document: DocumentRecord
    /// The month, the state, or the identifier of what the group's documents are filed under, which is empty for those without
    /// one; `nil` in a list without groups.
    public let group: String?
    /// Where the words were found that were searched for; `nil` if they are in the title alone, or there are none.
    public let excerpt: Excerpt?
    /// Just after the document.
    public let position: ListPosition

    init(document: DocumentRecord, group: String?, excerpt: Excerpt?, position: ListPosition) {
        self.document = document
        self.group = group
        self.excerpt = excerpt
        self.position = position
    }

    /// A document in a list that no query makes.
    public init(_ document: DocumentRecord) {
        self.init(document: document, group: nil, excerpt: nil, position: ListPosition(values: []))
    }
}

/// A piece of a document's text around the words that were searched for.
public struct Excerpt: Hashable, Sendable {
    public struct Part: Hashable, Sendable {
        public let text: String
        /// Whether it was searched for.
        public let isMarked: Bool
    }

    public let parts: [Part]

    /// Characters that no text has: control characters are taken out of all texts.
    private static let (start, end): (Character, Character) = ("\u{1}", "\u{2}")

    /// Of the notes, the codes or the recognised text, whichever fits best.
    static let expression = "snippet(document_words, -1, char(1), char(2), '…', 14)"

    /// - Parameter text: As the index tells it. `nil` if nothing is marked.
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
