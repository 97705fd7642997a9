/// A placeholder for content that is loading, with its kind, layout and size but no details.
public enum Placeholder: Hashable, Sendable {
    case text(TextPlaceholder)
    /// - Parameter icon: The name of a Bootstrap icon; `nil` for a plain placeholder.
    case image(ImageSize, icon: String? = nil)
    /// A person's picture, or a ring around a figure.
    case avatar(AvatarSize)
    /// A button or a tag.
    case button
    case objectCell(ObjectCell)
    case card(CardPlaceholder, CardSize)
    case objectHeader

    /// The maximum number of shapes in a cell, card or header. More would distract.
    public static let maximumShapes = 10

    public enum ImageSize: String, Hashable, Sendable, CaseIterable {
        case thumbnail
        case media
        case page
    }

    /// The diameter in CSS pixels.
    public enum AvatarSize: Int, Hashable, Sendable, CaseIterable {
        case small = 32
        case medium = 48
        case large = 72
    }

    /// A row of a list.
    public struct ObjectCell: Hashable, Sendable {
        public enum Trailing: String, Hashable, Sendable {
            case chevron
            case button
        }

        public let isMultiline: Bool
        public let image: ImageSize?
        public let trailing: Trailing?

        public init(isMultiline: Bool, image: ImageSize? = nil, trailing: Trailing? = nil) {
            self.isMultiline = isMultiline
            self.image = image
            self.trailing = trailing
        }
    }

    /// The kind, which must match the kind of the content.
    public var kind: String {
        switch self {
        case .text: "text"
        case .image: "image"
        case .avatar: "avatar"
        case .button: "button"
        case .objectCell: "object-cell"
        case .card(let card, _): "card-\(card.rawValue)"
        case .objectHeader: "object-header"
        }
    }
}

/// A bar for a line of text.
public struct TextPlaceholder: Hashable, Sendable {
    /// The height in CSS pixels for each text size.
    public enum Height: Int, Hashable, Sendable, CaseIterable {
        case small = 13
        case body = 20
        case title = 28
        case largeTitle = 41
        case largeKPI = 57

        public init(_ style: TextStyle) {
            switch style {
            case .footnote, .caption1, .caption2: self = .small
            case .subhead, .callout, .body, .headline, .title3: self = .body
            case .title2, .title1: self = .title
            case .largeTitle, .mediumKPI: self = .largeTitle
            case .largeKPI: self = .largeKPI
            }
        }
    }

    /// The width relative to the available width.
    public enum Width: String, Hashable, Sendable, CaseIterable {
        case short
        case medium
        case long
        case full
    }

    public let height: Height
    public let width: Width

    public init(_ style: TextStyle, _ width: Width) {
        height = Height(style)
        self.width = width
    }
}

/// The text styles.
public enum TextStyle: Hashable, Sendable, CaseIterable {
    case footnote, caption1, caption2
    case subhead, callout, body, headline, title3
    case title2, title1
    case largeTitle, mediumKPI
    case largeKPI
}

/// The kinds of card placeholders.
public enum CardPlaceholder: String, Hashable, Sendable, CaseIterable {
    case oneLine = "one-line"
    case multiline
    case table
    case list
    /// A card of unknown kind, or of a kind without a placeholder.
    case generic

    /// - Parameter card: The kind of the card; `nil` if it is unknown.
    public init(of card: CardKind?) {
        switch card {
        case .list: self = .list
        case .figure: self = .oneLine
        case .object, .ar: self = .multiline
        case .table: self = .table
        case .calendar, .chart, nil: self = .generic
        }
    }
}
