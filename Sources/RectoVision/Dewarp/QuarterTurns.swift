import RectoCore

/// Quarter turns of a picture, clockwise.
struct QuarterTurns: Hashable, Sendable {
    /// 0 to 3.
    let count: Int
    /// Of the picture before it is turned.
    let size: PixelSize

    /// Of the picture after it is turned.
    var turnedSize: PixelSize { count % 2 == 1 ? size.transposed : size }

    /// Where a point of the picture is once it is turned, in pixels.
    func turned(_ point: Point2D) -> Point2D {
        let (width, height) = (Double(size.width), Double(size.height))
        return switch count {
        case 1: Point2D(x: height - point.y, y: point.x)
        case 2: Point2D(x: width - point.x, y: height - point.y)
        case 3: Point2D(x: point.y, y: width - point.x)
        default: point
        }
    }

    /// Where a point of the turned picture was, in pixels.
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
