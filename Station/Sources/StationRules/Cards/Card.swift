/// The kinds of cards, and how much each shows at a glance.
public enum CardKind: String, Hashable, Sendable, CaseIterable {
    /// The first items of a list.
    case list
    /// One object with its picture.
    case object
    /// A scene, or one of its annotations.
    case ar
    /// A month with its events.
    case calendar
    /// A chart with its key figure.
    case chart
    /// Names with their values, in two columns.
    case table
    /// A single figure in the smallest size.
    case figure

    /// The maximum number of elements in the body, not counting a figure, a picture or a month.
    public var maximumElements: Int {
        switch self {
        case .list, .table: 4
        case .object, .ar: 2
        case .calendar, .chart, .figure: 1
        }
    }

    /// The maximum number of actions in its footer.
    public static let maximumActions = 2

    /// Returns the first elements that fit.
    public func shown<Element>(_ elements: [Element]) -> ArraySlice<Element> { elements.prefix(maximumElements) }

    public var size: CardSize {
        switch self {
        case .list, .object, .ar, .chart, .table: Self.usualSize
        case .calendar: .twoByThree
        case .figure: .oneByOne
        }
    }

    /// The default size, also for cards of unknown kinds.
    public static let usualSize = CardSize.twoByTwo
}

/// The size of a card in grid cells: columns by rows. Cards of one size align.
public enum CardSize: String, Hashable, Sendable, CaseIterable {
    case oneByOne = "1x1"
    case twoByOne = "2x1"
    case twoByTwo = "2x2"
    case twoByThree = "2x3"

    /// Returns the size of a message that replaces the whole card. In a single cell, sentences need the space of a
    /// smaller drawing.
    public func size(of message: IllustratedMessage) -> MessageSize {
        self == .oneByOne && message.description != nil ? .extraSmall : messageSize
    }

    /// The size of a message that only has a title.
    public var messageSize: MessageSize {
        switch self {
        case .oneByOne: .small
        case .twoByOne: .medium
        case .twoByTwo, .twoByThree: .large
        }
    }
}

/// The icons of actions in footers: names of Bootstrap icons.
public enum CardIcon: String, Hashable, Sendable, CaseIterable {
    case scan = "badge-ar"
    case edit = "pencil"
}

/// The state of a card's object, in its header.
public struct CardStatus: Hashable, Sendable {
    public enum Level: String, Hashable, Sendable, CaseIterable {
        case neutral
        case critical
        case positive
    }

    /// The text, one or two words long.
    public let text: String
    public let level: Level

    public init(_ text: String, _ level: Level = .neutral) {
        self.text = text
        self.level = level
    }

    /// The status of a draft.
    public static var unsaved: CardStatus { CardStatus(localized("Not saved"), .critical) }
}

extension AnchorVerdict {
    /// The status for how well a scene's picture is recognized, for its card.
    public var status: CardStatus {
        switch level {
        case .poor: CardStatus(level.label, .critical)
        case .fair: CardStatus(level.label)
        case .good: CardStatus(level.label, .positive)
        }
    }
}

/// Whether the content of a card is available.
public enum CardContent: Hashable, Sendable {
    case whole
    /// Only the header and actions are available. A message replaces the body.
    case bodyMissing(IllustratedMessage)
    /// A message replaces the whole card.
    case missing(IllustratedMessage)
}
