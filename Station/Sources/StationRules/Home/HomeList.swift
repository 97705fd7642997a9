/// The lists of documents behind the overview's figures.
public enum HomeList {
    /// The number of days before and after its due date during which a document is listed.
    public static let soon = 7
    public static let overdue = 30

    /// Returns the documents added between two days, inclusive.
    public static func captured(from first: Day?, to last: Day?) -> ListQuery {
        filtered { $0.captured = Span(from: first, to: last) ?? .all }
    }

    public static var inbox: ListQuery { filtered { $0.states = [.inbox] } }

    /// Returns the documents due soon or recently, earliest first.
    public static func due(on today: Day) -> ListQuery {
        var query = filtered { $0.due = dueSpan(on: today) }
        query.sort(by: [SortCriterion(.due)])
        return query
    }

    public static func dueSpan(on today: Day) -> Span<Day> {
        Span(from: today.adding(-overdue), to: today.adding(soon)) ?? .all
    }

    /// - Parameter id: `nil` for documents without a folder.
    public static func folder(_ id: Int64?) -> ListQuery {
        filtered { $0.folder = id.map { ListFilter.Folder.inside($0) } ?? ListFilter.Folder.none }
    }

    /// - Parameter id: `nil` for documents without a type, and similarly for persons.
    public static func type(_ id: Int64?) -> ListQuery { filtered { $0.types = [id ?? ListFilter.unnamed] } }

    public static func person(_ id: Int64?) -> ListQuery { filtered { $0.persons = [id ?? ListFilter.unnamed] } }

    /// Returns the documents added on one weekday between two days.
    /// - Parameter number: The weekday from 0 for Sunday.
    public static func weekday(_ number: Int, from first: Day?, to last: Day) -> ListQuery {
        var query = captured(from: first, to: last)
        query.filter.weekdays = [ListFilter.Weekday(number: number)]
        return query
    }

    /// Returns the documents added from one source between two days.
    public static func source(_ source: ListFilter.Source, from first: Day, to last: Day) -> ListQuery {
        var query = captured(from: first, to: last)
        query.filter.sources = [source]
        return query
    }

    /// Returns the documents in the trash that were added before a day.
    public static func deleted(before day: Day) -> ListQuery {
        var query = captured(from: nil, to: day.adding(-1))
        query.filter.isTrash = true
        return query
    }

    private static func filtered(_ change: (inout ListFilter) -> Void) -> ListQuery {
        var query = ListQuery()
        change(&query.filter)
        return query
    }
}
