public import FoundationEssentials

/// A past or future event in the life of a document.
public struct TimelineEntry: Hashable, Sendable {
    /// The kinds by their names in URLs, in the order of the filter.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case added
        case reviewed
        case changed
        case exported
        case deleted
        case due
        case retained

        public var label: String {
            switch self {
            case .added: localized("Added")
            case .reviewed: localized("Reviewed")
            case .changed: localized("Changed")
            case .exported: localized("Exported")
            case .deleted: localized("Deleted")
            case .due: localized("Due")
            case .retained: localized("Keep Until")
            }
        }

        /// The name of a Bootstrap icon.
        public var icon: String {
            switch self {
            case .added: "camera"
            case .reviewed: "check-lg"
            case .changed: "pencil"
            case .exported: "download"
            case .deleted: "trash"
            case .due: "calendar-event"
            case .retained: "archive"
            }
        }

        /// Whether a person set the day, which may be in the future. Other events are in the past.
        public var isDay: Bool { self == .due || self == .retained }
    }

    public enum Moment: Hashable, Sendable {
        case time(Date)
        case day(Day)

        public func day(_ calendar: Calendar) -> Day {
            switch self {
            case .time(let date): Day(date, in: calendar)
            case .day(let day): day
            }
        }
    }

    public let kind: Kind
    public let moment: Moment
    public let document: Int64
    public let title: String
    /// A short description; `nil` if the kind is sufficient.
    public var detail: String?
    public var state: ListFilter.ReviewState
    public var isTrashed: Bool
    /// The names that the document is filed under, most important first.
    public var facts: [String]

    public init(
        _ kind: Kind, _ moment: Moment, document: Int64, title: String, detail: String? = nil,
        state: ListFilter.ReviewState = .reviewed, isTrashed: Bool = false, facts: [String] = []
    ) {
        self.kind = kind
        self.moment = moment
        self.document = document
        self.title = title
        self.detail = detail
        self.state = state
        self.isTrashed = isTrashed
        self.facts = facts
    }
}

/// Whether a day is in the past, today or in the future.
public enum Tense: String, Hashable, Sendable, CaseIterable {
    case past
    case current
    case future

    public init(_ day: Day, today: Day) { self = day < today ? .past : day == today ? .current : .future }

    /// The label for screen readers.
    public var label: String {
        switch self {
        case .past: localized("Past")
        case .current: localized("Today")
        case .future: localized("To Come")
        }
    }
}

/// The symbol of an entry on the timeline's axis.
public enum TimelineNode: String, Hashable, Sendable, CaseIterable {
    case open
    case inProgress
    case completed
    /// The outcome is unknown.
    case empty
    case start
    case end

    /// Whether the symbol is a diamond, as at the beginning and the end, instead of a circle.
    public var isDiamond: Bool { self == .start || self == .end }

    /// The label for screen readers.
    public var label: String {
        switch self {
        case .open: localized("Open")
        case .inProgress: localized("In progress")
        case .completed: localized("Completed")
        case .empty: localized("Over")
        case .start: localized("Start")
        case .end: localized("End")
        }
    }

    /// Chooses the node. Past events are completed, unless the document still waits for its review. Whether a past
    /// due date was met is unknown.
    public init(_ entry: TimelineEntry, _ tense: Tense) {
        switch (entry.kind, tense) {
        case (.due, .future), (.retained, .future): self = .open
        case (.due, .current), (.retained, .current): self = .inProgress
        case (.due, .past), (.retained, .past): self = .empty
        case (.added, _): self = entry.state == .inbox && !entry.isTrashed ? .inProgress : .completed
        default: self = .completed
        }
    }
}

extension TimelineEntry {
    /// The maximum number of statuses and of facts in a cell.
    public static let maximumStatuses = 2
    public static let maximumFacts = 2

    /// Returns the relevant states of the document, most urgent first.
    public func statuses(today: Day) -> [CardStatus] {
        var all: [CardStatus] = []
        if case .day(let day) = moment, kind == .due {
            let left = today.days(to: day)
            if -HomeList.overdue..<0 ~= left { all.append(CardStatus(localized("Overdue"), .critical)) }
            if 0...HomeList.soon ~= left { all.append(CardStatus(localized("Due soon"), .critical)) }
        }
        if case .day(let day) = moment, kind == .retained, day < today {
            all.append(CardStatus(localized("May be destroyed")))
        }
        all.append(
            isTrashed
                ? CardStatus(localized("In the trash"))
                : state == .inbox ? CardStatus(state.label, .critical) : CardStatus(state.label, .positive))
        return Array(all.prefix(Self.maximumStatuses))
    }
}
