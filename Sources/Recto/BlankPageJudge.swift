import RectoCodecs
import RectoCore
public import RectoVision

/// Decides whether a page shows nothing: the back of a sheet that is printed on one side.
///
/// Ink is what is darker than the paper around it. Dust, shadows at the edges, punched holes and print that shines through count as
/// nothing; a page number, a thin line, a pencil note or a light stamp counts as something. A page in doubt is not blank.
public struct BlankPageJudge: Sendable {
    /// What counts as a mark on a page.
    public struct Parameters: Hashable, Sendable {
        /// Levels of gray by which ink is darker than the paper around it, `1...254`. Print that shines through thin paper has up
        /// to 35, and print in light gray from 45 on. Default 38.
        public var contrast = 38
        /// The longer side of the smallest mark, in millimeters. Dust is smaller, a full stop too, a digit larger. Default 1.1.
        public var markMillimeters = 1.1
        /// Marks that touch this margin are shadows of the sheet's edge, in millimeters. Default 2.
        public var marginMillimeters = 2.0
        /// Sides of punched holes, in millimeters. Default 4 to 8.5.
        public var holeMillimeters = 4.0...8.5
        /// How far from the nearest edge the center of a hole may be, in millimeters. Default 18.
        public var holeMarginMillimeters = 18.0

        /// The default parameters.
        public init() {}
    }

    /// The long side of the reduced page in pixels: 100 dots per inch of A4.
    private static let workingSide = 1169
    /// The long side that is assumed for pages, in millimeters. Of a smaller page marks look smaller than they are.
    private static let assumedMillimeters = 297.0

    private let parameters: Parameters

    /// A judge with these parameters.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Whether the page is blank.
    ///
    /// The page is straightened at a reduced size for it; its filter makes no difference.
    /// - Throws: `PageRectifier.Failure` if the corners are no picture of a page.
    public func isBlank(_ page: Page, by renderer: inout PageRenderer) throws(PageRectifier.Failure) -> Bool {
        var small = page
        (small.filter, small.flattening, small.dotsPerInch) = (.original, .off, nil)
        // A side of the page fills the room: both of its sides are limited.
        small.room = try? PixelSize(width: Self.workingSide, height: Self.workingSide)
        let image: GrayImage
        switch try renderer.render(small).image {
        case .gray(let gray): image = gray
        case .rgb(let rgb): image = GrayImage(darkestOf: rgb)
        case .bilevel(let ink): image = GrayImage(ink)
        }
        return isBlank(image)
    }

    /// Whether a straightened page shows nothing.
    func isBlank(_ image: GrayImage) -> Bool {
        let perMillimeter = Double(max(image.width, image.height)) / Self.assumedMillimeters
        var marks = Marks(image, contrast: parameters.contrast, reach: max(8, Int(6 * perMillimeter)))
        guard marks.isPaper else { return false }
        while let mark = marks.next() {
            if Double(mark.longSide) >= parameters.markMillimeters * perMillimeter,
                !isExcused(mark, image.size, perMillimeter)
            {
                return false
            }
        }
        return true
    }

    /// Whether a mark is a shadow of the edge or a punched hole.
    private func isExcused(_ mark: Mark, _ size: PixelSize, _ perMillimeter: Double) -> Bool {
        let margin = Int((parameters.marginMillimeters * perMillimeter).rounded(.up))
        let touches =
            mark.left < margin || mark.top < margin || mark.right >= size.width - margin
            || mark.bottom >= size.height - margin
        // A line from edge to edge of the sheet is print or dirt on the glass, and no shadow, unless it lies along the edge.
        let reach = 3 * margin
        let isAlongEdge =
            mark.right < reach || mark.bottom < reach || mark.left >= size.width - reach
            || mark.top >= size.height - reach
        if touches, isAlongEdge { return true }
        let (width, height) = (Double(mark.width) / perMillimeter, Double(mark.height) / perMillimeter)
        guard parameters.holeMillimeters ~= width, parameters.holeMillimeters ~= height, abs(width / height - 1) < 0.25
        else { return false }
        // A disc fills π/4 of the square around it.
        let filling = Double(mark.count) / Double(mark.width * mark.height)
        let (x, y) = ((mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2)
        let fromEdge = Double(min(x, y, size.width - 1 - x, size.height - 1 - y)) / perMillimeter
        return 0.68...0.9 ~= filling && fromEdge <= parameters.holeMarginMillimeters
    }
}

/// Pixels of ink that touch each other.
private struct Mark {
    var (left, top, right, bottom): (Int, Int, Int, Int)
    var count = 0

    var width: Int { right - left + 1 }
    var height: Int { bottom - top + 1 }
    var longSide: Int { max(width, height) }

    mutating func add(_ x: Int, _ y: Int) {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
        count += 1
    }
}

/// The marks of a page, one after another.
private struct Marks {
    private let width, height: Int
    private var isInk: [Bool]
    /// Whether nearly all of the page is light and has no color: dividers and pictures are no blank pages.
    let isPaper: Bool
    private var place = 0
    private var waiting: [Int] = []

    /// - Parameter reach: How far around a pixel its paper is looked for.
    init(_ image: GrayImage, contrast: Int, reach: Int) {
        (width, height) = (image.width, image.height)
        let levels = image.packedBytes
        let paper = Self.paper(levels, width, height, reach)
        isInk = zip(levels, paper).map { Int($0) + contrast <= Int($1) }
        isPaper = paper.count { Int($0) >= Self.paperLevel } * 10 >= paper.count * 9
    }

    /// White paper is at least as light, also in a corner that is badly lit.
    private static let paperLevel = 140

    /// The level of paper around each pixel: in squares of `reach` the level that a quarter of the pixels exceeds.
    private static func paper(_ levels: [UInt8], _ width: Int, _ height: Int, _ reach: Int) -> [UInt8] {
        let (across, down) = ((width + reach - 1) / reach, (height + reach - 1) / reach)
        var squares = [Int](repeating: 0, count: across * down)
        for row in 0..<down {
            for column in 0..<across {
                var counts = [Int](repeating: 0, count: 256)
                var total = 0
                for y in row * reach..<min((row + 1) * reach, height) {
                    for x in column * reach..<min((column + 1) * reach, width) {
                        counts[Int(levels[y * width + x])] += 1
                        total += 1
                    }
                }
                var (level, above) = (255, 0)
                while level > 0, above + counts[level] <= total / 4 {
                    above += counts[level]
                    level -= 1
                }
                squares[row * across + column] = level
            }
        }
        // A square that is all ink takes the paper of its neighbors.
        var widened = squares
        for row in 0..<down {
            for column in 0..<across {
                for near in max(0, row - 2)...min(down - 1, row + 2) {
                    for beside in max(0, column - 2)...min(across - 1, column + 2) {
                        widened[row * across + column] = max(
                            widened[row * across + column], squares[near * across + beside])
                    }
                }
            }
        }
        return (0..<height).flatMap { y in (0..<width).map { UInt8(widened[y / reach * across + $0 / reach]) } }
    }

    mutating func next() -> Mark? {
        while place < isInk.count, !isInk[place] { place += 1 }
        guard place < isInk.count else { return nil }
        var mark = Mark(left: place % width, top: place / width, right: place % width, bottom: place / width)
        waiting.append(place)
        isInk[place] = false
        while let pixel = waiting.popLast() {
            let (x, y) = (pixel % width, pixel / width)
            mark.add(x, y)
            for nearY in max(0, y - 1)...min(height - 1, y + 1) {
                for nearX in max(0, x - 1)...min(width - 1, x + 1) where isInk[nearY * width + nearX] {
                    isInk[nearY * width + nearX] = false
                    waiting.append(nearY * width + nearX)
                }
            }
        }
        return mark
    }
}

extension GrayImage {
    /// The darkest channel of each pixel: colored ink is dark in one of them.
    fileprivate init(darkestOf rgb: RGBImage) {
        self.init(size: rgb.size)
        withMutableView { target in
            rgb.withView { source in
                for y in 0..<source.height {
                    let (from, to) = (source.row(y), target.row(y))
                    // SAFETY: both rows hold `width` pixels, of 3 and 1 bytes.
                    for x in 0..<source.width { to[x] = min(from[3 * x], min(from[3 * x + 1], from[3 * x + 2])) }
                }
            }
        }
    }
}
