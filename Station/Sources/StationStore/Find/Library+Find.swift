public import FoundationEssentials
import GRDB
public import StationRules

/// The lists of documents.
extension Library {
    /// A part of a list, and where it goes on; `nil` at its end.
    public struct ListPart: Sendable {
        public let rows: [ListRow]
        public let next: ListPosition?

        public var documents: [DocumentRecord] { rows.map(\.document) }
    }

    /// What a list has in all.
    public struct ListCounts: Sendable {
        public let documents: Int
        /// Of the place, without the query's filters.
        public let all: Int
        /// By ``ListRow/group``, at least of those that were asked for; empty without groups.
        public let groups: [String: Int]
    }

    /// The documents of a list after a position.
    /// - Parameter calendar: In whose time zone a day begins.
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

    /// The documents beside one in a list.
    public struct Neighbors: Sendable {
        public let previous: DocumentRecord?
        public let next: DocumentRecord?
    }

    /// The documents before and after one in a list, also where its filters no longer let it in: who looks through the inbox goes on
    /// from a document that has just left it.
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

    /// The documents that are selected, in the order of the list or of their selection.
    public func documents(of selection: Selection, calendar: Calendar) throws(StoreError) -> [Int64] {
        switch selection {
        case .documents(let documents): return documents
        case .all(let query):
            let statement = ListStatement(query, calendar: calendar)
            return try read { try statement.identifiers($0) }
        }
    }

    /// The number of documents of a list.
    public func count(_ query: ListQuery, calendar: Calendar) throws(StoreError) -> Int {
        let statement = ListStatement(query, calendar: calendar)
        return try read { try statement.count($0) }
    }

    /// The numbers of documents of a list, its groups and its place.
    /// - Parameter groups: That are shown; `nil` for all.
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
