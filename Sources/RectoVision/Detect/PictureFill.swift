import RectoCore
import RectoKernels

/// A test for a page that fills the picture: nearly everywhere, even on the border, there is the same paper with print.
struct PictureFill: Sendable {
    /// Shares of the picture and of its border that look like the paper.
    let share: Float
    let borderShare: Float
    /// Share of the picture that is darker than the paper beside it.
    let printShare: Float
    /// Brightness that a twentieth of the picture exceeds.
    private let lightest: Float

    init(_ level: PyramidLevel) {
        var histograms = InlineArray<3, Histogram>(repeating: Histogram())
        Self.forEachPlace(in: level) { _, _, paper, _ in
            for channel in 0..<3 { histograms[channel].add(paper[channel]) }
        }
        let usual = SIMD4(histograms[0].level(of: 0.5), histograms[1].level(of: 0.5), histograms[2].level(of: 0.5), 0)
        lightest = histograms[0].level(of: 0.95)
        var (alike, print, border, borderAlike): (Float, Float, Float, Float) = (0, 0, 0, 0)
        Self.forEachPlace(in: level) { column, row, paper, color in
            let difference = paper - usual
            let isAlike =
                Self.lightWeight * abs(difference[0]) + abs(difference[1]) + abs(difference[2]) < Self.largestDifference
            if isAlike { alike += 1 }
            if paper[0] - color[0] > Self.leastInk { print += 1 }
            if column == 0 || row == 0 || column == Self.columns - 1 || row == Self.columns - 1 {
                border += 1
                if isAlike { borderAlike += 1 }
            }
        }
        let count = Float(Self.columns * Self.columns)
        (share, borderShare, printShare) = (alike / count, borderAlike / border, print / count)
    }

    var isFilled: Bool {
        share >= Self.leastShare && borderShare >= Self.leastBorder && printShare >= Self.leastPrint
    }

    /// Whether most of the picture is paper, though something else may surround it.
    var isPaper: Bool { share >= Self.leastPaper }

    /// Whether something is darker than paper and print can be in the light of the picture: a screen, or an opening.
    /// - Parameter lightness: Its brightness.
    func isBeyondPrint(_ lightness: Float) -> Bool { lightness < Self.darkestPrint * lightest }

    /// The darkest right quads, black covers of books, have 0.19, a switched-off screen 0.04. Black ink reflects two
    /// hundredths of what paper does, so that it has a seventh of the gray levels.
    private static let darkestPrint: Float = 0.07
    /// Photos usually have .5, and pages that leave a border have .7 or more.
    private static let leastPaper: Float = 0.6

    /// Chosen between the full-frame photos and scans in `data/wild` (share at least .83, border at least .67) and its
    /// pictures without a page (share at most .76).
    private static let (leastShare, leastBorder, leastPrint): (Float, Float, Float) = (0.8, 0.6, 0.02)
    /// Weight of the light, which varies more over a page than color does.
    private static let lightWeight: Float = 0.4
    private static let largestDifference: Float = 18
    private static let leastInk: Float = 8
    /// Number of columns and rows of places that are sampled.
    private static let columns = 24

    private static func forEachPlace(
        in level: PyramidLevel,
        _ body: (_ column: Int, _ row: Int, _ paper: SIMD4<Float>, _ color: SIMD4<Float>) -> Void
    ) {
        for row in 0..<columns {
            let y = (2 * row + 1) * level.height / (2 * columns)
            for column in 0..<columns {
                let x = (2 * column + 1) * level.width / (2 * columns)
                body(column, row, level.paper(x, y), level.averaged.base[y * level.width + x])
            }
        }
    }

    /// A histogram of whole gray levels.
    private struct Histogram {
        private var counts = InlineArray<256, Int>(repeating: 0)
        private var sum = 0

        mutating func add(_ level: Float) {
            counts[Int(min(max(level, 0), 255))] += 1
            sum += 1
        }

        /// The level that a share of the samples does not exceed.
        func level(of share: Float) -> Float {
            let wanted = share * Float(sum)
            var below = 0
            for level in 0..<256 {
                below += counts[level]
                if Float(below) >= wanted { return Float(level) }
            }
            return 0
        }
    }
}

extension PyramidLevel {
    /// Pixels between the places at which paper is searched for.
    private static let paperReach = 3

    /// The brightest of nine means around a pixel, which is paper even next to ink.
    func paper(_ x: Int, _ y: Int) -> SIMD4<Float> {
        var best = SIMD4<Float>(repeating: -1)
        for offset in stride(from: -Self.paperReach, through: Self.paperReach, by: Self.paperReach) {
            let line = averaged.base + min(max(y + offset, 0), height - 1) * width
            for shift in stride(from: -Self.paperReach, through: Self.paperReach, by: Self.paperReach) {
                let color = line[min(max(x + shift, 0), width - 1)]
                if color[0] > best[0] { best = color }
            }
        }
        return best
    }

    /// The paper at a point measured from the level's center; `nil` outside the level.
    func paper(at point: Point2D) -> SIMD4<Float>? {
        let column = (point.x + Double(width) / 2).rounded()
        let row = (point.y + Double(height) / 2).rounded()
        guard column >= 0, row >= 0, column < Double(width), row < Double(height) else { return nil }
        return paper(Int(column), Int(row))
    }
}
