/// The lists that figures of the overview count.
public enum HomeList {
    /// For how many days what is due is told of before its day, and after it.
    public static let soon = 7
    public static let overdue = 30

    /// What came on days, both included.
    public static func captured(from first: Day?, to last: Day?) -> ListQuery {
        filtered { $0.captured = Span(from: first, to: last) ?? .all }
    }

    public static var inbox: ListQuery { filtered { $0.states = [.inbox] } }

    /// What is due soon, or was due not long ago: the soonest first.
    public static func due(on today: Day) -> ListQuery {
        var query = filtered { $0.due = dueSpan(on: today) }
        query.sort(by: [SortCriterion(.due)])
        return query
    }

    public static func dueSpan(on today: Day) -> Span<Day> {
        Span(from: today.adding(-overdue), to: today.adding(soon)) ?? .all
    }

    /// - Parameter id: `nil` for documents in no folder.
    public static func folder(_ id: Int64?) -> ListQuery {
        filtered { $0.folder = id.map { ListFilter.Folder.inside($0) } ?? ListFilter.Folder.none }
    }

    /// - Parameter id: `nil` for documents without one, as for persons.
    public static func type(_ id: Int64?) -> ListQuery { filtered { $0.types = [id ?? ListFilter.unnamed] } }

    public static func person(_ id: Int64?) -> ListQuery { filtered { $0.persons = [id ?? ListFilter.unnamed] } }

    /// What came on a weekday of some days.
    /// - Parameter number: From 0 for Sunday.
    public static func weekday(_ number: Int, from first: Day?, to last: Day) -> ListQuery {
        var query = captured(from: first, to: last)
        query.filter.weekdays = [ListFilter.Weekday(number: number)]
        return query
    }

    /// What came in one way on days.
    public static func source(_ source: ListFilter.Source, from first: Day, to last: Day) -> ListQuery {
        var query = captured(from: first, to: last)
        query.filter.sources = [source]
        return query
    }

    /// What lies in the trash, and came before a day.
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
