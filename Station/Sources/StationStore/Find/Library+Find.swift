public import FoundationEssentials
import GRDB
public import StationRules

/// Lists of documents.
extension Library {
    /// A part of a list, and the position where it continues; `nil` at the end.
    public struct ListPart: Sendable {
        public let rows: [ListRow]
        public let next: ListPosition?

        public var documents: [DocumentRecord] { rows.map(\.document) }
    }

    /// The counts of a list.
    public struct ListCounts: Sendable {
        public let documents: Int
        /// The number of documents without the query's filters.
        public let all: Int
        /// The counts by ``ListRow/group``, including at least the requested groups; empty without groups.
        public let groups: [String: Int]
    }

    /// Returns the documents of a list after a position.
    /// - Parameter calendar: The calendar with the time zone of days.
    public func documents(
        _ query: ListQuery, after position: ListPosition? = nil, limit: Int, calendar: Calendar
    ) throws(StoreError) -> ListPart {
        let statement = ListStatement(query, calendar: calendar)
        return try read { database in
            let found = try statement.fetch(after: position, limit: limit + 1, database)
            let shown = found.prefix(limit)
            return ListPart(rows: Array(shown), next: found.count > limit ? shown.last?.position : nil)
        }
    }

    /// The documents before and after one in a list.
    public struct Neighbors: Sendable {
        public let previous: DocumentRecord?
        public let next: DocumentRecord?
    }

    /// Returns a document's neighbors in a list, even if it no longer matches the filters: people who go through the
    /// inbox continue from a document that has just left it.
    public func neighbors(
        of document: Int64, in query: ListQuery, calendar: Calendar
    ) throws(StoreError) -> Neighbors {
        var unfiltered = query
        var place = ListFilter()
        place.isTrash = query.filter.isTrash
        unfiltered.filter = place
        let (statement, all) = (
            ListStatement(query, calendar: calendar), ListStatement(unfiltered, calendar: calendar)
        )
        return try read { database in
            guard let position = try all.position(of: document, database) else {
                return Neighbors(previous: nil, next: nil)
            }
            return Neighbors(
                previous: try statement.before(position, database),
                next: try statement.fetch(after: position, limit: 1, database).first?.document)
        }
    }

    /// Returns the selected documents, in the order of the list or of the selection.
    public func documents(of selection: Selection, calendar: Calendar) throws(StoreError) -> [Int64] {
        switch selection {
        case .documents(let documents): return documents
        case .all(let query):
            let statement = ListStatement(query, calendar: calendar)
            return try read { try statement.identifiers($0) }
        }
    }

    /// Returns the number of documents in a list.
    public func count(_ query: ListQuery, calendar: Calendar) throws(StoreError) -> Int {
        let statement = ListStatement(query, calendar: calendar)
        return try read { try statement.count($0) }
    }

    /// Returns the numbers of documents in a list, in its groups, and without its filters.
    /// - Parameter groups: The displayed groups; `nil` for all.
    public func counts(
        _ query: ListQuery, groups: Set<String>? = nil, calendar: Calendar
    ) throws(StoreError) -> ListCounts {
        let statement = ListStatement(query, calendar: calendar)
        var whole = ListQuery()
        whole.filter.isTrash = query.filter.isTrash
        let all = ListStatement(whole, calendar: calendar)
        return try read { database in
            let counted = try statement.counts(shown: groups, database)
            return ListCounts(
                documents: counted.documents, all: query.isWhole ? counted.documents : try all.count(database),
                groups: counted.groups)
        }
    }
}
