public import RectoCore
import RectoKernels

/// The line where the two pages of an open book meet: a straight line from the top of a picture to its bottom.
public struct Gutter: Hashable, Sendable {
    /// Where the line crosses the top and the bottom of the picture, in pixels from its left; always within the
    /// picture.
    public let top: Double
    public let bottom: Double
    /// How much more the picture looks like a gutter along this line than along any line well beside it. A spread has
    /// some tenths; 0 if all lines look the same.
    public let confidence: Double

    package init(top: Double, bottom: Double, confidence: Double) {
        (self.top, self.bottom, self.confidence) = (top, bottom, confidence)
    }

    /// The line's column at a row of a picture of this height, in pixels.
    public func column(at row: Double, height: Int) -> Double {
        top + (bottom - top) * row / Double(height)
    }
}

/// Finds the gutter of an open book that lies upright and fills the picture.
///
/// A gutter is darker than the paper beside it, has no text, and lies near the middle. The picture is divided into
/// bands of rows, in which every column gets a score. The line with the largest sum of scores wins.
///
/// Memory is reused from picture to picture.
public final class GutterFinder {
    private let small = Plane<UInt8>()
    private let paper = Plane<UInt8>()
    private let spread = Plane<UInt8>()
    private let scratch = Plane<UInt8>()
    /// Gutter score of each column in each band.
    private let scores = Plane<Float>()
    private let bytes = Plane<UInt32>()

    public init() {}

    /// - Parameter picture: An open book, upright, of any size.
    /// - Returns: `nil` if the picture does not show two pages or is too small, too narrow or excessively large.
    public func find(in picture: GrayView) -> Gutter? {
        guard reduce(picture) else { return nil }
        maximum7x7(small, into: spread, scratch: scratch)
        minimum7x7(spread, into: paper, scratch: scratch)
        scoreBands()
        let line = bestLine()
        let scale = Double(picture.width) / Double(small.width)
        let half = Double(line.slope) * Double(small.height) / 2
        func column(_ value: Double) -> Double { min(max(value * scale, 0), Double(picture.width)) }
        return Gutter(
            top: column(Double(line.middle) + 0.5 - half), bottom: column(Double(line.middle) + 0.5 + half),
            confidence: Double(line.lead))
    }

    /// Scales the picture to ``Search/width`` columns if it has more.
    private func reduce(_ picture: GrayView) -> Bool {
        let width = min(picture.width, Search.width)
        let height = max(picture.height * width / picture.width, 1)
        guard width >= Search.minimumWidth, Search.minimumHeight...Search.maximumHeight ~= height,
            picture.width <= width * AreaPlan.maximumRatio, picture.height <= height * AreaPlan.maximumRatio
        else { return false }
        let plan = AreaPlan(
            sourceWidth: picture.width, sourceHeight: picture.height, targetWidth: width, targetHeight: height)
        small.reshape(width: width, height: height)
        bytes.reshape(width: (plan.scratchByteCount() + 3) / 4, height: 1)
        // SAFETY: the plan is for these sizes, the scratch has the required size.
        areaDownscale(picture.plane, channels: 1, plan: plan, into: small.mutableView, scratch: bytes.base)
        return true
    }

    // MARK: - Bands

    /// The rows of a band. The outermost rows of the picture, which may show the desk, belong to no band.
    private func rows(of band: Int) -> Range<Int> {
        let margin = small.height * Search.marginPercent / 100
        let height = small.height - 2 * margin
        return margin + band * height / Search.bands..<margin + (band + 1) * height / Search.bands
    }

    private func scoreBands() {
        let width = small.width
        scores.reshape(width: width, height: Search.bands)
        var (shade, ink) = ([Float](repeating: 0, count: width), [Float](repeating: 0, count: width))
        for band in 0..<Search.bands {
            measure(rows(of: band), &shade, &ink)
            let wide = gaussian(shade, sigma: Search.valleyReach * Float(width))
            let narrow = gaussian(shade, sigma: Search.columnReach)
            let density = gaussian(ink, sigma: Search.gapReach * Float(width))
            let dense = max(density.sorted()[width * Search.denseFifths / 5], Search.minimumDensity)
            for x in 0..<width {
                let depth = max((wide[x] - narrow[x]) / max(wide[x], Search.minimumShade), -Search.deepest)
                // The bottom of a valley deeper than the deepest shadows still counts most.
                let valley = depth - 0.5 * max(depth - Search.deepest, 0)
                let text = min(density[x] / dense, Search.maximumText)
                let aside = (Float(x) - Float(width) / 2) / (Search.middleReach * Float(width))
                scores[x, band] = Search.valley * valley - Search.gap * text - Search.middle * aside * aside
            }
        }
    }

    /// The median brightness of paper in each column of some rows, and the share of ink.
    private func measure(_ rows: Range<Int>, _ shade: inout [Float], _ ink: inout [Float]) {
        var column = [UInt8](repeating: 0, count: rows.count)
        for x in 0..<small.width {
            var count = 0
            for (index, y) in rows.enumerated() {
                column[index] = paper[x, y]
                if Int(paper[x, y]) - Int(small[x, y]) > Search.inkDepth { count += 1 }
            }
            column.sort()
            shade[x] = Float(column[rows.count / 2])
            ink[x] = Float(count) / Float(rows.count)
        }
    }

    // MARK: - Line

    /// The line with the largest sum of scores: its column at half the height, its columns per row, and its mean lead
    /// per band over the best line well beside it.
    private func bestLine() -> (middle: Int, slope: Float, lead: Float) {
        let width = small.width
        let columns = width * Search.columnPercents.from / 100..<width * Search.columnPercents.to / 100
        var best = (middle: width / 2, slope: Float(0), lead: Float(0), total: -Float.infinity)
        var totals = [Float](repeating: 0, count: columns.count)
        for step in -Search.slopeSteps...Search.slopeSteps {
            let slope = Search.steepest * Float(step) / Float(Search.slopeSteps)
            add(along: slope, columns, &totals)
            guard let (index, greatest) = totals.enumerated().max(by: { $0.element < $1.element }) else { continue }
            let total = greatest - Search.slopeCost * abs(slope)
            guard total > best.total else { continue }
            let rival = totals.enumerated().lazy.filter { abs($0.offset - index) > width / Search.rivalDivisor }
                .map { $0.element }.max()
            best = (columns.lowerBound + index, slope, (greatest - (rival ?? greatest)) / Float(Search.bands), total)
        }
        return (best.middle, best.slope, max(best.lead, 0))
    }

    /// The bands' scores along lines of one slope that cross half the height at the given columns.
    private func add(along slope: Float, _ columns: Range<Int>, _ totals: inout [Float]) {
        for index in totals.indices { totals[index] = 0 }
        for band in 0..<Search.bands {
            let rows = rows(of: band)
            let shift = slope * (Float(rows.lowerBound + rows.upperBound - 1) - Float(small.height)) / 2
            for (index, x) in columns.enumerated() {
                let place = min(max(Float(x) + shift, 0), Float(small.width - 1))
                let left = Int(place)
                let (a, b) = (scores[left, band], scores[min(left + 1, small.width - 1), band])
                totals[index] += a + (b - a) * (place - Float(left))
            }
        }
    }
}

/// Weights and reaches come from a prototype, tuned on open books on which no figure is reported. The rule that half of
/// a valley's depth beyond the deepest shadow counts does not.
private enum Search {
    /// Columns of the picture that is searched.
    static let width = 600
    /// Smallest width of two pages, in pixels.
    static let minimumWidth = 64
    /// Smallest and largest height, in pixels: a taller picture is not a spread.
    static let minimumHeight = 48
    static let maximumHeight = 1800
    /// Number of bands of rows in which the gutter is searched for.
    static let bands = 12
    /// How much darker than its paper ink is, in levels.
    static let inkDepth = 18
    /// Averaging lengths for the paper's shade and for ink, as shares of the width.
    static let valleyReach: Float = 0.05
    static let gapReach: Float = 0.012
    /// Averaging length for the shade at a column, in columns.
    static let columnReach: Float = 2
    /// Outermost rows that belong to no band, in percent of the height.
    static let marginPercent = 6
    /// Columns are dense with text if this many fifths are less dense; the minimum excludes pages without text.
    static let denseFifths = 4
    static let minimumDensity: Float = 0.02
    /// Text counts up to this multiple of that density.
    static let maximumText: Float = 1.2
    /// Lowest shade, in levels, that the depth of a valley is divided by.
    static let minimumShade: Float = 20
    /// Range of columns where a gutter may cross half the height, in percent of the width.
    static let columnPercents = (from: 36, to: 64)
    /// Distance from the middle that costs a line ``middle``, as a share of the width.
    static let middleReach: Float = 0.25
    /// Lines farther away than the width divided by this are rivals.
    static let rivalDivisor = 20
    /// Shadow depth of a gutter relative to the surrounding paper, as a share.
    static let deepest: Float = 0.3
    /// Weights of the shade, of a gap in the text, and of lying in the middle.
    static let valley: Float = 3.5
    static let gap: Float = 0.35
    static let middle: Float = 0.15
    /// Steepest line that is tried, in columns per row.
    static let steepest: Float = 0.12
    /// Number of slopes that are tried to each side.
    static let slopeSteps = 12
    /// Cost of a slope of one column per row.
    static let slopeCost: Float = 1.5
}

/// Values smoothed by a Gaussian, with the outermost values repeated.
private func gaussian(_ values: [Float], sigma: Float) -> [Float] {
    let radius = max(Int(3 * sigma), 1)
    let taps = (0...radius).map { exp(-Float($0 * $0) / (2 * sigma * sigma)) }
    let share = 1 / (2 * taps.reduce(0, +) - taps[0])
    return values.indices.map { x in
        var sum = taps[0] * values[x]
        for k in 1...radius { sum += taps[k] * (values[max(x - k, 0)] + values[min(x + k, values.count - 1)]) }
        return sum * share
    }
}
