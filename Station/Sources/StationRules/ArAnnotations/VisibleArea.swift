public import RectoCore

/// The part of a frame that a view shows which the frame fills, and which cuts off what is too much.
public struct VisibleArea: Hashable, Sendable {
    /// Shares of the frame's width and height that are cut off, at either side.
    public let cutX: Double
    public let cutY: Double

    public static let all = VisibleArea(cutX: 0, cutY: 0)

    /// - Parameter aspect: The view's width by its height; one that cannot be shows all.
    public init(of frame: PixelSize, aspect: Double) {
        let frameAspect = Double(frame.width) / Double(frame.height)
        guard aspect.isFinite, aspect > 0 else {
            self = .all
            return
        }
        self.init(
            cutX: max(0, (1 - aspect / frameAspect) / 2), cutY: max(0, (1 - frameAspect / aspect) / 2))
    }

    private init(cutX: Double, cutY: Double) {
        self.cutX = cutX
        self.cutY = cutY
    }

    public func contains(x: Double, y: Double) -> Bool { cutX...1 - cutX ~= x && cutY...1 - cutY ~= y }
}
