/// The texts of a list of documents.
public enum ListTexts {
    /// Returns "Documents (100)", or "Documents (12 of 100)" for a filtered list.
    /// - Parameter view: The name of the saved view, if any.
    public static func title(_ query: ListQuery, as view: String? = nil, count: Int, of all: Int) -> String {
        let name = view ?? (query.filter.isTrash ? localized("Trash") : localized("Documents"))
        return query.isWhole ? "\(name) (\(count))" : localized("\(name) (\(count) of \(all))")
    }

    /// The label of the form's button: "Show 12 Documents".
    public static func show(_ count: Int) -> String {
        count == 1 ? localized("Show 1 Document") : localized("Show \(count) Documents")
    }

    /// The number of results, shown below the form's title.
    public static func results(_ count: Int, of all: Int) -> String { localized("Documents \(count) of \(all)") }

    /// Returns "Title", or "Title +1" for an order by two criteria.
    static func order(_ query: ListQuery) -> String {
        let others = query.order.count - 1
        return query.order[0].property.label + (others > 0 ? " +\(others)" : "")
    }

    public static var searchLabel: String { localized("Search documents") }
    public static var searchPrompt: String { localized("Title, text or tag") }
    public static var recent: String { localized("Recent Searches") }
    public static var clearRecent: String { localized("Clear") }
    public static var filterTitle: String { localized("Filter") }
    public static var selectedDocuments: String { localized("Selected documents") }
    public static var selectHint: String { localized("Select documents") }
    public static var mergeText: String {
        localized("The first document keeps its title. The pages of the others follow its own in this order.") + " "
            + localized(
                "It gets their tags, notes and attachments, and takes over missing details: folder, type, correspondent and dates."
            )
    }
    /// Describes selected documents that are not loaded.
    public static var mergeRest: String { localized("The others follow in the order of the list.") }
    /// The label of the action that sends the file to another app.
    public static var share: String { localized("Share…") }
    public static var exportList: String { localized("Export or Share…") }
    public static var rowActions: String { localized("Actions for the document") }
    public static var trash: String { localized("Trash") }
    public static var unchanged: String { localized("Unchanged") }
    public static func selectAll(_ count: Int) -> String { localized("Select All (\(count))") }
    public static var orderHelp: String {
        localized("The first one counts most. Drag them, or move them with the arrow keys.")
    }
    public static var needsOrder: String { localized("Choose at least one.") }

    /// Shown for a list without matching documents.
    public static func nothingFound(_ query: ListQuery) -> IllustratedMessage {
        .error(
            .noResults, .configuration, title: localized("No documents found"),
            description: nothingFits(query),
            actions: [MessageAction(label: localized("Show All Documents"), destination: .library)])
    }

    private static func nothingFits(_ query: ListQuery) -> String {
        if query.text.isEmpty { return localized("No document matches these filters.") }
        return query.filter.count > 0
            ? localized("No document matches “\(query.text)” and the filters.")
            : localized("No document matches “\(query.text)”.")
    }

    /// Returns the heading of a group.
    /// - Parameter value: The value in the library; empty for documents without one.
    public static func group(_ grouping: ListQuery.Grouping, _ value: String, names: ListNames, clock: StationClock)
        -> String
    {
        switch grouping {
        case .month: value.isEmpty ? localized("No Document Date") : clock.month(value) ?? value
        case .state: ListFilter.ReviewState(rawValue: value)?.label ?? value
        case .folder: Int64(value).map { names.text($0, of: .folder) } ?? localized("No Folder")
        case .type: Int64(value).map { names.text($0, of: .type) } ?? localized("No Document Type")
        case .correspondent: Int64(value).map { names.text($0, of: .correspondent) } ?? localized("No Correspondent")
        }
    }
}
