import RectoCore
import RectoKernels

/// Fills with the color of nearby paper: where a page extends beyond its picture and repeated border pixels would be
/// streaks, and in place of fingers.
struct PaperFill {
    /// Side of the squares from which the paper's color is taken, in pixels of the page.
    private static let side = 32
    /// Fewest unchanged pixels of a square for its color to count.
    private static let minimumPixels = 64
    /// Range of a square's pixels, from the darkest on, that are paper: above ink, below glare.
    private static let paper = (from: 0.5, upTo: 0.9)
    /// Distance beyond the picture, in pixels, up to which its border pixels are repeated.
    private static let reach = 0.5
    /// Width of a strip of a flat page whose streaks are not seen, in long sides of the page.
    private static let narrow = 0.01

    private let page: PixelSize
    /// For each pixel of the page, its share of paper; 255 is all paper.
    private var shares: [UInt8]

    /// - Parameter shares: For each pixel of the page, row by row, its share of paper; 255 is all paper.
    init(_ page: PixelSize, _ shares: [UInt8]) { (self.page, self.shares) = (page, shares) }

    /// - Parameters:
    ///   - map: From the page's pixels to the sampled picture's.
    ///   - page: Size of the page.
    ///   - picture: Size of the picture.
    /// - Returns: `nil` if the picture shows the whole page, but for a narrow strip.
    init?(_ map: Homography, _ page: PixelSize, beyond picture: PixelSize) {
        let strip = Self.narrow * Double(page.longSide)
        let (right, bottom) = (Double(page.width) - strip, Double(page.height) - strip)
        func isHidden(_ x: Double, _ y: Double) -> Bool { !Self.isWithin(map.map(Point2D(x: x, y: y)), picture) }
        guard
            isHidden(strip, strip) || isHidden(right, strip) || isHidden(right, bottom) || isHidden(strip, bottom)
        else { return nil }
        self.init(page, [UInt8](repeating: 0, count: page.area))
        guard mark(left: 0, top: 0, width: page.width, height: page.height, map, beyond: picture) else { return nil }
    }

    /// Marks the pixels of a part of the page that the picture does not show.
    /// - Parameter map: From the part's pixels to the picture's.
    /// - Returns: Whether there are any.
    mutating func mark(
        left: Int, top: Int, width: Int, height: Int, _ map: Homography, beyond picture: PixelSize
    ) -> Bool {
        var isAny = false
        for y in 0..<height {
            for x in 0..<width
            where !Self.isWithin(map.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)), picture) {
                shares[(top + y) * page.width + left + x] = 255
                isAny = true
            }
        }
        return isAny
    }

    /// Whether the picture, or its repeated border pixels, show a point.
    static func isWithin(_ point: Point2D, _ picture: PixelSize) -> Bool {
        -reach...Double(picture.width) + reach ~= point.x && -reach...Double(picture.height) + reach ~= point.y
    }

    /// Fills the page, which has one byte a pixel or three.
    func fill<Layout>(_ target: MutableImageView<Layout>) {
        let colors = Colors(self, target)
        let channels = Layout.bitsPerPixel / 8
        for y in 0..<page.height {
            for x in 0..<page.width where shares[y * page.width + x] != 0 {
                guard let color = colors.color(x, y) else { continue }
                let pixel = target.row(y) + x * channels
                let share = Float(shares[y * page.width + x]) / 255
                for channel in 0..<channels {
                    pixel[channel] = UInt8(share * color[channel] + (1 - share) * Float(pixel[channel]) + 0.5)
                }
            }
        }
    }

    /// The paper's color in each square, measured where the page is unchanged and extended from there.
    private struct Colors {
        let across, down: Int
        var values: [SIMD4<Float>]
        var isKnown: [Bool]

        init<Layout>(_ fill: PaperFill, _ target: MutableImageView<Layout>) {
            let side = PaperFill.side
            (across, down) = ((fill.page.width + side - 1) / side, (fill.page.height + side - 1) / side)
            values = [SIMD4<Float>](repeating: .zero, count: across * down)
            isKnown = [Bool](repeating: false, count: across * down)
            let needed = fill.needed(across, down)
            for square in needed.indices where needed[square] {
                guard let color = fill.paper(square % across, square / across, target) else { continue }
                (values[square], isKnown[square]) = (color, true)
            }
            carryOn(to: needed)
        }

        /// Fills unknown squares with the mean of their known neighbors, outwards from the unchanged part.
        private mutating func carryOn(to needed: [Bool]) {
            var isChanged = true
            while isChanged {
                isChanged = false
                let (before, colors) = (isKnown, values)
                for square in needed.indices where needed[square] && !before[square] {
                    var (sum, count) = (SIMD4<Float>.zero, Float(0))
                    forEachNeighbour(of: square) {
                        guard before[$0] else { return }
                        sum += colors[$0]
                        count += 1
                    }
                    guard count > 0 else { continue }
                    (values[square], isKnown[square]) = (sum / count, true)
                    isChanged = true
                }
            }
        }

        private func forEachNeighbour(of square: Int, _ body: (Int) -> Void) {
            let (column, row) = (square % across, square / across)
            for y in max(row - 1, 0)...min(row + 1, down - 1) {
                for x in max(column - 1, 0)...min(column + 1, across - 1) { body(y * across + x) }
            }
        }

        /// The color for a pixel, interpolated between the centers of four squares; `nil` if none of them is known.
        func color(_ x: Int, _ y: Int) -> SIMD4<Float>? {
            func place(_ pixel: Int, _ count: Int) -> (first: Int, second: Int, share: Float) {
                let place = (Float(pixel) + 0.5) / Float(PaperFill.side) - 0.5
                let first = min(max(Int(place.rounded(.down)), 0), count - 1)
                return (first, min(first + 1, count - 1), min(max(place - Float(first), 0), 1))
            }
            let (h, v) = (place(x, across), place(y, down))
            var (sum, weights) = (SIMD4<Float>.zero, Float(0))
            for (row, down) in [(v.first, 1 - v.share), (v.second, v.share)] {
                for (column, right) in [(h.first, 1 - h.share), (h.second, h.share)]
                where isKnown[row * across + column] {
                    sum += values[row * across + column] * (down * right)
                    weights += down * right
                }
            }
            return weights > 0 ? sum / weights : nil
        }
    }

    /// Squares with pixels that become paper, and their neighbors.
    private func needed(_ across: Int, _ down: Int) -> [Bool] {
        var needed = [Bool](repeating: false, count: across * down)
        for y in 0..<page.height {
            for x in 0..<page.width where shares[y * page.width + x] != 0 {
                needed[y / Self.side * across + x / Self.side] = true
            }
        }
        let filled = needed
        for row in 0..<down {
            for column in 0..<across where filled[row * across + column] {
                for y in max(row - 1, 0)...min(row + 1, down - 1) {
                    for x in max(column - 1, 0)...min(column + 1, across - 1) { needed[y * across + x] = true }
                }
            }
        }
        return needed
    }

    /// The paper color of a square; `nil` if it shows too little paper.
    private func paper<Layout>(_ column: Int, _ row: Int, _ target: MutableImageView<Layout>) -> SIMD4<Float>? {
        let channels = Layout.bitsPerPixel / 8
        func forEach(_ body: (_ level: Int, UnsafePointer<UInt8>) -> Void) {
            for y in row * Self.side..<min((row + 1) * Self.side, page.height) {
                for x in column * Self.side..<min((column + 1) * Self.side, page.width)
                where shares[y * page.width + x] == 0 {
                    let pixel = UnsafePointer(target.row(y) + x * channels)
                    body(channels == 1 ? Int(pixel[0]) : (Int(pixel[0]) + 2 * Int(pixel[1]) + Int(pixel[2])) / 4, pixel)
                }
            }
        }
        var (counts, total) = ([Int](repeating: 0, count: 256), 0)
        forEach { level, _ in
            counts[level] += 1
            total += 1
        }
        guard total >= Self.minimumPixels else { return nil }
        func level(_ share: Double) -> Int {
            var left = Int(share * Double(total - 1))
            return counts.indices.first { level in
                left -= counts[level]
                return left < 0
            } ?? 255
        }
        let (least, most) = (level(Self.paper.from), level(Self.paper.upTo))
        var (sum, count) = (SIMD4<Float>.zero, Float(0))
        forEach { level, pixel in
            guard least...most ~= level else { return }
            for channel in 0..<channels { sum[channel] += Float(pixel[channel]) }
            count += 1
        }
        return sum / count
    }
}
