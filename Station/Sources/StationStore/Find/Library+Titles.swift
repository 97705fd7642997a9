public import FoundationEssentials
import GRDB
public import StationRules

extension Library {
    /// Returns documents of a list whose titles contain all words of its search, newest first, for suggestions while
    /// typing. They are not ranked, because that would require all matching documents.
    /// - Parameter calendar: The calendar with the time zone of days.
    public func titles(
        of query: ListQuery, limit: Int, calendar: Calendar
    ) throws(StoreError) -> [SearchSuggestions.Title] {
        guard !query.text.isEmpty else { return [] }
        let statement = ListStatement(query, isOfTitles: true, calendar: calendar)
        return try read { try statement.titles(limit: limit, $0) }
    }
}
