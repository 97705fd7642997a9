/// A number of documents, and the pages that they have.
public struct DocumentAmount: Hashable, Sendable {
    public var documents: Int
    public var pages: Int

    public init(documents: Int = 0, pages: Int = 0) {
        self.documents = documents
        self.pages = pages
    }

    public static func + (first: Self, second: Self) -> Self {
        Self(documents: first.documents + second.documents, pages: first.pages + second.pages)
    }
}

/// The overview's figures, all counted at the same moment so that they agree.
///
/// Documents in the trash only count in ``deleted``.
public struct HomeFigures: Hashable, Sendable {
    /// The documents added on a day, by source.
    public struct OfDay: Hashable, Sendable {
        public let day: Day
        public var amounts: [ListFilter.Source: DocumentAmount]

        public init(_ day: Day, _ amounts: [ListFilter.Source: DocumentAmount] = [:]) {
            self.day = day
            self.amounts = amounts
        }

        public var sum: DocumentAmount { amounts.values.reduce(DocumentAmount(), +) }
    }

    /// The documents filed under a name or added by a person.
    public struct Named: Hashable, Sendable {
        /// `nil` for documents without a name.
        public let id: Int64?
        public let name: String
        public let amount: DocumentAmount

        public init(id: Int64?, name: String, _ amount: DocumentAmount) {
            self.id = id
            self.name = name
            self.amount = amount
        }
    }

    public struct Stored: Hashable, Sendable {
        public let day: Day
        public let bytes: Int

        public init(_ day: Day, bytes: Int) {
            self.day = day
            self.bytes = bytes
        }
    }

    public let today: Day
    /// The first day of the week, from 0 for Sunday.
    public let firstWeekday: Int
    /// The days up to and including today.
    public var days: [OfDay]
    /// Top-level folders with everything inside them, without empty ones.
    public var folders: [Named] = []
    public var types: [Named] = []
    public var people: [Named] = []
    public var inbox = 0
    public var due = 0
    /// The documents in the trash that were added before the period of ``HomeRange/month``.
    public var deleted = DocumentAmount()
    /// The storage used by the library per day, without days that have no measurement.
    public var storage: [Stored] = []

    public init(today: Day, firstWeekday: Int = 1, days: [OfDay]) {
        self.today = today
        self.firstWeekday = firstWeekday
        self.days = days
    }

    /// Returns the documents added in the last days.
    /// - Parameter count: The number of days including today.
    public func last(_ count: Int) -> ArraySlice<OfDay> { days.suffix(count) }

    /// The days of the last weeks, including the current one.
    public var weeks: [ArraySlice<OfDay>] {
        let ofThis = (today.weekday - firstWeekday + 7) % 7 + 1
        let start = max(days.count - ofThis - 7 * (HomeRange.weeks - 1), 0)
        return stride(from: start, to: days.count, by: 7).map { days[$0..<min($0 + 7, days.count)] }
    }

    /// The documents of the whole library.
    public var all: DocumentAmount { types.reduce(DocumentAmount()) { $0 + $1.amount } }
}

/// The periods covered by the overview.
public enum HomeRange {
    /// Days of a month, as many as documents stay in the trash, so that none deleted in this period is missing.
    public static let month = 30
    /// The number of weeks including the current one.
    public static let weeks = 12
    /// The number of all days covered.
    public static let days = weeks * 7
    /// The number of days with measurements of the storage.
    public static let storage = 365
}
