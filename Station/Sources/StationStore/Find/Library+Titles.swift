public import FoundationEssentials
import GRDB
public import StationRules

extension Library {
    /// Documents of a list in whose titles all words of its search stand, the newest first: for suggestions, which come with
    /// each letter. So they are not ranked, which would take all documents that fit.
    /// - Parameter calendar: In whose time zone a day begins.
    public func titles(
        of query: ListQuery, limit: Int, calendar: Calendar
    ) throws(StoreError) -> [SearchSuggestions.Title] {
        guard !query.text.isEmpty else { return [] }
        let statement = ListStatement(query, isOfTitles: true, calendar: calendar)
        return try read { try statement.titles(limit: limit, $0) }
    }
}
