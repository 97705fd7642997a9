import Glibc

/// The metadata of a document.
public struct DocumentMetadata: Hashable, Sendable {
    /// The title that viewers show.
    public var title: String?
    /// The creation time in seconds since 1970-01-01 00:00 UTC; `nil` to omit the date.
    public var creationTime: Int?

    /// Creates metadata.
    public init(title: String? = nil, creationTime: Int? = nil) {
        self.title = title
        self.creationTime = creationTime
    }

    /// Formats the creation time in UTC with a `strftime` template; `nil` without one, or outside the years 0...9999.
    func creationTime(_ template: String) -> String? {
        guard var seconds = creationTime else { return nil }
        var fields = tm()
        guard gmtime_r(&seconds, &fields) != nil, -1900...8099 ~= fields.tm_year else { return nil }
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, template, &fields)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
