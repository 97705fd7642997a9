public import FoundationEssentials
import GRDB
public import StationRules

/// The lists of documents.
extension Library {
    /// A part of a list, and where it goes on; `nil` at its end.
    public struct ListPart: Sendable {
        public let documents: [DocumentRecord]
        public let next: ListPosition?
    }

    /// The documents of a list after a position.
    /// - Parameter calendar: In whose time zone a day begins.
    public func documents(
        _ query: ListQuery, after position: ListPosition? = nil, limit: Int, calendar: Calendar
    ) throws(StoreError) -> ListPart {
        let statement = ListStatement(query, calendar: calendar)
        return try read { database in
            let found = try statement.fetch(
                Self.documentColumns, as: DocumentRecord.self, after: position, limit: limit + 1, database)
            let shown = found.prefix(limit)
            return ListPart(documents: shown.map(\.row), next: found.count > limit ? shown.last?.position : nil)
        }
    }

    /// The number of documents of a list.
    public func count(_ query: ListQuery, calendar: Calendar) throws(StoreError) -> Int {
        let statement = ListStatement(query, calendar: calendar)
        return try read { try statement.count($0) }
    }
}
