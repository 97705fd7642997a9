/// The documents of a list that a person has selected.
public enum Selection: Hashable, Sendable {
    case documents([Int64])
    /// All that fit a query, those that the browser has not loaded too.
    case all(ListQuery)

    /// The most documents that are chosen one by one; whoever wants more selects all.
    public static let maximumDocuments = 5000

    /// - Parameters:
    ///   - text: "3,1,2" in the order of the list, or "all".
    ///   - query: Of the list.
    public init?(_ text: String, of query: ListQuery) {
        guard text != "all" else {
            self = .all(query)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let documents = parts.compactMap { Int64($0) }
        guard !documents.isEmpty, documents.count == parts.count, documents.count <= Self.maximumDocuments,
            Set(documents).count == documents.count
        else { return nil }
        self = .documents(documents)
    }
}

/// How selected documents are filed, all of them alike: what is `nil` or empty stays as it is on each.
public struct GroupFiling: Hashable, Sendable {
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case folder
        case type
        case correspondent
        case addedTags
        case removedTags
        case date
        case due
        case retained
        case state
        case sharing
        /// Names of other fields, with commas between them: each document loses what it has there.
        case cleared

        /// Those that documents may lose.
        public static let clearable: [Field] = [.folder, .type, .correspondent, .date, .due, .retained]

        /// Of the entry for one document that is read the same way; `nil` for what one document has no field of.
        public var single: FilingEntry.Field? {
            switch self {
            case .folder: .folder
            case .type: .type
            case .correspondent: .correspondent
            case .addedTags, .removedTags: .tags
            case .date: .date
            case .due: .due
            case .retained: .retained
            case .state: .state
            case .sharing: .sharing
            case .cleared: nil
            }
        }
    }

    /// What is wrong with it, field by field.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let reasons: [Field: String]

        public var description: String { Field.allCases.compactMap { reasons[$0] }.joined(separator: " ") }
    }

    /// What is set on each document; without tags.
    public let entry: FilingEntry
    public let addedTags: [String]
    public let removedTags: [String]

    /// - Parameter entered: By field; what is missing or empty changes nothing. A folder of "/" takes documents out of theirs.
    public init(_ entered: [Field: String]) throws(Failure) {
        var reasons: [Field: String] = [:]
        let cleared = Set((entered[.cleared] ?? "").split(separator: ",").compactMap { Field(rawValue: String($0)) })
            .intersection(Field.clearable)
        func read(_ fields: [Field]) -> FilingEntry? {
            let filled = fields.compactMap { field -> (FilingEntry.Field, String)? in
                let text = entered[field]?.asLine ?? ""
                return text.isEmpty && !cleared.contains(field) ? nil : field.single.map { ($0, text) }
            }
            do { return try FilingEntry(Dictionary(uniqueKeysWithValues: filled)) } catch {
                for field in fields { reasons[field] = field.single.flatMap { error.reasons[$0] } }
                return nil
            }
        }
        let set = read([.folder, .type, .correspondent, .date, .due, .retained, .state, .sharing])
        let (added, removed) = (read([.addedTags]), read([.removedTags]))
        guard let set, let added, let removed else { throw Failure(reasons: reasons) }
        (entry, addedTags, removedTags) = (set, added.tags ?? [], removed.tags ?? [])
    }
}
