/// The texts of a list of documents.
public enum ListTexts {
    /// "Documents (100)", or "Documents (12 of 100)" if filters leave some out.
    public static func title(_ query: ListQuery, count: Int, of all: Int) -> String {
        "\(query.filter.isTrash ? "Trash" : "Documents") (\(query.isWhole ? "\(count)" : "\(count) of \(all)"))"
    }

    /// Of the form's button: "Show 12 Documents".
    public static func show(_ count: Int) -> String { count == 1 ? "Show 1 Document" : "Show \(count) Documents" }

    /// Below the form's title.
    public static func results(_ count: Int, of all: Int) -> String { "Documents \(count) of \(all)" }

    public static let searchLabel = "Search documents"
    public static let searchPrompt = "Title, text or tag"
    public static let recent = "Recent Searches"
    public static let clearRecent = "Clear"
    public static let filterTitle = "Filter"
    public static let selectedDocuments = "Selected documents"
    public static let selectHint = "Select documents"
    public static let unchanged = "Unchanged"
    public static func selectAll(_ count: Int) -> String { "Select All (\(count))" }
    public static let needsOrder = "Choose at least one."

    /// For a list that its filters leave empty.
    public static func nothingFound(_ query: ListQuery) -> IllustratedMessage {
        .error(
            .noResults, .configuration, title: "No documents found",
            description: nothingFits(query),
            actions: [MessageAction(label: "Show All Documents", destination: .library)])
    }

    private static func nothingFits(_ query: ListQuery) -> String {
        if query.text.isEmpty { return "No document fits these filters." }
        let filters = query.filter.count > 0 ? " and the filters" : ""
        return "No document fits “\(query.text)”\(filters)."
    }

    /// The heading of a group.
    /// - Parameter value: As the library tells it; empty for documents without one.
    public static func group(_ grouping: ListQuery.Grouping, _ value: String, names: ListNames, clock: StationClock)
        -> String
    {
        switch grouping {
        case .month: clock.month(value) ?? value
        case .state: ListFilter.ReviewState(rawValue: value)?.label ?? value
        case .folder: Int64(value).map { names.text($0, of: .folder) } ?? "No Folder"
        case .type: Int64(value).map { names.text($0, of: .type) } ?? "No Document Type"
        case .correspondent: Int64(value).map { names.text($0, of: .correspondent) } ?? "No Correspondent"
        }
    }
}
