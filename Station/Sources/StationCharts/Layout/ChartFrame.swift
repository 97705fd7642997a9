/// The size of a chart, and how much of it is shown.
public struct ChartFrame: Hashable, Sendable {
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// The thumbnail of a card: no legend and few labels.
        case card
        /// The header of a page, with as much detail as a card.
        case header
        /// A page for the chart alone, with all details.
        case page
    }

    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// The width in pixels, at least 160.
    public let width: Double
    /// The height in pixels, at least 100.
    public let height: Double
    public let place: Place
    /// The layout direction. From right to left mirrors the whole chart, which puts the value axis on the right.
    public let direction: Direction

    public init(width: Double, height: Double, place: Place = .page, direction: Direction = .leftToRight) {
        self.width = width.isFinite ? min(max(width, 160), 10_000) : 160
        self.height = height.isFinite ? min(max(height, 100), 10_000) : 100
        self.place = place
        self.direction = direction
    }

    var isSmall: Bool { place != .page }
    /// The size of labels in pixels.
    static let fontSize = 12.0
    static let lineHeight = 16.0
    /// The space between the chart's edge and its content, in pixels.
    static let margin = 8.0
}
