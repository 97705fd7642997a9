/// The documents that a list shows: those that match all parts that are set.
public struct ListFilter: Hashable, Sendable {
    /// A place in the tree of folders.
    public enum Folder: Hashable, Sendable {
        /// Documents in no folder.
        case none
        /// A folder including its subfolders.
        case inside(Int64)
    }

    /// Whether a person has reviewed a document since it was added.
    public enum ReviewState: String, Hashable, Codable, Sendable, CaseIterable {
        case inbox
        case reviewed
    }

    /// The source of a document.
    public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
        case scan
        case `import`
        case program
    }

    /// A weekday by its name in URLs.
    public enum Weekday: String, Hashable, Codable, Sendable, CaseIterable {
        case monday = "mon"
        case tuesday = "tue"
        case wednesday = "wed"
        case thursday = "thu"
        case friday = "fri"
        case saturday = "sat"
        case sunday = "sun"

        /// - Parameter number: The number from 0 for Sunday to 6.
        public init(number: Int) { self = Self.allCases[(number + 6) % 7] }

        /// The number from 0 for Sunday.
        public var number: Int { ((Self.allCases.firstIndex(of: self) ?? 0) + 1) % 7 }
    }

    /// Stands for documents without a type, correspondent or person.
    public static let unnamed: Int64 = 0

    public var folder: Folder?
    /// The tags, all of which a document must have.
    public var tags: Set<Int64> = []
    /// The types, any of which a document must have. The sets below work in the same way.
    public var types: Set<Int64> = []
    public var correspondents: Set<Int64> = []
    /// The places on the map.
    public var places: Set<Int64> = []
    public var states: Set<ReviewState> = []
    public var sources: Set<Source> = []
    /// The persons who added it.
    public var persons: Set<Int64> = []
    /// The date written on it.
    public var date = Span<Day>.all
    /// When it was added.
    public var captured = Span<Day>.all
    /// The weekdays on which it was added.
    public var weekdays: Set<Weekday> = []
    public var due = Span<Day>.all
    public var pages = Span<Int>.all
    /// Whether text was recognized on it.
    public var hasText: Bool?
    /// Whether a barcode was read on it.
    public var hasCode: Bool?
    /// Whether the crop of a page is to be checked.
    public var needsCheck: Bool?
    /// Whether to show the trash. Other lists never include it.
    public var isTrash = false

    public init() {}

    /// The number of parts that are set, without the trash.
    public var count: Int { Field.allCases.count { $0 != .trash && text(of: $0) != nil } }
}

/// A range of values including both bounds. A missing bound leaves its side open.
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
