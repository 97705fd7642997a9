/// Four corners in a picture, clockwise from the top-left.
///
/// The top-left of a detected page is the corner with the smallest x + y, in whichever direction its text runs, and
/// remains the same corner while the page is tracked. Codes and anchors define their own top-left. When a page is
/// straightened, the quad's top-left becomes the page's.
public struct Quad: Hashable, Sendable {
    public var topLeft: Point2D
    public var topRight: Point2D
    public var bottomRight: Point2D
    public var bottomLeft: Point2D

    public init(topLeft: Point2D, topRight: Point2D, bottomRight: Point2D, bottomLeft: Point2D) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomRight = bottomRight
        self.bottomLeft = bottomLeft
    }

    /// The corners of a picture or page of the given size.
    public init(_ size: PixelSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }

    /// The upright rectangle from the origin.
    public init(width: Double, height: Double) {
        self.init(
            topLeft: Point2D(x: 0, y: 0), topRight: Point2D(x: width, y: 0),
            bottomRight: Point2D(x: width, y: height), bottomLeft: Point2D(x: 0, y: height))
    }

    /// - Parameter corners: Exactly four points, in the order of the stored corners.
    public init(corners: [Point2D]) throws(ParameterError) {
        guard corners.count == 4 else {
            throw ParameterError("corners", found: "\(corners.count) points", required: "4 points")
        }
        self.init(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }

    /// Creates a quad from four points in any order, clockwise starting at the one with the smallest x + y.
    public init(sorting corners: [Point2D]) throws(ParameterError) {
        let inGivenOrder = try Quad(corners: corners)
        let center = inGivenOrder.centroid
        let around = inGivenOrder.corners
            .map { (angle: pseudoAngle($0 - center), point: $0) }
            .sorted { ($0.angle, $0.point.x, $0.point.y) < ($1.angle, $1.point.x, $1.point.y) }
            .map { $0.point }
        self = try Quad(corners: around).startingAtSmallestSum
    }

    public var corners: [Point2D] { [topLeft, topRight, bottomRight, bottomLeft] }

    /// Corner 0…3 clockwise from the top-left.
    public subscript(index: Int) -> Point2D {
        get {
            switch index {
            case 0: topLeft
            case 1: topRight
            case 2: bottomRight
            case 3: bottomLeft
            default: preconditionFailure("a quad has corners 0...3")
            }
        }
        set {
            switch index {
            case 0: topLeft = newValue
            case 1: topRight = newValue
            case 2: bottomRight = newValue
            case 3: bottomLeft = newValue
            default: preconditionFailure("a quad has corners 0...3")
            }
        }
    }

    /// The mean of the corners.
    public var centroid: Point2D { (topLeft + topRight + bottomRight + bottomLeft) * 0.25 }

    /// Area by the shoelace formula; positive for clockwise corners.
    public var signedArea: Double {
        0.5 * ((bottomRight - topLeft).cross(bottomLeft - topRight))
    }

    public var area: Double { abs(signedArea) }
    public var isFinite: Bool { (0..<4).allSatisfy { self[$0].isFinite } }

    /// Whether all corners turn clockwise, strictly: no three in line, no side crossing another.
    public var isConvexClockwise: Bool {
        for i in 0..<4 {
            let here = self[i]
            let next = self[(i + 1) & 3]
            let after = self[(i + 2) & 3]
            if !((next - here).cross(after - next) > 0) { return false }
        }
        return true
    }

    /// The same corners in clockwise order, with the same first corner.
    package var clockwise: Quad {
        signedArea >= 0
            ? self : Quad(topLeft: topLeft, topRight: bottomLeft, bottomRight: bottomRight, bottomLeft: topRight)
    }

    /// Lengths of the sides top, right, bottom, left.
    public var sideLengths: [Double] { (0..<4).map { self[$0].distance(to: self[($0 + 1) & 3]) } }

    /// The same quad with corner `steps` first: the document turned by `steps` quarter turns.
    public func rotatingCorners(by steps: Int) -> Quad {
        let first = ((steps % 4) + 4) % 4
        return Quad(
            topLeft: self[first], topRight: self[(first + 1) & 3], bottomRight: self[(first + 2) & 3],
            bottomLeft: self[(first + 3) & 3])
    }

    /// The same quad starting at the corner with the smallest x + y.
    public var startingAtSmallestSum: Quad { rotatingCorners(by: indexOfSmallestSum) }

    /// The number of the corner with the smallest x + y.
    package var indexOfSmallestSum: Int {
        (0..<4).min { self[$0].x + self[$0].y < self[$1].x + self[$1].y } ?? 0
    }

    /// The corresponding part of the same picture in another size.
    public func scaled(from size: PixelSize, to other: PixelSize) -> Quad {
        let (across, down) = (
            Double(other.width) / Double(size.width), Double(other.height) / Double(size.height)
        )
        return map { Point2D(x: $0.x * across, y: $0.y * down) }
    }

    public func map(_ transform: (Point2D) -> Point2D) -> Quad {
        Quad(
            topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
            bottomLeft: transform(bottomLeft))
    }
}

extension Quad: CustomStringConvertible {
    /// The corners with at most two decimals, such as `0,0 100,0 100,80.5 0,80.5`.
    public var description: String { corners.map { $0.description }.joined(separator: " ") }
}

/// A value that grows with the angle of `v` from 0 (to the right), clockwise, up to 4: sorts points without atan2.
private func pseudoAngle(_ v: Point2D) -> Double {
    let sum = abs(v.x) + abs(v.y)
    guard sum > 0 else { return 0 }
    let share = v.y / sum
    if v.x < 0 { return 2 - share }
    return v.y < 0 ? 4 + share : share
}
