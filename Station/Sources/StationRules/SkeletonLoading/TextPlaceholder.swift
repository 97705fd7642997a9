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
