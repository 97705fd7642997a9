/// Whether a page has been read.
public enum ReadingState: String, Hashable, Codable, Sendable, CaseIterable {
    case waiting
    case read
    /// It could not be read, and is not tried again by itself.
    case aside
    /// Whose document it is has not allowed that it is read.
    case withheld
}

/// How far the text of a page is.
public struct PageReading: Hashable, Sendable {
    public let state: ReadingState
    /// Whether there is a text, perhaps one from before the page was to be read again.
    public let hasText: Bool
    /// Those that the text was read in, such as `eng+deu`; `nil` without a text.
    public let languages: String?
    /// Why it could not be read.
    public let reason: String?

    public init(state: ReadingState, hasText: Bool = false, languages: String? = nil, reason: String? = nil) {
        self.state = state
        self.hasText = hasText
        self.languages = languages
        self.reason = reason
    }
}
