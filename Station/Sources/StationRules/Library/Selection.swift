/// The documents that a person selected in a list.
public enum Selection: Hashable, Sendable {
    case documents([Int64])
    /// All documents that match a query, including those that the browser has not loaded.
    case all(ListQuery)

    /// The maximum number of individually selected documents; more require selecting all.
    public static let maximumDocuments = 5000

    /// - Parameters:
    ///   - text: "3,1,2" in the order of the list, or "all".
    ///   - query: The query of the list.
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

/// Metadata to set on all selected documents. `nil` and empty values keep those of each document.
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
        /// The comma-separated names of other fields to clear on each document.
        case cleared

        /// The fields that can be cleared.
        public static let clearable: [Field] = [.folder, .type, .correspondent, .date, .due, .retained]

        /// The field of a single document's entry with the same format; `nil` if single documents lack it.
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

    /// The errors by field.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let reasons: [Field: String]

        public var description: String { Field.allCases.compactMap { reasons[$0] }.joined(separator: " ") }
    }

    /// The values to set on each document, without tags.
    public let entry: FilingEntry
    public let addedTags: [String]
    public let removedTags: [String]

    /// - Parameter entered: The values by field; missing or empty ones change nothing. The folder "/" removes
    ///   documents from theirs.
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
