/// What documents are filed under, by identifiers: for the texts of filters and groups.
public struct ListNames: Hashable, Sendable {
    /// One of them.
    public struct Name: Hashable, Sendable {
        public let id: Int64
        public let text: String
        /// Of documents outside the trash.
        public let documents: Int
        /// Of tags alone.
        public let color: String?
        /// Of places alone: what the label holds.
        public let code: String?

        public init(id: Int64, text: String, documents: Int, color: String? = nil, code: String? = nil) {
            self.id = id
            self.text = text
            self.documents = documents
            self.color = color
            self.code = code
        }
    }

    /// Each in the order in which forms show it.
    public var folders: [Name] = []
    public var tags: [Name] = []
    public var types: [Name] = []
    public var correspondents: [Name] = []
    /// Those who sign in, and whoever used the station before.
    public var persons: [Name] = []
    /// Of the map: not all where there are many.
    public var places: [Name] = []
    /// Of the longest document.
    public var maximumPages = 0

    public init() {}

    /// Those that a part of a filter chooses from; `nil` if it chooses from no names.
    public func names(of field: ListFilter.Field) -> [Name]? {
        switch field {
        case .folder: folders
        case .tag: tags
        case .type: types
        case .correspondent: correspondents
        case .place: places
        default: nil
        }
    }

    /// What an identifier stands for. Those that are gone have a text too: an address may still hold them.
    func text(_ id: Int64, of field: ListFilter.Field) -> String {
        if id == ListFilter.unnamed { return Self.unnamed(field) }
        let all = field == .person ? persons : names(of: field)
        guard let name = all?.first(where: { $0.id == id }) else { return localized("Deleted \(field.label)") }
        // Whoever used the station before people signed in has no name.
        return name.text.isEmpty ? "\(field.label) \(id)" : name.text
    }

    /// Of documents without one.
    static func unnamed(_ field: ListFilter.Field) -> String {
        switch field {
        case .type: localized("No Document Type")
        case .correspondent: localized("No Correspondent")
        case .place: localized("No Place")
        case .person: localized("Nobody in Particular")
        default: localized("No Folder")
        }
    }
}

extension ListFilter.Field {
    /// Of its cell in the form.
    public var label: String {
        switch self {
        case .folder: localized("Folder")
        case .type: localized("Document Type")
        case .tag: localized("Tags")
        case .correspondent: localized("Correspondent")
        case .place: localized("Place")
        case .state: localized("Status")
        case .date: localized("Document Date")
        case .captured: localized("Date Added")
        case .weekday: localized("Weekday")
        case .due: localized("Due Date")
        case .pages: localized("Pages")
        case .source: localized("Added By")
        case .person: localized("Person")
        case .hasText: localized("Recognized Text")
        case .hasCode: localized("Codes")
        case .trash: localized("Trash")
        }
    }
}

extension ListFilter.Weekday {
    /// Two letters.
    public var label: String { CalendarMonth.weekdayNames[number] }
}

extension ListFilter.ReviewState {
    public var label: String { self == .inbox ? localized("Inbox") : localized("Reviewed") }
}

extension ListFilter.Source {
    public var label: String {
        switch self {
        case .scan: localized("Scan")
        case .import: localized("Import")
        case .program: localized("Program")
        }
    }
}
