/// A point or a vector in the picture plane: x to the right, y down, in pixels.
///
/// The origin is the picture's top-left corner, so the center of the first pixel is (0.5, 0.5).
public struct Point2D: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public var length: Double { (x * x + y * y).squareRoot() }
    public var isFinite: Bool { x.isFinite && y.isFinite }

    public func dot(_ other: Point2D) -> Double { x * other.x + y * other.y }
    /// z component of the cross product: positive if `other` is clockwise of `self` on the screen.
    public func cross(_ other: Point2D) -> Double { x * other.y - y * other.x }
    public func distance(to other: Point2D) -> Double { (other - self).length }

    public static func + (a: Point2D, b: Point2D) -> Point2D { Point2D(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Point2D, b: Point2D) -> Point2D { Point2D(x: a.x - b.x, y: a.y - b.y) }
    public static func * (a: Point2D, scale: Double) -> Point2D { Point2D(x: a.x * scale, y: a.y * scale) }
    public static prefix func - (a: Point2D) -> Point2D { Point2D(x: -a.x, y: -a.y) }
}

extension Point2D: CustomStringConvertible {
    /// The coordinates with at most two decimals, such as `12.5,3`.
    public var description: String { "\(x.plainText),\(y.plainText)" }
}

extension Double {
    /// The number with at most two decimals.
    package var plainText: String {
        guard abs(self) < 1e9 else { return "\(self)" }
        let rounded = (self * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}
