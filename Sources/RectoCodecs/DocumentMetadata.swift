/// What a document says of itself.
public struct DocumentMetadata: Hashable, Sendable {
    public var title: String?
    /// When the document was made, in seconds since 1970-01-01 00:00 UTC; without it the file states no date.
    public var creationTime: Int?

    public init(title: String? = nil, creationTime: Int? = nil) {
        self.title = title
        self.creationTime = creationTime
    }
}
