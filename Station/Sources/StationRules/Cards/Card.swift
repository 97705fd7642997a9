/// The kinds of cards, and how much each shows: cards are for a glance.
public enum CardKind: String, Hashable, Sendable, CaseIterable {
    /// The first items of a list.
    case list
    /// One object with its picture.
    case object
    /// A scene, or an annotation of one.
    case ar
    /// A month, and what happened in it.
    case calendar
    /// A chart with its figure.
    case chart
    /// Names with their values, in two columns.
    case table
    /// A number of its own, on one field.
    case figure

    /// The maximum number of elements in its body, besides a figure, a picture or a month.
    public var maximumElements: Int {
        switch self {
        case .list, .table: 4
        case .object, .ar: 2
        case .calendar, .chart, .figure: 1
        }
    }

    /// The maximum number of actions in its footer.
    public static let maximumActions = 2

    /// The first elements that fit.
    public func shown<Element>(_ elements: [Element]) -> ArraySlice<Element> { elements.prefix(maximumElements) }

    public var size: CardSize {
        switch self {
        case .list, .object, .ar, .chart, .table: Self.usualSize
        case .calendar: .twoByThree
        case .figure: .oneByOne
        }
    }

    /// Also of a card whose kind is unknown.
    public static let usualSize = CardSize.twoByTwo
}

/// The size of a card in fields: columns by rows. Cards of one size line up.
public enum CardSize: String, Hashable, Sendable, CaseIterable {
    case oneByOne = "1x1"
    case twoByOne = "2x1"
    case twoByTwo = "2x2"
    case twoByThree = "2x3"

    /// Of a message that takes the place of the whole card. On one field, sentences need the room of a smaller drawing.
    public func size(of message: IllustratedMessage) -> MessageSize {
        self == .oneByOne && message.description != nil ? .extraSmall : messageSize
    }

    /// Of a message with a title alone.
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

    /// One or two words.
    public let text: String
    public let level: Level

    public init(_ text: String, _ level: Level = .neutral) {
        self.text = text
        self.level = level
    }

    /// Of a draft.
    public static var unsaved: CardStatus { CardStatus(localized("Not saved"), .critical) }
}

extension AnchorVerdict {
    /// How well the picture of a scene is found, on its card.
    public var status: CardStatus {
        switch level {
        case .poor: CardStatus(level.label, .critical)
        case .fair: CardStatus(level.label)
        case .good: CardStatus(level.label, .positive)
        }
    }
}

/// Whether the content of a card is there.
public enum CardContent: Hashable, Sendable {
    case whole
    /// Only its header and actions. A message replaces its body.
    case bodyMissing(IllustratedMessage)
    /// A message replaces the whole card.
    case missing(IllustratedMessage)
}
