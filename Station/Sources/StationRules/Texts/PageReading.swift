/// Whether a page has been read.
public enum ReadingState: String, Hashable, Codable, Sendable, CaseIterable {
    case waiting
    case read
    /// Reading failed, and is not retried automatically.
    case aside
    /// The owner of the document has not consented to reading.
    case withheld
}

/// The reading progress of a page.
public struct PageReading: Hashable, Sendable {
    public let state: ReadingState
    /// Whether it has a text, which may predate a request to read the page again.
    public let hasText: Bool
    /// The languages of the text, such as `eng+deu`; `nil` without a text.
    public let languages: String?
    /// The reason why reading failed.
    public let reason: String?

    public init(state: ReadingState, hasText: Bool = false, languages: String? = nil, reason: String? = nil) {
        self.state = state
        self.hasText = hasText
        self.languages = languages
        self.reason = reason
    }
}
