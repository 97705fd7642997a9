public import RectoCodecs
public import RectoCore
import RectoVision

extension PageScanner {
    /// The pages of an open book.
    public struct BookScan: Sendable {
        /// Which page comes first.
        public enum Order: String, Hashable, Codable, Sendable, CaseIterable {
            case leftFirst
            /// As in Arabic, Hebrew and many Japanese books.
            case rightFirst
        }

        /// In the order in which they are read: two, or one where no gutter is sure.
        public let scans: [Scan]
        /// The ends of the gutter, top and bottom, in pixels of the picture; `nil` where none is sure.
        public let gutter: [Point2D]?
    }

    /// From which ``Gutter/confidence`` on a picture has two pages: below are single pages, which have up to 0.15.
    private static let sureGutter = 0.2

    /// Takes both pages of an open book out of a picture.
    ///
    /// - Parameters:
    ///   - picture: Of a book that lies upright.
    ///   - order: Which page comes first.
    /// - Throws: `ParameterError` if corners were given that are not clockwise and convex.
    public mutating func scan(
        book picture: Picture, order: BookScan.Order = .leftFirst
    ) throws(ParameterError) -> BookScan {
        let whole = try scan(picture)
        var timings = whole.timings
        let ends = timings.measure(.detect) { findGutter(of: picture, whole.page.quad) }
        guard let ends, let halves = Self.halves(of: whole.page, ends) else {
            return BookScan(scans: [whole], gutter: nil)
        }
        let pages = order == .leftFirst ? halves : halves.reversed()
        let scans = pages.enumerated().map { index, quad in
            var page = whole.page
            page.quad = quad
            // The time was spent once.
            return Scan(
                page: page, detection: whole.detection, sagittas: nil,
                timings: index == 0 ? timings : StageTimings())
        }
        return BookScan(scans: scans, gutter: ends)
    }

    /// The ends of a sure gutter at the top and the bottom of what the book covers.
    private mutating func findGutter(of picture: Picture, _ quad: Quad?) -> [Point2D]? {
        let (width, height) = (picture.size.width, picture.size.height)
        func range(_ values: [Double], _ length: Int) -> Range<Int> {
            let start = min(max(Int((values.min() ?? 0).rounded(.down)), 0), length - 1)
            return start..<min(max(Int((values.max() ?? 0).rounded(.up)), start + 1), length)
        }
        let corners = (quad ?? Quad(picture.size)).corners
        let (columns, rows) = (range(corners.map { $0.x }, width), range(corners.map { $0.y }, height))
        guard let part = try? PixelSize(width: columns.count, height: rows.count) else { return nil }
        let memory = book.own()
        let gutter = picture.withFrame { frame in
            memory.luma.withView(of: frame) {
                memory.finder.find(in: $0.part(left: columns.lowerBound, top: rows.lowerBound, size: part))
            }
        }
        guard let gutter, gutter.confidence >= Self.sureGutter else { return nil }
        let left = Double(columns.lowerBound)
        return [
            Point2D(x: left + gutter.top, y: Double(rows.lowerBound)),
            Point2D(x: left + gutter.bottom, y: Double(rows.upperBound)),
        ]
    }

    /// Width over height of the narrowest page that is seen whole, and of one that bends away near the gutter; and how
    /// wide the narrower page is at least, as a share of the other one, in both cases. Halves that are narrower or less
    /// alike are those of one page, such as its margin with notes.
    private static let shapes = [(narrowest: 0.42, alike: 0.5), (narrowest: 0.33, alike: 0.85)]

    /// The left and the right page; `nil` where the gutter does not lie between them, or they do not look like pages.
    private static func halves(of page: Page, _ gutter: [Point2D]) -> [Quad]? {
        let spread = page.quad ?? Quad(page.originalSize)
        guard let top = crossing(gutter, spread.topLeft, spread.topRight),
            let bottom = crossing(gutter, spread.bottomLeft, spread.bottomRight)
        else { return nil }
        let halves = [
            Quad(topLeft: spread.topLeft, topRight: top, bottomRight: bottom, bottomLeft: spread.bottomLeft),
            Quad(topLeft: top, topRight: spread.topRight, bottomRight: spread.bottomRight, bottomLeft: bottom),
        ]
        guard halves.allSatisfy({ $0.isConvexClockwise }), Self.lookLikePages(halves) else { return nil }
        return halves
    }

    private static func lookLikePages(_ halves: [Quad]) -> Bool {
        let widths = halves.map { $0.meanWidth }.sorted()
        let narrowest = halves.map { $0.meanWidth / $0.meanHeight }.min() ?? 0
        return shapes.contains { narrowest >= $0.narrowest && widths[0] >= $0.alike * widths[1] }
    }

    /// Where a line meets a side between its ends.
    private static func crossing(_ line: [Point2D], _ start: Point2D, _ end: Point2D) -> Point2D? {
        let (direction, side) = (line[1] - line[0], end - start)
        let determinant = direction.cross(side)
        guard abs(determinant) > 1e-9 * direction.length * side.length else { return nil }
        let share = (start - line[0]).cross(direction) / determinant
        return 0...1 ~= share ? start + side * share : nil
    }

    final class BookMemory: @unchecked Sendable {
        // Sendable: the scanner hands it to one owner at a time.
        let finder = GutterFinder()
        let luma = FrameLuma()
    }
}

extension Quad {
    fileprivate var meanWidth: Double {
        (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2
    }

    fileprivate var meanHeight: Double {
        (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2
    }
}
