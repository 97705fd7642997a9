/// Suggestions while a person types in a search field: names to filter by, and documents to open.
public struct SearchSuggestions: Hashable, Sendable {
    public struct Suggestion: Hashable, Sendable {
        /// The kind, such as "Folder" or "Tags"; `nil` for a document.
        public let kind: String?
        public let text: MarkedText
        /// The link to the filtered list or to the document.
        public let path: String
    }

    /// A document with a matching title.
    public struct Title: Hashable, Sendable {
        public let document: Int64
        public let text: String

        public init(document: Int64, text: String) {
            self.document = document
            self.text = text
        }
    }

    public let suggestions: [Suggestion]

    /// The maximum number of each kind, so that one does not hide the other.
    public static let maximumOfKind = 5

    /// - Parameters:
    ///   - query: The query with the text entered so far.
    ///   - path: The path of the list.
    public init(_ query: ListQuery, names: ListNames, titles: [Title], at path: String) {
        let found = FittingName.all(query, names).prefix(Self.maximumOfKind).map { name in
            Suggestion(kind: name.field.label, text: name.text, path: name.query.address(at: path))
        }
        let terms = query.beginnings
        // The rows of the list already show the documents.
        let documents = (path == Place.library.path ? [] : titles).prefix(Self.maximumOfKind).map { title in
            Suggestion(
                kind: nil, text: MarkedText(title.text, beginnings: terms),
                path: "\(Place.library.path)/\(title.document)")
        }
        suggestions = terms.isEmpty ? [] : found + documents
    }
}

/// A folder, type, correspondent or tag that matches search words.
public struct FittingName: Hashable, Sendable {
    public let field: ListFilter.Field
    public let text: MarkedText
    /// The list after choosing it, in which its filter replaces the matching words.
    public let query: ListQuery
    /// The list of everything filed under it.
    public let alone: ListQuery

    /// Returns the names that match all words, then those that match the last word, which is still being typed.
    public static func all(_ query: ListQuery, _ names: ListNames) -> [FittingName] {
        let terms = query.beginnings
        guard let last = terms.last else { return [] }
        let whole = fitting(terms, query, rest: "", names)
        guard terms.count > 1 else { return whole }
        let rest = SearchWords(query.text).terms.dropLast().map(\.description).joined(separator: " ")
        return whole + fitting([last], query, rest: rest, names)
    }

    private static func fitting(_ terms: [String], _ query: ListQuery, rest: String, _ names: ListNames)
        -> [FittingName]
    {
        ListFilter.Field.named.flatMap { field in
            (names.names(of: field) ?? []).compactMap { name -> FittingName? in
                let text = MarkedText(name.text, beginnings: terms)
                guard text.hasAll, !query.filter.has(name.id, of: field) else { return nil }
                var (after, alone) = (query, ListQuery())
                after.search(rest)
                after.filter.add(name.id, of: field)
                alone.filter.add(name.id, of: field)
                return FittingName(field: field, text: text, query: after, alone: alone)
            }
        }
    }
}

/// A chosen name in the search field.
public struct SearchToken: Hashable, Sendable {
    public let label: String
    public let text: String
    /// The list without this token.
    public let query: ListQuery

    /// Returns the tokens of a query in the order of the form.
    public static func all(_ query: ListQuery, _ names: ListNames) -> [SearchToken] {
        ListFilter.Field.named.flatMap { field in
            let values = (query.filter.text(of: field) ?? "").split(separator: ",").map(String.init)
            return values.compactMap { value -> SearchToken? in
                // A filter for unnamed documents is not a token.
                guard let id = Int64(value) else { return nil }
                var after = query
                let rest = values.filter { $0 != value }.joined(separator: ",")
                after.filter.set(field, to: rest)
                return SearchToken(label: field.label, text: names.text(id, of: field), query: after)
            }
        }
    }
}

extension ListFilter.Field {
    /// The filters whose values are names.
    public static let named: [Self] = [.folder, .type, .tag, .correspondent]
}

extension ListFilter {
    fileprivate func has(_ id: Int64, of field: Field) -> Bool {
        (text(of: field) ?? "").split(separator: ",").contains { $0 == "\(id)" }
    }

    /// A document is in only one folder, so another one replaces it.
    fileprivate mutating func add(_ id: Int64, of field: Field) {
        let others = field == .folder ? nil : text(of: field)
        set(field, to: [others, "\(id)"].compactMap(\.self).joined(separator: ","))
    }
}

extension ListQuery {
    /// The search terms, each a prefix of a word.
    var beginnings: [String] { SearchWords(text).terms.filter { !$0.isExcluded }.map(\.text) }
}
