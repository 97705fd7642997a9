/// What stands in the place of content while it loads: of its kind, layout and size, and no more detailed than that.
public enum Placeholder: Hashable, Sendable {
    case text(TextPlaceholder)
    /// - Parameter icon: Of Bootstrap's icons; nothing for a plain one.
    case image(ImageSize, icon: String? = nil)
    /// Also of a ring that shows a figure.
    case avatar(AvatarSize)
    /// Of buttons with a label, a symbol or a filter, and of tags.
    case button
    case objectCell(ObjectCell)
    case card(CardPlaceholder)
    case objectHeader

    /// Shapes of a cell, card or header at most: more would draw the eye.
    public static let maximumShapes = 10

    public enum ImageSize: String, Hashable, Sendable, CaseIterable {
        case thumbnail
        case media
        case page
    }

    /// In CSS pixels.
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

    /// By which it is told whether it stands for the right thing.
    public var kind: String {
        switch self {
        case .text: "text"
        case .image: "image"
        case .avatar: "avatar"
        case .button: "button"
        case .objectCell: "object-cell"
        case .card(let card): "card-\(card.rawValue)"
        case .objectHeader: "object-header"
        }
    }
}

/// A bar in the place of a line of text.
public struct TextPlaceholder: Hashable, Sendable {
    /// In CSS pixels, by the size of the text.
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

    /// Of the room that there is.
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

/// The styles that text is set in.
public enum TextStyle: Hashable, Sendable, CaseIterable {
    case footnote, caption1, caption2
    case subhead, callout, body, headline, title3
    case title2, title1
    case largeTitle, mediumKPI
    case largeKPI
}

/// The kinds of cards that have a placeholder.
public enum CardPlaceholder: String, Hashable, Sendable, CaseIterable {
    case oneLine = "one-line"
    case multiline
    case table
    case list
    /// Of a card whose kind is not known.
    case generic

    /// - Parameter card: The name of a kind; nothing, or a name that is none, is the generic one.
    public init(of card: String?) { self = card.flatMap { CardPlaceholder(rawValue: $0) } ?? .generic }
}
