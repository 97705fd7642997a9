/// Where a chart stands: how large it is, and how much of it is shown.
public struct ChartFrame: Hashable, Sendable {
    public enum Place: String, Hashable, Sendable, CaseIterable {
        /// The thumbnail of a card: no legend and few labels.
        case card
        /// The header of a page: as a card.
        case header
        /// A page of its own, with all that there is.
        case page
    }

    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case leftToRight = "ltr"
        case rightToLeft = "rtl"
    }

    /// In pixels, 160 at least.
    public let width: Double
    /// In pixels, 100 at least.
    public let height: Double
    public let place: Place
    /// From right to left, the whole chart is mirrored: its axis of values is on the right.
    public let direction: Direction

    public init(width: Double, height: Double, place: Place = .page, direction: Direction = .leftToRight) {
        self.width = width.isFinite ? min(max(width, 160), 10_000) : 160
        self.height = height.isFinite ? min(max(height, 100), 10_000) : 100
        self.place = place
        self.direction = direction
    }

    var isSmall: Bool { place != .page }
    /// Of labels, in pixels.
    static let fontSize = 12.0
    static let lineHeight = 16.0
    /// Between the chart's edge and what is in it.
    static let margin = 8.0
}
