/// The figures in a month's report.
///
/// Documents in the trash and deleted ones are not counted.
public struct MonthFigures: Hashable, Sendable {
    /// The results of a camera.
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
    /// The documents added before the month and not deleted since.
    public var before = DocumentAmount()
    public var cameras: [Camera] = []
    /// The last storage measurement of the month in bytes; `nil` without one.
    public var storage: Int?

    public init(_ month: Month) {
        self.month = month
        days = month.days.map { HomeFigures.OfDay($0) }
    }

    public var sum: DocumentAmount { days.reduce(DocumentAmount()) { $0 + $1.sum } }

    /// The documents added in the month, by source.
    public var sources: [ListFilter.Source: DocumentAmount] {
        days.reduce(into: [:]) { sums, day in sums.merge(day.amounts) { $0 + $1 } }
    }
}

/// A calendar month.
public struct Month: Hashable, Sendable, CustomStringConvertible {
    public let first: Day
    public let last: Day

    /// - Parameter text: A month such as "2026-11". `nil` for other formats.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 7, let first = Day("\(text)-01") else { return nil }
        self.first = first
        var last = first
        while last.adding(1).month == first.month, last.adding(1) != last { last = last.adding(1) }
        self.last = last
    }

    /// The month in the format "2026-11".
    public var description: String { String(first.description.prefix(7)) }

    public var days: [Day] { (0...first.days(to: last)).map { first.adding($0) } }
}
