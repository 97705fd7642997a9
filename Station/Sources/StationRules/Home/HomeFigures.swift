/// Documents, and the pages that they have.
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

/// What the overview tells of a library, as counted at one moment: no figure can disagree with another.
///
/// Documents of the trash count nowhere but in ``deleted``.
public struct HomeFigures: Hashable, Sendable {
    /// What came on a day, by the way on which it came.
    public struct OfDay: Hashable, Sendable {
        public let day: Day
        public var amounts: [ListFilter.Source: DocumentAmount]

        public init(_ day: Day, _ amounts: [ListFilter.Source: DocumentAmount] = [:]) {
            self.day = day
            self.amounts = amounts
        }

        public var sum: DocumentAmount { amounts.values.reduce(DocumentAmount(), +) }
    }

    /// What is filed under a name, or came from a person.
    public struct Named: Hashable, Sendable {
        /// `nil` for what has no name.
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
    /// On which weeks begin: from 0 for Sunday.
    public let firstWeekday: Int
    /// The days up to today, the last one.
    public var days: [OfDay]
    /// Folders at the top with all that is inside them; those that have nothing are left out.
    public var folders: [Named] = []
    public var types: [Named] = []
    public var people: [Named] = []
    public var inbox = 0
    public var due = 0
    /// What lies in the trash, and came before the days of ``HomeRange/month``.
    public var deleted = DocumentAmount()
    /// How much room the library took, by days; days on which nothing was measured are left out.
    public var storage: [Stored] = []

    public init(today: Day, firstWeekday: Int = 1, days: [OfDay]) {
        self.today = today
        self.firstWeekday = firstWeekday
        self.days = days
    }

    /// What came in the last days.
    /// - Parameter count: Of days, with today.
    public func last(_ count: Int) -> ArraySlice<OfDay> { days.suffix(count) }

    /// The days of the last weeks, of which the last one is not over.
    public var weeks: [ArraySlice<OfDay>] {
        let ofThis = (today.weekday - firstWeekday + 7) % 7 + 1
        let start = max(days.count - ofThis - 7 * (HomeRange.weeks - 1), 0)
        return stride(from: start, to: days.count, by: 7).map { days[$0..<min($0 + 7, days.count)] }
    }

    /// Of the whole library.
    public var all: DocumentAmount { types.reduce(DocumentAmount()) { $0 + $1.amount } }
}

/// The days that figures of the overview are of.
public enum HomeRange {
    /// As long as documents stay in the trash, so that nothing that was deleted meanwhile is missing.
    public static let month = 30
    /// With the one that is not over.
    public static let weeks = 12
    /// All days that the figures tell of.
    public static let days = weeks * 7
    /// Of measurements of the storage.
    public static let storage = 365
}
