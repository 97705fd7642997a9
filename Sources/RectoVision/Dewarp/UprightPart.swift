import RectoCore
import RectoKernels

/// The part of a picture that contains a page, turned by quarters so that the page is upright.
struct UprightPart: Hashable, Sendable {
    /// Size of the whole picture.
    let picture: PixelSize
    /// The part's first column and row, and its size before the turn.
    let left, top: Int
    let size: PixelSize
    /// Quarter turns, clockwise.
    let turns: Int

    /// The margin around the outline, as a share of the part.
    static let margin = 0.02

    /// - Parameters:
    ///   - outline: The page's outline; `nil` if the picture is the page.
    ///   - margin: Margin around the outline, as a share of the part.
    init(of outline: PageOutline?, in picture: PixelSize, margin: Double = UprightPart.margin) {
        self.picture = picture
        guard let outline else {
            (left, top, size, turns) = (0, 0, picture, 0)
            return
        }
        func range(_ values: [Double], _ length: Int) -> Range<Int> {
            let (least, most) = (values.min() ?? 0, values.max() ?? 0)
            let margin = margin * (most - least)
            let limit = Double(length)
            let start = min(max(least - margin, 0), limit - 1)
            let end = min(max(most + margin, start + 1), limit)
            return Int(start)..<max(Int(end), Int(start) + 1)
        }
        let quad = outline.quad
        let points = quad.corners + outline.sides.flatMap { $0 }
        let columns = range(points.map { $0.x }, picture.width)
        let rows = range(points.map { $0.y }, picture.height)
        (left, top) = (columns.lowerBound, rows.lowerBound)
        size = (try? PixelSize(width: columns.count, height: rows.count)) ?? picture
        let rightward = quad.topRight - quad.topLeft + quad.bottomRight - quad.bottomLeft
        if abs(rightward.x) >= abs(rightward.y) {
            turns = rightward.x >= 0 ? 0 : 2
        } else {
            turns = rightward.y >= 0 ? 3 : 1
        }
    }

    /// Size after the turn.
    var uprightSize: PixelSize { quarters.turnedSize }

    private var quarters: QuarterTurns { QuarterTurns(count: turns, size: size) }

    /// Maps a point of the turned part to the picture, in pixels.
    func picturePoint(_ point: Point2D) -> Point2D {
        quarters.turnedBack(point) + Point2D(x: Double(left), y: Double(top))
    }

    /// Maps a point of the picture to the turned part, in pixels.
    func uprightPoint(_ point: Point2D) -> Point2D {
        quarters.turned(point - Point2D(x: Double(left), y: Double(top)))
    }

    /// Turns gray pixels of the part, at any scale; `target` has the size after the turn.
    func turn(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        switch turns {
        case 1: rotate90(source, channels: 1, into: target)
        case 2: rotate180(source, channels: 1, into: target)
        case 3: rotate270(source, channels: 1, into: target)
        default: preconditionFailure("nothing to turn")
        }
    }
}
