/// Texts for searching the whole library.
public enum SearchTexts {
    public static let path = "/search"
    /// The lists with a search field.
    public static let lists = [Place.library.path, path]

    public static var title: String { localized("Search") }
    public static var label: String { localized("Search everything") }
    public static var prompt: String { localized("Documents, text, folders, scenes") }
    public static var names: String { localized("Filed Under") }

    /// Shown before a search.
    public static var start: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("Search everything"),
            description: localized(
                "Find documents by their titles, texts, notes and codes, and folders, tags and scenes by name."))
    }

    public static func nothingFound(_ text: String) -> IllustratedMessage {
        .error(
            .noResults, .configuration, title: localized("Nothing found"),
            description: text.isEmpty
                ? localized("No document matches these filters.")
                : localized("Nothing matches “\(text)”. Try fewer or other words."),
            actions: [MessageAction(label: localized("Show All Documents"), destination: .library)])
    }

    /// The heading "Documents (12)".
    public static func documents(_ count: Int) -> String {
        let name = localized("Documents")
        return "\(name) (\(count))"
    }
    /// The heading above matching lines of a document's text.
    public static func foundInText(_ text: String) -> String { localized("“\(text)” in the text") }
    public static func quoted(_ text: String) -> String { localized("“\(text)”") }
    /// Describes the highlights on a page.
    /// - Parameters:
    ///   - hit: `nil` if the words are not on the page.
    ///   - total: The number in the document.
    public static func hit(_ hit: Int?, of total: Int) -> String {
        hit.map { localized("\($0) of \(total)") } ?? localized("Not on this page")
    }
    /// The link below a document to a page that contains the words.
    public static func page(_ position: Int) -> String { localized("Page \(position + 1)") }
    /// The announcement for screen readers.
    public static func results(_ count: Int) -> String {
        count == 1 ? localized("1 document found") : localized("\(count) documents found")
    }
}
