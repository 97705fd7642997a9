/// What a report tells of a month.
///
/// Documents that lie in the trash, or were deleted, count nowhere.
public struct MonthFigures: Hashable, Sendable {
    /// What a camera did.
    public struct Camera: Hashable, Sendable, Encodable {
        public let name: String
        public let captures: Int
        public let failed: Int

        public init(name: String, captures: Int, failed: Int) {
            self.name = name
            self.captures = captures
            self.failed = failed
        }
    }

    public let month: Month
    /// All days of the month.
    public var days: [HomeFigures.OfDay]
    public var folders: [HomeFigures.Named] = []
    public var types: [HomeFigures.Named] = []
    public var people: [HomeFigures.Named] = []
    /// What had come before the month, and is still there.
    public var before = DocumentAmount()
    public var cameras: [Camera] = []
    /// The last measurement of the storage in the month, in bytes; `nil` if there was none.
    public var storage: Int?

    public init(_ month: Month) {
        self.month = month
        days = month.days.map { HomeFigures.OfDay($0) }
    }

    public var sum: DocumentAmount { days.reduce(DocumentAmount()) { $0 + $1.sum } }

    /// What came in the month, by the way on which it came.
    public var sources: [ListFilter.Source: DocumentAmount] {
        days.reduce(into: [:]) { sums, day in sums.merge(day.amounts) { $0 + $1 } }
    }
}

/// A month of the calendar.
public struct Month: Hashable, Sendable, CustomStringConvertible {
    public let first: Day
    public let last: Day

    /// - Parameter text: "2026-11". `nil` if it is anything else.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 7, let first = Day("\(text)-01") else { return nil }
        self.first = first
        var last = first
        while last.adding(1).month == first.month, last.adding(1) != last { last = last.adding(1) }
        self.last = last
    }

    /// "2026-11".
    public var description: String { String(first.description.prefix(7)) }

    public var days: [Day] { (0...first.days(to: last)).map { first.adding($0) } }
}
