import RectoCodecs
import RectoCore
public import RectoVision

/// Decides whether a page is blank, such as the back of a sheet that is printed on one side.
///
/// Ink is everything darker than the paper around it. Dust, shadows at the edges, punched holes and print that
/// shines through are ignored; a page number, a thin line, a pencil note or a light stamp is content. A page in doubt
/// is not blank.
public struct BlankPageJudge: Sendable {
    /// The thresholds for what counts as a mark on a page.
    public struct Parameters: Hashable, Sendable {
        /// How much darker than the paper ink must be, in levels of gray, `1...254`. Print that shines through thin
        /// paper differs by up to 35 levels, print in light gray by 45 or more. Default 38.
        public var contrast = 38
        /// The longer side of the smallest mark, in millimeters. Dust is smaller, and so is a full stop; a digit is
        /// larger. Default 1.1.
        public var markMillimeters = 1.1
        /// The width of the margin in which marks count as shadows of the sheet's edge, in millimeters. Default 2.
        public var marginMillimeters = 2.0
        /// The sides of punched holes, in millimeters. Default 4 to 8.5.
        public var holeMillimeters = 4.0...8.5
        /// The maximum distance of a hole's center from the nearest edge, in millimeters. Default 18.
        public var holeMarginMillimeters = 18.0

        /// The default parameters.
        public init() {}
    }

    /// The long side of the reduced page in pixels: A4 at 100 dots per inch.
    private static let workingSide = 1169
    /// The assumed long side of pages, in millimeters. Marks on a smaller page look smaller than they are.
    private static let assumedMillimeters = 297.0

    private let parameters: Parameters

    /// Creates a judge with these parameters.
    public init(_ parameters: Parameters = Parameters()) { self.parameters = parameters }

    /// Returns whether the page is blank.
    ///
    /// The page is straightened at a reduced size, regardless of its filter.
    /// - Throws: `PageRectifier.Failure` if the corners do not form the image of a page.
    public func isBlank(_ page: Page, by renderer: inout PageRenderer) throws(PageRectifier.Failure) -> Bool {
        var small = page
        (small.filter, small.flattening, small.dotsPerInch) = (.original, .off, nil)
        // A side of the page fills the room, so both sides are limited.
        small.room = try? PixelSize(width: Self.workingSide, height: Self.workingSide)
        let image: GrayImage
        switch try renderer.render(small).image {
        case .gray(let gray): image = gray
        case .rgb(let rgb): image = GrayImage(darkestOf: rgb)
        case .bilevel(let ink): image = GrayImage(ink)
        }
        return isBlank(image)
    }

    /// Returns whether a straightened page is blank.
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

    /// Returns whether a mark is a shadow of the edge or a punched hole.
    private func isExcused(_ mark: Mark, _ size: PixelSize, _ perMillimeter: Double) -> Bool {
        let margin = Int((parameters.marginMillimeters * perMillimeter).rounded(.up))
        let touches =
            mark.left < margin || mark.top < margin || mark.right >= size.width - margin
            || mark.bottom >= size.height - margin
        // A line from edge to edge of the sheet is print or dirt on the glass, not a shadow, unless it lies along the
        // edge.
        let reach = 3 * margin
        let isAlongEdge =
            mark.right < reach || mark.bottom < reach || mark.left >= size.width - reach
            || mark.top >= size.height - reach
        if touches, isAlongEdge { return true }
        let (width, height) = (Double(mark.width) / perMillimeter, Double(mark.height) / perMillimeter)
        guard parameters.holeMillimeters ~= width, parameters.holeMillimeters ~= height, abs(width / height - 1) < 0.25
        else { return false }
        // A disc fills π/4 of its bounding square.
        let filling = Double(mark.count) / Double(mark.width * mark.height)
        let (x, y) = ((mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2)
        let fromEdge = Double(min(x, y, size.width - 1 - x, size.height - 1 - y)) / perMillimeter
        return 0.68...0.9 ~= filling && fromEdge <= parameters.holeMarginMillimeters
    }
}

/// A connected group of ink pixels.
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

/// The marks of a page, in sequence.
private struct Marks {
    private let width, height: Int
    private var isInk: [Bool]
    /// Whether nearly all of the page is light and colorless. Dividers and pictures are not blank pages.
    let isPaper: Bool
    private var place = 0
    private var waiting: [Int] = []

    /// - Parameter reach: The radius in pixels in which the paper around a pixel is sampled.
    init(_ image: GrayImage, contrast: Int, reach: Int) {
        (width, height) = (image.width, image.height)
        let levels = image.packedBytes
        let paper = Self.paper(levels, width, height, reach)
        isInk = zip(levels, paper).map { Int($0) + contrast <= Int($1) }
        isPaper = paper.count { Int($0) >= Self.paperLevel } * 10 >= paper.count * 9
    }

    /// The minimum level of white paper, even in a badly lit corner.
    private static let paperLevel = 140

    /// Returns the level of the paper around each pixel: for squares of `reach` pixels, the level that a quarter of
    /// the pixels exceeds.
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
        // A square full of ink takes the paper level of its neighbors.
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
    /// Takes the darkest channel of each pixel, because colored ink is dark in at least one.
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
