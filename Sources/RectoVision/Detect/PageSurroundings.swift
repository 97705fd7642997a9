import RectoCore
import RectoKernels

/// The surroundings of a quad. If a page fills the picture, a block of text, a table or a picture on it is as good a
/// quad as a page, and only the paper that continues outside distinguishes the two.
struct PageSurroundings: Sendable {
    /// Steps from the paper outside each side to that inside; `nil` if too little of the side is in the frame. Paper is
    /// the brightest of nine nearby places, so that ink does not count.
    private(set) var steps = InlineArray<4, Step?>(repeating: nil)
    /// The ground, measured on the pixels of the full picture.
    let ground: Ground
    /// Whether the quad is white paper; a sheet on a drawn desk is as free of noise as print on a page.
    private let isWhitePaper: Bool
    /// Median brightness of five places in the quad.
    let lightness: Float
    /// Whether all sides are parallel to those of the picture, as of panels, and rarely of a sheet before a camera.
    private let isLevel: Bool
    /// The quad's share of the picture.
    private let share: Double

    /// A color step along a side.
    struct Step: Sendable {
        /// Median of the step along the side, in gray levels.
        let size: Float
        /// Median distance of the brightness step from its median.
        let spread: Float

        /// Whether the step is too small to count as one.
        fileprivate var isNone: Bool { size < Self.largest && size < Self.largestRatio * (spread + 1) }

        private static let largest: Float = 3
        private static let largestRatio: Float = 1.3
    }

    /// Pixels outside a quad, each with its neighbor.
    struct Ground: Sendable {
        /// Number of pairs, and of pairs that are equal, that differ like noise, and that differ like print.
        fileprivate var (pairs, equal, noisy, printed) = (0, 0, 0, 0)
        /// Number of pairs that were sampled, and of pairs that are as black as drawn borders.
        fileprivate var (all, dark) = (0, 0)
        /// Sum of all levels.
        fileprivate var sum = 0

        /// Share of equal pairs among those that are equal except for noise: nearly 1 if no camera took the picture.
        var flatness: Float { Float(equal) / Float(max(equal + noisy, 1)) }
        /// Mean level, relative to the full range.
        var brightness: Float { Float(sum) / Float(max(pairs, 1)) }
        var printedShare: Float { Float(printed) / Float(max(pairs, 1)) }
        /// Whether all of it is black.
        var isBlack: Bool { isSampled && Float(dark) >= Self.blackShare * Float(all) }
        /// Whether enough of it was seen.
        var isKnown: Bool { equal + noisy >= Self.minimumPairs }
        /// Whether it is as free of noise as only drawings are, however little of it was seen.
        fileprivate var isFlat: Bool { flatness >= PageSurroundings.flat }
        /// Whether enough pairs of any kind were sampled.
        fileprivate var isSampled: Bool { all >= Self.minimumPairs }

        private static let minimumPairs = 20
        private static let blackShare: Float = 0.97
    }

    /// - Parameters:
    ///   - quad: The quad, clockwise, in the level's coordinates.
    ///   - outline: The same quad in the picture's coordinates.
    init(of quad: CenteredQuad, in level: PyramidLevel, outline: Quad, of luma: LumaPlane) {
        ground = Self.ground(around: outline.clockwise, luma)
        (isWhitePaper, lightness) = Self.paper(of: quad, level)
        share = quad.area / Double(level.width * level.height)
        isLevel = (0..<4).allSatisfy { side in
            let way = quad[(side + 1) & 3] - quad[side]
            return min(abs(way.x), abs(way.y)) <= Self.largestSlope * max(abs(way.x), abs(way.y))
        }
        let distance = Double(level.longSide) * Self.distanceShare
        for side in 0..<4 {
            let (start, end) = (quad[side], quad[(side + 1) & 3])
            let way = end - start
            guard way.length > 0 else { continue }
            let inward = Point2D(x: -way.y, y: way.x) * (distance / way.length)
            steps[side] = Self.step(from: start, along: way, inward: inward, level)
        }
    }

    /// Whether the quad is printed on a page that fills the picture.
    var isPrintOnPage: Bool { isDrawnOnPage || hasSamePaper }

    /// Whether no camera took the picture: there is no noise outside, or a step is the same along a whole side.
    var isDrawn: Bool {
        ground.isFlat || (0..<4).contains { steps[$0].map { $0.spread < Self.leastSpread } ?? false }
    }

    /// The smallest spread of a step in a photo, in gray levels.
    private static let leastSpread: Float = 0.05

    /// Whether the quad is level, as on a scan, and there is print outside it.
    var isLevelInPrint: Bool { isLevel && ground.isSampled && ground.printedShare >= Self.minimumPrint }

    /// Whether the picture is a rendered page, or a scan that is clipped to white, rather than from a camera, and paper
    /// or print lies outside the quad.
    private var isDrawnOnPage: Bool {
        guard ground.isKnown else { return false }
        if ground.brightness >= Self.whiteGround { return ground.flatness >= Self.flatWhite }
        guard ground.flatness >= Self.flat else { return false }
        if ground.printedShare >= Self.minimumPrint { return isLevel || !isWhitePaper }
        // Without print around it, a level quad is a panel, unless it is a small white sheet in a drawn scene.
        return isLevel && ground.flatness >= Self.flatDrawing && (!isWhitePaper || share >= Self.largePanel)
    }

    /// Whether the paper continues beyond all sides but one, or beyond two sides with print outside.
    private var hasSamePaper: Bool {
        var (seen, same) = (0, 0)
        for side in 0..<4 {
            guard let step = steps[side] else { continue }
            seen += 1
            if step.isNone { same += 1 }
        }
        guard same >= 2 else { return false }
        return same + 1 >= seen || ground.printedShare >= Self.minimumPrint
    }

    /// Chosen between print on rendered pages, whose ground has a flatness of at least .94 (white: .91), and pages in
    /// photos, with at most .92 (white: .82).
    fileprivate static let (flat, flatWhite, whiteGround): (Float, Float, Float) = (0.95, 0.9, 215)
    /// Enlarged frames of cameras come near to .95.
    private static let flatDrawing: Float = 0.99
    private static let minimumPrint: Float = 0.002
    /// The share of the picture at or above which a white panel is large.
    private static let largePanel = 0.5
    /// The slope of a level side, which is found to a fraction of a pixel of the level.
    private static let largestSlope = 0.01
    /// Distance from a side at which paper is sampled, in long sides of the level.
    private static let distanceShare = 0.025

    /// Whether the quad is surrounded by nothing but a black border, as programs draw around photos.
    func isFramedPicture(_ quad: Quad, in size: PixelSize) -> Bool {
        ground.isBlack && quad.area >= Self.framedShare * Double(size.area)
    }

    private static let framedShare = 0.7

    // MARK: Paper

    private static let samples = 24
    /// The number of a side's samples that must lie in the frame.
    private static let minimumSamples = 6
    /// Where samples begin and end, as shares of the side.
    private static let (first, last) = (0.08, 0.92)

    private static func step(from start: Point2D, along way: Point2D, inward: Point2D, _ level: PyramidLevel) -> Step? {
        var differences = InlineArray<3, SmallMedian>(repeating: SmallMedian())
        for sample in 0..<samples {
            let share = first + (last - first) * Double(sample) / Double(samples - 1)
            let point = start + way * share
            guard let inside = level.paper(at: point + inward), let outside = level.paper(at: point - inward) else {
                continue
            }
            let difference = inside - outside
            for channel in 0..<3 { differences[channel].add(difference[channel]) }
        }
        guard differences[0].count >= minimumSamples else { return nil }
        let (light, blue, red) = (differences[0].value, differences[1].value, differences[2].value)
        return Step(
            size: (light * light + blue * blue + red * red).squareRoot(), spread: differences[0].spread)
    }

    /// Whether most of five places in a quad are bright and neutral, and their median brightness.
    private static func paper(of quad: CenteredQuad, _ level: PyramidLevel) -> (isWhite: Bool, lightness: Float) {
        let center = quad.centroid
        var white = 0
        var lightness = SmallMedian()
        for corner in 0..<5 {
            let point = corner == 4 ? center : center + (quad[corner] - center) * 0.6
            guard let paper = level.paper(at: point) else { continue }
            lightness.add(paper[0])
            // A gray picture has no chroma at all.
            let chroma = paper[1] == 0 && paper[2] == 0 ? 0 : abs(paper[1] - 128) + abs(paper[2] - 128)
            if paper[0] >= whiteLevel, chroma <= largestChroma { white += 1 }
        }
        return (white >= 3, lightness.value)
    }

    private static let (whiteLevel, largestChroma): (Float, Float) = (170, 20)

    // MARK: Ground

    /// Number of rows and columns of pairs that are sampled.
    private static let grid = 40
    /// Minimum distance of the pairs from the quad, in long sides of the picture.
    private static let gap = 0.004
    /// The largest difference due to noise, and the smallest due to print.
    private static let (largestNoise, leastPrint) = (3, 24)
    /// Pairs that are not brighter are not counted: cameras clip such levels.
    private static let darkest: UInt8 = 3
    /// The level below which a pair counts as black.
    private static let blackLevel: UInt8 = 20

    private static func ground(around quad: Quad, _ luma: LumaPlane) -> Ground {
        var ground = Ground()
        let (width, height) = (luma.size.width, luma.size.height)
        let gap = Self.gap * Double(luma.size.longSide)
        func add(row: Int, columns: (Int) -> Int, count: Int) {
            let inside = quad.columns(atRow: Double(row) + 0.5, gap: gap)
            for place in 0..<count {
                let column = columns(place)
                guard column + 1 < width, !inside.contains(Double(column)) else { continue }
                ground.add(luma.byte(column, row), luma.byte(column + 1, row))
            }
        }
        func middle(_ place: Int, of length: Int) -> Int { (2 * place + 1) * length / (2 * grid) }
        for line in 0..<grid {
            add(row: middle(line, of: height), columns: { middle($0, of: width) }, count: grid)
        }
        guard !ground.isSampled else { return ground }
        // The grid misses a narrow ground; the outermost pixels show it.
        for row in [0, height - 1] { add(row: row, columns: { middle($0, of: width) }, count: grid) }
        for line in 0..<grid {
            add(row: middle(line, of: height), columns: { $0 == 0 ? 0 : width - 2 }, count: 2)
        }
        return ground
    }
}

extension PageSurroundings.Ground {
    fileprivate mutating func add(_ level: UInt8, _ next: UInt8) {
        let (brighter, difference) = (max(level, next), abs(Int(level) - Int(next)))
        all += 1
        if brighter < PageSurroundings.blackLevel { dark += 1 }
        // Cameras and scanners clip nearly black levels, so equal neighbors there prove nothing.
        guard brighter > PageSurroundings.darkest else { return }
        pairs += 1
        sum += Int(brighter)
        if difference == 0 {
            equal += 1
        } else if difference <= PageSurroundings.largestNoise {
            noisy += 1
        } else if difference >= PageSurroundings.leastPrint {
            printed += 1
        }
    }
}

extension Quad {
    /// The columns of a convex quad in a row, extended by `gap` on both sides; none of the picture's for a row above or
    /// below the quad.
    fileprivate func columns(atRow y: Double, gap: Double) -> ClosedRange<Double> {
        var (left, right) = (Double.infinity, -Double.infinity)
        for side in 0..<4 {
            let (a, b) = (self[side], self[(side + 1) & 3])
            let (top, bottom) = (min(a.y, b.y) - gap, max(a.y, b.y) + gap)
            guard y >= top, y <= bottom else { continue }
            let share = a.y == b.y ? 0 : min(max((y - a.y) / (b.y - a.y), 0), 1)
            let crossing = a.x + (b.x - a.x) * share
            (left, right) = (min(left, crossing), max(right, crossing))
            if a.y == b.y { (left, right) = (min(left, b.x), max(right, b.x)) }
        }
        return left <= right ? left - gap...right + gap : -1 ... -1
    }
}
