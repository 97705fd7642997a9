package import RectoCore

/// A quad whose corners are measured from the center of a pyramid level, in the level's pixels.
///
/// Everywhere else in Recto, the origin of coordinates is the top-left corner of the picture. The detector works with
/// lines in normal form (``Line``), whose offsets are measured from the center of the level: the offset of a line then
/// changes little with its angle, as the Hough transform and the least squares require. Quads enclosed by such lines
/// have the same origin. Only ``LevelGeometry`` converts between the two.
package struct CenteredQuad: Hashable, Sendable {
    package var corners: Quad

    package init(_ corners: Quad) { self.corners = corners }

    package subscript(index: Int) -> Point2D { corners[index] }
    package var area: Double { corners.area }
    package var centroid: Point2D { corners.centroid }
    /// The same corners, clockwise.
    var clockwise: CenteredQuad { CenteredQuad(corners.clockwise) }
    /// The same quad, starting at the corner with the smallest x + y.
    var startingAtSmallestSum: CenteredQuad { CenteredQuad(corners.startingAtSmallestSum) }

    func intersectionArea(with other: CenteredQuad) -> Double { corners.intersectionArea(with: other.corners) }
}

/// The geometry of a pyramid level in its picture, which converts between coordinates from the level's center and from
/// the picture's top-left corner.
struct LevelGeometry: Sendable {
    let width: Int
    let height: Int
    private let picture: PixelSize

    init(_ level: (width: Int, height: Int), of picture: PixelSize) {
        (width, height) = level
        self.picture = picture
    }

    /// A quad of the level in the picture, starting at the corner with the smallest x + y.
    func inPicture(_ quad: CenteredQuad) -> Quad { quad.corners.map(inPicture).startingAtSmallestSum }

    /// A point of the level, measured from its center, in the picture.
    func inPicture(_ point: Point2D) -> Point2D {
        Point2D(
            x: (point.x + Double(width) / 2 + 0.5) * (Double(picture.width) / Double(width)),
            y: (point.y + Double(height) / 2 + 0.5) * (Double(picture.height) / Double(height)))
    }

    /// A quad of the picture in the level; the inverse of ``inPicture(_:)-(Point2D)`` for each corner.
    func inLevel(_ quad: Quad) -> CenteredQuad {
        CenteredQuad(
            quad.map { point in
                Point2D(
                    x: point.x * (Double(width) / Double(picture.width)) - Double(width) / 2 - 0.5,
                    y: point.y * (Double(height) / Double(picture.height)) - Double(height) / 2 - 0.5)
            })
    }

    /// Two points of a line on or outside the picture's border, in the picture.
    func inPicture(_ line: Line) -> (start: Point2D, end: Point2D) {
        let foot = Point2D(x: line.normalX * line.offset, y: line.normalY * line.offset)
        let along = Point2D(x: -line.normalY, y: line.normalX) * Double(width + height)
        return (inPicture(foot - along), inPicture(foot + along))
    }

    /// The lines through the outermost pixels' centers: left, right, top and bottom.
    var borders: InlineArray<4, Line> {
        let (width, height) = (Double(width), Double(height))
        return [
            Line(normalX: 1, normalY: 0, offset: -width / 2 + 0.5),
            Line(normalX: 1, normalY: 0, offset: width / 2 - 1.5),
            Line(normalX: 0, normalY: 1, offset: -height / 2 + 0.5),
            Line(normalX: 0, normalY: 1, offset: height / 2 - 1.5),
        ]
    }
}
