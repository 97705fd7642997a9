import RectoCore

/// Quarter turns of a picture, clockwise.
struct QuarterTurns: Hashable, Sendable {
    /// Number of turns, 0 to 3.
    let count: Int
    /// Size of the picture before the turn.
    let size: PixelSize

    /// Size of the picture after the turn.
    var turnedSize: PixelSize { count % 2 == 1 ? size.transposed : size }

    /// A point of the picture after the turn, in pixels.
    func turned(_ point: Point2D) -> Point2D {
        let (width, height) = (Double(size.width), Double(size.height))
        return switch count {
        case 1: Point2D(x: height - point.y, y: point.x)
        case 2: Point2D(x: width - point.x, y: height - point.y)
        case 3: Point2D(x: point.y, y: width - point.x)
        default: point
        }
    }

    /// A point of the turned picture before the turn, in pixels.
    func turnedBack(_ point: Point2D) -> Point2D {
        let (width, height) = (Double(size.width), Double(size.height))
        return switch count {
        case 1: Point2D(x: point.y, y: height - point.x)
        case 2: Point2D(x: width - point.x, y: height - point.y)
        case 3: Point2D(x: width - point.y, y: point.x)
        default: point
        }
    }
}
