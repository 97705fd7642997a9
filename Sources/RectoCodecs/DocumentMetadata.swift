import Glibc

/// What a document says of itself.
public struct DocumentMetadata: Hashable, Sendable {
    /// The title that viewers show.
    public var title: String?
    /// When the document was made, in seconds since 1970-01-01 00:00 UTC; without it the file states no date.
    public var creationTime: Int?

    /// Metadata with what is given.
    public init(title: String? = nil, creationTime: Int? = nil) {
        self.title = title
        self.creationTime = creationTime
    }

    /// The creation time in UTC in the form of a `strftime` template; `nil` without one, or outside the years 0...9999.
    func creationTime(_ template: String) -> String? {
        guard var seconds = creationTime else { return nil }
        var fields = tm()
        guard gmtime_r(&seconds, &fields) != nil, -1900...8099 ~= fields.tm_year else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, template, &fields)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
