public import RectoCore

/// Where an annotation is on its anchor.
public struct AnnotationPlace: Hashable, Sendable {
    /// From the left and from the top, as shares of the picture's width and height: `0...1`.
    public let x: Double
    public let y: Double

    public static let middle = AnnotationPlace(x: 0.5, y: 0.5)
    /// A key's step, alone and with the key for larger steps.
    public static let step = 0.01
    public static let largeStep = 0.1

    /// A place outside the picture becomes the nearest one in it; what is no number, the middle.
    public init(x: Double, y: Double) {
        self.x = x.isFinite ? min(max(x, 0), 1) : 0.5
        self.y = y.isFinite ? min(max(y, 0), 1) : 0.5
    }

    public var point: Point2D { Point2D(x: x, y: y) }

    /// "25 % across, 40 % down".
    public var text: String { PlaceText.percent.text(x: x * 100, y: y * 100) }
}
