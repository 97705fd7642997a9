import RectoCore

/// One side of a quad: a piece of a line.
struct QuadSide {
    var coverage: Float
    var weakestQuarter: Float
    var visibility: Float
    var continuation: Float
    var contrast: Float
    var consistency: Float
    /// Mean luma and chroma of the strips; the fourth lane is 0.
    var inside: SIMD4<Float>
    var outside: SIMD4<Float>
    var insideVariation: Float
    var shade: Float

    @inline(__always)
    init(
        _ line: Line, _ sums: LineProfiles.LineSums, reach: Int, _ samples: LineProfiles.Samples,
        center: Point2D
    ) {
        let (first, end) = (samples.first, samples.end)
        let all = sums[end] - sums[first]
        let seen = max(all.visible, 1)
        coverage = all.coverage(minimumVisible: Self.minimumVisible)
        visibility = all.visible / Float(end &- first)
        var weakest = Float.infinity
        for quarter in 0..<4 {
            let from = first &+ (end &- first) &* quarter / 4
            let to = first &+ (end &- first) &* (quarter &+ 1) / 4
            weakest = min(weakest, (sums[to] - sums[from]).coverage(minimumVisible: Self.minimumVisibleOfQuarter))
        }
        weakestQuarter = weakest

        let beyond = min(
            max(Int(samples.length * Self.extensionShare), Self.extensions.lowerBound), Self.extensions.upperBound)
        let last = 2 * reach + 1
        func support(_ from: Int, _ to: Int) -> Float {
            sums[min(max(to, 0), last)].support - sums[min(max(from, 0), last)].support
        }
        continuation =
            (support(first - Self.cornerGap - beyond, first - Self.cornerGap)
                + support(end + Self.cornerGap, end + Self.cornerGap + beyond)) / Float(2 * beyond)

        let before = all.before * (1 / seen)
        let after = all.after * (1 / seen)
        let interiorIsAfter = center.x * line.normalX + center.y * line.normalY > line.offset
        let color = interiorIsAfter ? after : before
        let other = interiorIsAfter ? before : after
        inside = SIMD4(color[0], color[1], color[2], 0)
        outside = SIMD4(other[0], other[1], other[2], 0)
        let total = absoluteSum(inside - outside)
        contrast = 1 - exp(-total / Self.contrastScale)
        consistency = min(total / max(all.step / seen, 1), Self.largestConsistency)
        insideVariation = max(color[3] - (inside * inside).sum(), 0).squareRoot()
        shade = Self.shade(inside, of: outside)
    }

    /// Samples in the frame above which the coverage of a side, or of a quarter of it, is measured.
    private static let minimumVisible: Float = 3
    private static let minimumVisibleOfQuarter: Float = 2
    /// The pieces beyond the corners: their length as a share of the side's, its limits in samples, and how many
    /// samples from the corners they begin.
    private static let extensionShare: Float = 0.15
    private static let extensions = 6...40
    private static let cornerGap = 4
    /// The color step, in gray levels, that has a contrast of 1 - 1/e.
    private static let contrastScale: Float = 12
    private static let largestConsistency: Float = 1.5
    /// The depth of a shadow is full if it takes at least a third of the light and leaves at least half of it, and
    /// zero if it leaves 0.3 or less. Outside the full range it rises and falls by these factors.
    private static let shadeRise: Float = 3
    private static let shadeFall: Float = 5
    private static let shadeEnd: Float = 1.5
    /// The difference in chroma from that of the light, in gray levels, at which a shadow's share is 1/e.
    private static let hueScale: Float = 6
    /// Cb and Cr of gray.
    private static let neutralChroma: Float = 128

    /// How much a color looks like another in shadow: 0 if it is not darker, darker than shadows are, or of another
    /// hue; 1 if it has half to two thirds of the light, and the corresponding chroma.
    private static func shade(_ color: SIMD4<Float>, of lit: SIMD4<Float>) -> Float {
        let light = color[0] / max(lit[0], 1)
        let depth = min(1, Self.shadeRise * (1 - light), Self.shadeFall * light - Self.shadeEnd)
        guard depth > 0 else { return 0 }
        // A gray picture has no chroma at all.
        let neutral: Float = lit[1] == 0 && lit[2] == 0 ? 0 : Self.neutralChroma
        let blue: Float = (color[1] - neutral) - light * (lit[1] - neutral)
        let red: Float = (color[2] - neutral) - light * (lit[2] - neutral)
        return depth * exp(-(abs(blue) + abs(red)) / Self.hueScale)
    }
}

@inline(__always)
func absoluteSum(_ v: SIMD4<Float>) -> Float { abs(v[0]) + abs(v[1]) + abs(v[2]) }
