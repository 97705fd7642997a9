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

        /// The pages in reading order: two, or one if no gutter is certain, unless two pages lie side by side.
        public let scans: [Scan]
        /// The ends of the gutter, top and bottom, in pixels of the picture; `nil` if none is certain.
        public let gutter: [Point2D]?
    }

    /// The minimum ``Gutter/confidence`` for two pages. Single pages reach up to 0.15.
    private static let sureGutter = 0.2

    /// The maximum number of sheets to look for. It exceeds two because two sheets among others are not the pages of
    /// a book.
    private static let maximumSheets = 4

    /// Scans both pages of an open book.
    ///
    /// - Parameters:
    ///   - picture: A picture of an upright book.
    ///   - order: Which page comes first.
    /// - Throws: `ParameterError` if given corners are not clockwise and convex.
    public mutating func scan(
        book picture: Picture, order: BookScan.Order = .leftFirst
    ) throws(ParameterError) -> BookScan {
        let (whole, detections) = try scan(picture, limit: Self.maximumSheets)
        var timings = whole.timings
        let found = timings.measure(.detect) { findPages(of: picture, whole, detections) }
        guard var pages = found?.pages else { return BookScan(scans: [whole], gutter: nil) }
        if order == .rightFirst { pages.reverse() }
        let scans = pages.enumerated().map { index, found in
            var page = whole.page
            page.quad = found.quad
            // The time was spent only once.
            return Scan(
                page: page, detection: found.detection, sagittas: nil,
                timings: index == 0 ? timings : StageTimings())
        }
        return BookScan(scans: scans, gutter: found?.gutter)
    }

    private typealias BookPages = (pages: [(quad: Quad, detection: PageDetection?)], gutter: [Point2D]?)

    /// Returns the left and the right page.
    private mutating func findPages(
        of picture: Picture, _ whole: Scan, _ detections: [PageDetection]
    ) -> BookPages? {
        for outline in Self.outlines(of: picture, whole, detections) {
            let spread = outline ?? Quad(picture.size)
            if let gutter = findGutter(of: picture, spread), let halves = Self.halves(of: spread, gutter) {
                return (halves.map { ($0, whole.detection) }, gutter)
            }
        }
        let sure = detections.filter { isSure($0) }
        return FacingPages(sure.map(\.quad)).map { pages in
            let found = [pages.left, pages.right]
            return (found.map { quad in (quad, sure.first { $0.quad == quad }) }, nil)
        }
    }

    /// The possible outlines of the book, the likeliest first; `nil` is the whole picture. If no page is certain, for
    /// instance because a finger hides a side, a gutter identifies an uncertain outline as the book.
    private static func outlines(of picture: Picture, _ whole: Scan, _ detections: [PageDetection]) -> [Quad?] {
        guard whole.page.quad == nil, let likeliest = detections.first else { return [whole.page.quad] }
        let joined = FacingPages(detections.prefix(2).map(\.quad))?.joined
        let least = joined == nil ? minimumConfidence.alone : minimumConfidence.joined
        let outline = joined ?? likeliest.quad
        let isLarge = outline.area >= minimumShare * Double(picture.size.area)
        return likeliest.confidence >= least && isLarge ? [outline, nil] : [nil]
    }

    /// The minimum confidence of an uncertain outline to be the book's, alone and for two that share a side. On scans
    /// without an outline, print looks like one with a confidence of up to 0.03, once 0.09 for a single one.
    private static let minimumConfidence = (alone: 0.2, joined: 0.05)
    /// The minimum share of the picture that a book covers.
    private static let minimumShare = 0.25

    /// Returns the top and bottom ends of a certain gutter within the book's outline.
    private mutating func findGutter(of picture: Picture, _ spread: Quad) -> [Point2D]? {
        let (width, height) = (picture.size.width, picture.size.height)
        func range(_ values: [Double], _ length: Int) -> Range<Int> {
            let start = min(max(Int((values.min() ?? 0).rounded(.down)), 0), length - 1)
            return start..<min(max(Int((values.max() ?? 0).rounded(.up)), start + 1), length)
        }
        let corners = spread.corners
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

    /// The minimum aspect ratio of the narrower page, and its minimum width relative to the other, for pages seen
    /// whole and for pages that bend away near the gutter. Narrower or less similar halves are parts of one page,
    /// such as a margin with notes.
    private static let shapes = [(narrowest: 0.42, alike: 0.5), (narrowest: 0.33, alike: 0.85)]

    /// Returns the left and the right page; `nil` if the gutter does not lie between them, or they do not look like
    /// pages.
    private static func halves(of spread: Quad, _ gutter: [Point2D]) -> [Quad]? {
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

    /// Returns where a line crosses a side between its ends.
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
    var meanWidth: Double {
        (topLeft.distance(to: topRight) + bottomLeft.distance(to: bottomRight)) / 2
    }

    var meanHeight: Double {
        (topLeft.distance(to: bottomLeft) + topRight.distance(to: bottomRight)) / 2
    }
}
