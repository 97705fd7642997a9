import Glibc
import RectoCore

/// Classifies the content of a page by shares of its pixels, at a quarter of its scale and divided by its paper.
///
/// The classifier is a logistic regression on the logarithms of the shares, fitted to generated pages, boards and
/// desks as seen by a camera.
struct DocumentClassifier {
    /// Shares of the pixels, 0…1.
    struct Shares {
        /// Pixels as bright as paper.
        var paper = 0.0
        /// Gray pixels, darker than paper and brighter than ink.
        var middle = 0.0
        /// Gray pixels as dark as ink.
        var dark = 0.0
        var colored = 0.0
        /// Pixels in pictures and dark fills.
        var hole = 0.0
        /// Pixels with an edge to the right.
        var edge = 0.0
        /// Colored pixels among those that are not paper.
        var coloredOfInk = 0.0

        /// Added before the logarithm, so that differences between tiny shares do not matter.
        private static let floor = 0.003

        /// The inputs of the regression; the last one is the constant 1.
        fileprivate var cues: [Double] {
            [paper, middle, dark, colored, hole, edge, coloredOfInk].map { log($0 + Self.floor) } + [1]
        }
    }

    /// The weights of the cues for text, colored documents, photos and whiteboards.
    private static let weights: [SIMD4<Double>] = [
        [6.226, -5.32, -4.556, 3.65], [1.671, 0.656, 0.764, -3.09], [-0.289, -0.324, -0.091, 0.704],
        [0.032, -0.124, 1.535, -1.443], [-0.187, 0.382, 0.328, -0.522], [-1.072, -0.86, -1.856, 3.788],
        [-0.852, 0.331, -1.285, 1.806], [-1.504, 0.847, 0.952, -0.295],
    ]

    static func classify(_ shares: Shares) -> FilterSuggestion {
        let scores = zip(shares.cues, weights).reduce(SIMD4<Double>.zero) { $0 + $1.0 * $1.1 }
        let best = (0..<4).max { scores[$0] < scores[$1] } ?? 0
        let sum = (0..<4).reduce(0) { $0 + exp(scores[$1] - scores[best]) }
        return FilterSuggestion(content: FilterSuggestion.Content.allCases[best], confidence: 1 / sum)
    }

    /// - Parameters:
    ///   - levels: The loaded levels of the page, with pictures kept.
    ///   - colors: The page in color at a quarter of its scale; `nil` for a gray page.
    static func measure(_ levels: PageLevels, colors: Plane<UInt8>?) -> Shares {
        let (luma, paper) = (levels.quarter, levels.sharpPaper)
        let tint = colors.map { tints($0, luma, paper) } ?? SIMD4(repeating: 1)
        var (white, middle, dark, colored, edges, ink) = (0, 0, 0, 0, 0, 0)
        for y in 0..<luma.height {
            var before: Float?
            for x in 0..<luma.width {
                let share = Float(luma[x, y]) / paper[x, y]
                let isColored = colors.map { chroma($0, x, y, tint) > colorfulness * paper[x, y] } ?? false
                white += share > whiteShare ? 1 : 0
                if isColored {
                    colored += 1
                } else if share <= darkShare {
                    dark += 1
                } else if share <= whiteShare {
                    middle += 1
                }
                ink += isColored || share <= inkShare ? 1 : 0
                if let before, abs(share - before) > edgeStep { edges += 1 }
                before = share
            }
        }
        let count = Double(luma.width * luma.height)
        let nonPaper = (0..<levels.isHole.width * levels.isHole.height).count { levels.isHole.base[$0] > 0 }
        return Shares(
            paper: Double(white) / count, middle: Double(middle) / count, dark: Double(dark) / count,
            colored: Double(colored) / count,
            hole: Double(nonPaper) / Double(levels.isHole.width * levels.isHole.height),
            edge: Double(edges) / Double(max(luma.width - 1, 1) * luma.height),
            coloredOfInk: Double(colored) / Double(max(ink, 1)))
    }

    /// Relative to the paper's level.
    private static let whiteShare: Float = 0.85
    private static let inkShare: Float = 0.7
    private static let darkShare: Float = 0.4
    private static let edgeStep: Float = 0.12
    private static let colorfulness: Float = 0.25
    /// The share of the paper's level above which pixels show the light's color.
    private static let paperShare: Float = 0.9
    /// The minimum of each channel of the light: a tenth of the luma, in units of 1/128.
    private static let minimumTint: Float = 13

    /// Returns the difference between the largest and smallest channel, each divided by the light's.
    private static func chroma(_ colors: Plane<UInt8>, _ x: Int, _ y: Int, _ tint: SIMD4<Float>) -> Float {
        let p = colors.base + y * colors.width + 3 * x
        let color = SIMD4(Float(p[0]), Float(p[1]), Float(p[2]), 0) / tint
        return max(color.x, color.y, color.z) - min(color.x, color.y, color.z)
    }

    /// Returns the median ratio of each channel to the luma over the paper.
    private static func tints(_ colors: Plane<UInt8>, _ luma: Plane<UInt8>, _ paper: Plane<Float>) -> SIMD4<Float> {
        var histograms = [ByteHistogram](repeating: ByteHistogram(), count: 3)
        for y in 0..<luma.height {
            for x in 0..<luma.width where Float(luma[x, y]) > paperShare * paper[x, y] {
                for channel in 0..<3 {
                    let ratio = 128 * Int(colors[3 * x + channel, y]) / max(Int(luma[x, y]), 1)
                    histograms[channel].add(UInt8(min(ratio, 255)))
                }
            }
        }
        let medians = histograms.map { Float($0.quantile(0.5) ?? 127.5) + 0.5 }
        return SIMD4(
            max(medians[0], minimumTint), max(medians[1], minimumTint), max(medians[2], minimumTint), 128) / 128
    }
}
