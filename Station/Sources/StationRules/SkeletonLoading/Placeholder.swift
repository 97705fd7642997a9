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
