/// The texts of the search of the whole library.
public enum SearchTexts {
    public static let path = "/search"
    /// The lists in whose fields one searches.
    public static let lists = [Place.library.path, path]

    public static var title: String { localized("Search") }
    public static var label: String { localized("Search everything") }
    public static var prompt: String { localized("Documents, text, folders, scenes") }
    public static var names: String { localized("Filed Under") }

    /// Before anything is searched for.
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

    /// "Documents (12)".
    public static func documents(_ count: Int) -> String {
        let name = localized("Documents")
        return "\(name) (\(count))"
    }
    /// Above the lines of a document in which the words stand.
    public static func foundInText(_ text: String) -> String { localized("“\(text)” in the text") }
    public static func quoted(_ text: String) -> String { localized("“\(text)”") }
    /// At the marks of a page.
    /// - Parameters:
    ///   - hit: `nil` if the words do not stand on the page.
    ///   - total: Of the document.
    public static func hit(_ hit: Int?, of total: Int) -> String {
        hit.map { localized("\($0) of \(total)") } ?? localized("Not on this page")
    }
    /// Below a document: a page on which the words stand.
    public static func page(_ position: Int) -> String { localized("Page \(position + 1)") }
    /// What a screen reader is told.
    public static func results(_ count: Int) -> String {
        count == 1 ? localized("1 document found") : localized("\(count) documents found")
    }
}
