import FoundationEssentials
import GRDB
import StationRules

/// The months that have documents, by capture time or by document date. Each is found from its neighbor with an
/// index, without months that the list's filters exclude.
struct Months: Sendable {
    /// The key in the index.
    private let key: String
    /// Expressions that the same documents are sorted or filtered by.
    let expressions: Set<String>
    /// The range of keys that filters allow: from the first up to but excluding the second.
    private let bounds: (DatabaseValue, DatabaseValue)
    /// The calendar with the time zone of capture months; `nil` for document dates.
    private let calendar: Calendar?

    /// A key after all others except that of documents without a date.
    private static let end = "~"

    /// - Parameter filter: The filter of the list.
    init(ofCapture filter: Span<Day>, _ calendar: Calendar) {
        key = SortColumn(.newest).expression
        expressions = [key]
        bounds = (
            filter.lower?.start(calendar)?.databaseValue ?? "".databaseValue,
            filter.upper?.end(calendar)?.databaseValue ?? Self.end.databaseValue
        )
        self.calendar = calendar
    }

    init(ofDates filter: Span<Day>) {
        key = SortColumn(SortCriterion(.date, .ascending)).expression
        expressions = SortColumn.expressions(of: .date)
        bounds = (
            (filter.lower?.description ?? "").databaseValue,
            ((filter.upper?.description ?? "") + Self.end).databaseValue
        )
        calendar = nil
    }

    /// Returns the documents of a month such as "2026-11"; those without a date for "".
    func part(_ month: String) -> GroupColumn.Part? {
        if month.isEmpty, calendar == nil {
            return GroupColumn.Part(.null, key, "@ = '\(Self.end)'", [])
        }
        return limits(of: month).map {
            GroupColumn.Part(month.databaseValue, key, "@ >= ? AND @ < ?", [$0.start, $0.end])
        }
    }

    /// Returns the first key of a month, and the first one after it.
    private func limits(of month: String) -> (start: DatabaseValue, end: DatabaseValue)? {
        guard let first = Day("\(month)-01") else { return nil }
        guard let calendar else { return (month.databaseValue, (month + Self.end).databaseValue) }
        guard let next = Day(year: first.year + first.month / 12, month: first.month % 12 + 1, day: 1),
            let start = first.start(calendar), let end = next.start(calendar)
        else { return nil }
        return (start.databaseValue, end.databaseValue)
    }

    // MARK: One by one

    func walk(from month: String?, isReversed: Bool) -> Walk { Walk(self, from: month, isReversed: isReversed) }

    /// Walks from the last month backward, or from the first one forward. Documents without a date come last or
    /// first, respectively.
    struct Walk {
        private let months: Months
        private let isReversed: Bool
        /// The remaining range of keys: from the first up to but excluding the second.
        private var bounds: (DatabaseValue, DatabaseValue)
        /// Whether documents without a date are still to come.
        private var hasUndated: Bool

        fileprivate init(_ months: Months, from month: String?, isReversed: Bool) {
            (self.months, self.isReversed, bounds) = (months, isReversed, months.bounds)
            hasUndated = months.calendar == nil && (month == nil || !isReversed || month == "")
            if month == "", !isReversed {
                bounds.1 = bounds.0
            } else if let limits = month.flatMap({ months.limits(of: $0) }) {
                if isReversed { bounds.0 = limits.start } else { bounds.1 = limits.end }
            }
        }

        mutating func next(_ database: Database) throws -> GroupColumn.Group? {
            if isReversed, hasUndated { return undated() }
            guard let month = try month(database), let part = months.part(month), let limits = months.limits(of: month)
            else { return hasUndated ? undated() : nil }
            if isReversed { bounds.0 = limits.end } else { bounds.1 = limits.start }
            return GroupColumn.Group(part: part, order: month.databaseValue)
        }

        private mutating func undated() -> GroupColumn.Group? {
            hasUndated = false
            return months.part("").map { GroupColumn.Group(part: $0, order: "".databaseValue) }
        }

        /// Returns the next month with documents.
        private func month(_ database: Database) throws -> String? {
            let key = months.key
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(key) FROM document WHERE trashed IS NULL AND \(key) >= ? AND \(key) < ?
                    ORDER BY \(key) \(isReversed ? "ASC" : "DESC") LIMIT 1
                    """)
            let arguments: StatementArguments = [bounds.0, bounds.1]
            guard let calendar = months.calendar else {
                return try String.fetchOne(statement, arguments: arguments).map { String($0.prefix(7)) }
            }
            return try Date.fetchOne(statement, arguments: arguments).map { moment in
                String(Day(moment, in: calendar).description.prefix(7))
            }
        }
    }
}
