/// Which documents a list shows. Each part that is set leaves out those that it does not fit.
public struct ListFilter: Hashable, Sendable {
    /// A place in the tree of folders.
    public enum Folder: Hashable, Sendable {
        /// Documents that lie in no folder.
        case none
        /// A folder, with those inside it.
        case inside(Int64)
    }

    /// Whether a person has looked at a document since it came.
    public enum ReviewState: String, Hashable, Codable, Sendable, CaseIterable {
        case inbox
        case reviewed
    }

    /// The way on which a document came.
    public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
        case scan
        case `import`
        case program
    }

    /// Of a day, named as in addresses.
    public enum Weekday: String, Hashable, Codable, Sendable, CaseIterable {
        case monday = "mon"
        case tuesday = "tue"
        case wednesday = "wed"
        case thursday = "thu"
        case friday = "fri"
        case saturday = "sat"
        case sunday = "sun"

        /// - Parameter number: From 0 for Sunday to 6.
        public init(number: Int) { self = Self.allCases[(number + 6) % 7] }

        /// From 0 for Sunday.
        public var number: Int { ((Self.allCases.firstIndex(of: self) ?? 0) + 1) % 7 }
    }

    /// Among types, correspondents and persons it stands for documents that have none.
    public static let unnamed: Int64 = 0

    public var folder: Folder?
    /// A document needs all of them.
    public var tags: Set<Int64> = []
    /// Any of them, as in all sets below.
    public var types: Set<Int64> = []
    public var correspondents: Set<Int64> = []
    /// Places of the map.
    public var places: Set<Int64> = []
    public var states: Set<ReviewState> = []
    public var sources: Set<Source> = []
    /// Who added it.
    public var persons: Set<Int64> = []
    /// The date that is written on it.
    public var date = Span<Day>.all
    /// When it was added.
    public var captured = Span<Day>.all
    /// The weekdays on which it was added.
    public var weekdays: Set<Weekday> = []
    public var due = Span<Day>.all
    public var pages = Span<Int>.all
    /// Whether text was recognised on it.
    public var hasText: Bool?
    /// Whether a code was read on it.
    public var hasCode: Bool?
    /// The trash is a place of its own: nothing of it is in other lists.
    public var isTrash = false

    public init() {}

    /// The number of parts that are set, without the trash.
    public var count: Int { Field.allCases.count { $0 != .trash && text(of: $0) != nil } }
}

/// Values from a lower to an upper bound, both included; without a bound all on that side.
public struct Span<Value: Hashable & Comparable & Sendable>: Hashable, Sendable {
    public let lower: Value?
    public let upper: Value?

    /// `nil` if the bounds are in the wrong order.
    public init?(from lower: Value?, to upper: Value?) {
        if let lower, let upper, lower > upper { return nil }
        self.lower = lower
        self.upper = upper
    }

    private init() { (lower, upper) = (nil, nil) }

    public static var all: Span { Span() }
    public var isAll: Bool { lower == nil && upper == nil }

    public func contains(_ value: Value) -> Bool {
        lower.map { value >= $0 } ?? true && upper.map { value <= $0 } ?? true
    }
}
