/// The names that documents are filed under, by identifier, for the texts of filters and groups.
public struct ListNames: Hashable, Sendable {
    /// A name with its properties.
    public struct Name: Hashable, Sendable {
        public let id: Int64
        public let text: String
        /// The number of documents outside the trash.
        public let documents: Int
        /// The color of a tag.
        public let color: String?
        /// The code on the label of a place.
        public let code: String?

        public init(id: Int64, text: String, documents: Int, color: String? = nil, code: String? = nil) {
            self.id = id
            self.text = text
            self.documents = documents
            self.color = color
            self.code = code
        }
    }

    /// The folders in the order of forms.
    public var folders: [Name] = []
    public var tags: [Name] = []
    public var types: [Name] = []
    public var correspondents: [Name] = []
    /// The people who sign in, and the unnamed user of a station that had no sign-in.
    public var persons: [Name] = []
    /// The places on the map, limited to a maximum number.
    public var places: [Name] = []
    /// The number of pages of the longest document.
    public var maximumPages = 0

    public init() {}

    /// Returns the names that a filter chooses from; `nil` for filters without names.
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

    /// Returns the text of an identifier, even of a deleted name, which a URL may still contain.
    func text(_ id: Int64, of field: ListFilter.Field) -> String {
        if id == ListFilter.unnamed { return Self.unnamed(field) }
        let all = field == .person ? persons : names(of: field)
        guard let name = all?.first(where: { $0.id == id }) else { return localized("Deleted \(field.label)") }
        // The user of a station that had no sign-in is unnamed.
        return name.text.isEmpty ? "\(field.label) \(id)" : name.text
    }

    /// Returns the text for documents without a name.
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
    /// The label of its cell in the form.
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
        case .needsCheck: localized("Crops to Check")
        case .trash: localized("Trash")
        }
    }
}

extension ListFilter.Weekday {
    /// The two-letter abbreviation.
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
