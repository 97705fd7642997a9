import RectoCore
import RectoKernels

/// The gray level below which a pixel is ink, at a quarter of the page's scale.
///
/// The page is divided by its paper. The threshold is then a fixed weighted sum of seven levels, minus a share of the
/// page's contrast: the mean level on nearby edges, the page's Otsu level, the maximum and minimum level nearby,
/// means over about 30 and 130 pixels, and the quarter-scale pixel itself. The weights add up to one, so the
/// threshold is invariant to brightness and contrast. They come from one logistic regression on historical documents
/// with manual ground truth, shadowed camera pages and generated pages. All cues except the last are computed at 1/8
/// of the scale, because none of them is sharp.
///
/// Edge levels come from half-scale gradients. If the distance of Otsu's classes does not exceed the noise, the page
/// is blank, and only what clearly exceeds the noise is ink.
final class ThresholdMap: @unchecked Sendable {
    // Sendable: only its owner uses it, and its workers write separate rows.
    struct Weights {
        var edges: Float = 1.303
        var otsu: Float = -0.408
        var brightest: Float = -0.281
        var darkest: Float = -0.543
        var near: Float = 0.186
        var far: Float = 0.827
        var pixel: Float = -0.083
        /// The difference between the weighted sum and the threshold, in contrasts.
        var margin: Float = 0.47
    }

    /// A difference of gray levels; the larger of both values counts.
    private struct Contrast {
        /// In levels.
        let levels: Float
        /// In standard deviations of the noise.
        let deviations: Float
    }

    /// The threshold, ⌈W / 4⌉ × ⌈H / 4⌉.
    let threshold = Plane<UInt8>()

    private let weights = Weights()
    /// Pixels below the Otsu level by this share of the contrast are always ink: filled areas.
    private let darkShare: Float = 0.4
    /// The minimum contrast, in levels.
    private let minimumContrast: Float = 16
    /// The minimum gradient of an edge, in levels over two half-scale pixels.
    private let minimumEdge = 8
    /// The density of edges above which their mean level is fully trusted.
    private let denseEdges: Float = 0.08
    /// The least gradient of faint print where there is no other, as a share of the page's contrast and in standard
    /// deviations of the noise.
    private let faintShare: Float = 0.2
    private let faintNoise: Float = 30
    /// The level of an edge of faint print, as a share of the greatest gradient nearby.
    private let faintPart: Float = 0.5
    /// How many times weaker the edges of plain paper are. It surrounds faint print, but not fibers, stains and cracks.
    private let plainRatio: Float = 8
    /// The minimum distance of ink and paper, in levels and in standard deviations of the noise.
    private let blankDistance = Contrast(levels: 6, deviations: 2)
    /// The minimum depth of ink on a blank page, in levels of flattened gray and in deviations of the noise.
    private let blankDepth = Contrast(levels: 40, deviations: 14)
    /// The share of the way to paper or to black that the greatest darkness moves the threshold.
    private let shiftReach: Float = 0.8
    /// The approximate number of pixels for the statistics of a page.
    private let samples = 131_072

    private let paper = Plane<Float>()
    private let gains = Plane<UInt16>()
    /// The page divided by its paper at a half, a quarter, an eighth and a sixteenth of its scale.
    private let flat = Plane<UInt8>()
    private let flatQuarter = Plane<UInt8>()
    private let flatEighth = Plane<UInt8>()
    private let flatSixteenth = Plane<UInt8>()
    private let gradient = Plane<UInt8>()
    /// The means of the edge strength, and of its product with gray, over 8 × 8 pixels.
    private let edges = Plane<Float>()
    private let edgeGray = Plane<Float>()
    /// The least gradient of an edge, for each column of half-scale pixels and each row of cells.
    private let edgeLevels = Plane<UInt8>()
    /// How strong the strongest edges around each cell are, as a share of the page's usual ones, at most 1: less where print is
    /// faint.
    private let faintness = Plane<Float>()
    private let sumRow = Plane<UInt16>()
    private let cells = (Plane<Float>(), Plane<Float>(), Plane<Float>(), Plane<Float>())
    private let eighth = Plane<Float>()
    private let quarter = Plane<Float>()
    private let row = Plane<Float>()
    private let bytes = Plane<UInt8>()
    private var workers = 1

    private struct Statistics {
        var otsu: Float
        var contrast: Float
        /// The standard deviation of the page's noise at half scale, in levels of the page itself.
        var noise: Float
        var isBlank: Bool
    }

    /// - Parameters:
    ///   - levels: The loaded levels of the page.
    ///   - width: The width of the page; `height` is its height.
    ///   - darkness: The percentage by which the threshold moves towards paper, or towards ink if negative.
    ///   - workers: The number of threads.
    func make(_ levels: PageLevels, width: Int, height: Int, darkness: Int = 0, workers: Int = 1) {
        self.workers = workers
        flatten(levels)
        let statistics = measure(levels)
        if statistics.isBlank {
            setBlank(statistics)
        } else {
            let edge = findGradient()
            findFaintness(edge.level, statistics)
            sumEdges(meanStrength: edge.meanStrength)
            combine(statistics)
            keepFillsDark(statistics)
        }
        threshold.reshape(width: (width + 3) / 4, height: (height + 3) / 4)
        spread(levels, pixelWeight: statistics.isBlank ? 0 : weights.pixel)
        if darkness != 0 { shift(levels.sharpPaper, Float(darkness) / 100) }
    }

    // MARK: - The flattened page

    private func flatten(_ levels: PageLevels) {
        nonisolated(unsafe) let half = levels.half
        let (width, height) = ((half.width + 3) / 4, (half.height + 3) / 4)
        mean2x2(levels.sharpPaper, into: paper)
        gains.reshape(width: width, height: height)
        let (white, maximum) = (255 * Float(unitGain), Float(maximumGain))
        for j in 0..<height {
            let (cells, out) = (paper.base + min(j, paper.height - 1) * paper.width, gains.base + j * width)
            @inline(__always) func gain(_ level: Float) -> UInt16 {
                let gain = white / level
                return floorOfSmall(gain < maximum ? gain : maximum)
            }
            // The page's last columns and rows may not fill a quarter-scale pixel.
            let common = min(width, paper.width)
            for x in 0..<common { out[x] = gain(cells[x]) }
            for x in common..<width { out[x] = out[common - 1] }
        }
        flat.reshape(width: half.width, height: half.height)
        bytes.reshape(width: surfaceScratchByteCount(width: half.width, channels: 1), height: workers)
        forEachWorker(workers) { [self] worker in
            // SAFETY: gains and target have the sizes that the kernel requires; planes are allocated with their
            // alignment of 16, and the scratch of each worker has an even length, so it is aligned to 2.
            flattenWithSurface(
                half.view, channels: 1, gains: gains.view, into: flat.mutableView,
                scratch: bytes.base + worker * bytes.width, part: WorkPart(worker, of: workers))
        }
        halve(flat, into: flatQuarter)
        halve(flatQuarter, into: flatEighth)
        halve(flatEighth, into: flatSixteenth)
    }

    /// Truncates a value from 0 to 65535: a checked conversion would not vectorize.
    @inline(__always)
    private func floorOfSmall(_ value: Float) -> UInt16 {
        // Adding 2²³ rounds to an integer and leaves it in the lowest bits.
        let rounded = value + 8_388_608
        let integer = UInt16(truncatingIfNeeded: rounded.bitPattern)
        return rounded - 8_388_608 > value ? integer &- 1 : integer
    }

    private func measure(_ levels: PageLevels) -> Statistics {
        let histogram = paperAndInk(isHole: levels.isHole)
        let otsu = histogram.otsuLevel
        // A single level is one class: no distance, a blank page.
        let paperLevel = otsu < 255 ? histogram.quantile(0.5, in: otsu + 1...255) : nil
        let inkLevel = histogram.mean(in: 0...otsu)
        let distance = paperLevel.flatMap { paper in inkLevel.map { Float(paper - $0) } } ?? 0
        let (noise, middle) = measureNoise(levels.half)
        let noiseOnWhite = noise * 255 / max(middle, 1)
        return Statistics(
            otsu: Float(otsu), contrast: max(distance, minimumContrast), noise: noise,
            isBlank: distance < max(blankDistance.levels, blankDistance.deviations * noiseOnWhite))
    }

    /// Returns the histogram of the flattened page outside pictures and dark fills.
    private func paperAndInk(isHole: Plane<Float>) -> ByteHistogram {
        var histogram = ByteHistogram()
        let step = ByteHistogram.rowStep(rowBytes: flat.width, height: flat.height, aboutSamples: samples)
        // A cell of the map of holes covers 8 half-scale pixels.
        for y in stride(from: step / 2, to: flat.height, by: step) {
            let row = flat.base + y * flat.width
            let nonPaper = isHole.base + min(y / 8, isHole.height - 1) * isHole.width
            var start = 0
            for i in 0..<isHole.width {
                let end = i + 1 < isHole.width ? 8 * (i + 1) : flat.width
                guard nonPaper[i] > 0 || end == flat.width else { continue }
                histogram.add(row + start, count: (nonPaper[i] > 0 ? 8 * i : end) - start)
                start = end
            }
        }
        return histogram
    }

    /// Returns the standard deviation of the noise, from the median difference of pixels three apart, and the median
    /// gray.
    private func measureNoise(_ half: Plane<UInt8>) -> (noise: Float, median: Float) {
        let step = ByteHistogram.rowStep(rowBytes: half.width, height: half.height, aboutSamples: samples)
        let count = half.width - 3
        var (differences, grays) = (ByteHistogram(), ByteHistogram())
        bytes.reshape(width: half.width, height: 1)
        for y in stride(from: step / 2, to: half.height, by: step) {
            let source = half.base + y * half.width
            // SAFETY: x + 3 stays in the row, whose length is at least 8.
            for x in 0..<count { bytes.base[x] = max(source[x], source[x + 3]) &- min(source[x], source[x + 3]) }
            differences.add(bytes.base, count: count)
            grays.add(source, count: half.width)
        }
        // A difference of 0 represents 0…½, so negative halves are counted as positive ones.
        let median = differences.quantile(0.5).map { $0 < 0.5 ? ($0 + 0.5) / 2 : $0 } ?? 0
        return (Float(median) / 0.954, Float(grays.quantile(0.5) ?? 0))
    }

    // MARK: - Edges

    /// Writes max(|dx|, |dy|) + min(|dx|, |dy|) / 2 of central differences into ``gradient``.
    /// - Returns: The level above which a gradient is an edge, and the mean of the gradients above it.
    private func findGradient() -> (level: UInt8, meanStrength: Float) {
        let (width, height) = (flat.width, flat.height)
        gradient.reshape(width: width, height: height)
        forEachShare(of: height, workers: workers) { [self] rows, _ in findGradient(rows) }
        let histogram = ByteHistogram(
            gradient.base, stride: width, rowBytes: width, height: height, aboutSamples: samples)
        let level = min(max(histogram.otsuLevel, minimumEdge), 254)
        return (UInt8(level), Float(histogram.mean(in: level + 1...255) ?? 255))
    }

    private func findGradient(_ rows: Range<Int>) {
        let (width, height) = (flat.width, flat.height)
        for y in rows {
            let above = flat.base + max(y - 1, 0) * width
            let here = flat.base + y * width
            let below = flat.base + min(y + 1, height - 1) * width
            let out = gradient.base + y * width
            @inline(__always) func strength(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
                let dx = max(a, b) &- min(a, b)
                let dy = max(c, d) &- min(c, d)
                let (maximum, minimum) = (max(dx, dy), min(dx, dy) >> 1)
                return maximum &+ min(minimum, 255 &- maximum)
            }
            out[0] = strength(here[0], here[1], above[0], below[0])
            out[width - 1] = strength(here[width - 2], here[width - 1], above[width - 1], below[width - 1])
            // SAFETY: 1 ≤ x ≤ width − 2, so both neighbors are in the row.
            for x in 1..<max(width - 1, 1) { out[x] = strength(here[x - 1], here[x + 1], above[x], below[x]) }
        }
    }

    /// Sets ``faintness`` and, by it, the least gradient of an edge around each cell of 4 × 4 half-scale pixels.
    private func findFaintness(_ level: UInt8, _ statistics: Statistics) {
        let (width, height) = (flatEighth.width, flatEighth.height)
        let (greatest, nearby, quietest) = (cells.0, cells.1, cells.2)
        findGreatestGradients(greatest)
        extremum3x3(greatest, sign: -1, into: nearby, scratch: row)
        extremum3x3(greatest, sign: 1, into: cells.3, scratch: row)
        extremum3x3(cells.3, sign: 1, into: quietest, scratch: row)
        let level = Float(level)
        let minimum = max(faintShare * statistics.contrast, faintNoise * statistics.noise)
        for i in 0..<width * height {
            let (strength, share) = (nearby.base[i], faintPart * nearby.base[i] / level)
            let isFaint = strength >= minimum && strength >= plainRatio * quietest.base[i] && share < 1
            greatest.base[i] = isFaint ? share : 1
        }
        boxMean3x3(greatest, into: faintness, scratch: row)
        edgeLevels.reshape(width: flat.width, height: height)
        for j in 0..<height {
            let (shares, out) = (greatest.base + j * width, edgeLevels.base + j * flat.width)
            for x in 0..<flat.width { out[x] = UInt8(level * shares[min(x / 4, width - 1)]) }
        }
    }

    /// The greatest gradient of each cell.
    private func findGreatestGradients(_ target: Plane<Float>) {
        let (width, cellWidth) = (flat.width, flatEighth.width)
        target.reshape(width: cellWidth, height: flatEighth.height)
        bytes.reshape(width: width, height: 1)
        for j in 0..<flatEighth.height {
            let rows = gradient.base + 4 * j * width
            let (top, out) = (bytes.base, target.base + j * cellWidth)
            // SAFETY: row 4 j + 3 and column 4 i + 3 lie within the half-scale page.
            for x in 0..<width {
                top[x] = max(max(rows[x], rows[x + width]), max(rows[x + 2 * width], rows[x + 3 * width]))
            }
            for i in 0..<cellWidth {
                out[i] = Float(max(max(top[4 * i], top[4 * i + 1]), max(top[4 * i + 2], top[4 * i + 3])))
            }
        }
    }

    /// Sums edge strength, and edge strength times gray, over cells of 4 × 4 half-scale pixels, as shares of the page's
    /// mean edge strength.
    private func sumEdges(meanStrength: Float) {
        edges.reshape(width: flatEighth.width, height: flatEighth.height)
        edgeGray.reshape(width: flatEighth.width, height: flatEighth.height)
        sumRow.reshape(width: flat.width, height: 2 * workers)
        forEachShare(of: flatEighth.height, workers: workers) { [self] rows, worker in
            sumEdges(rows, unit: 1 / meanStrength, sums: sumRow.base + 2 * worker * flat.width)
        }
    }

    /// - Parameter sums: Room for two rows.
    private func sumEdges(_ rows: Range<Int>, unit: Float, sums: UnsafeMutablePointer<UInt16>) {
        let (width, cellWidth) = (flat.width, flatEighth.width)
        let (strengths, products) = (sums, sums + width)
        let (edgeCells, grayCells) = (edges.base, edgeGray.base)
        for j in rows {
            let levels = edgeLevels.base + j * width
            for x in 0..<2 * width { strengths[x] = 0 }
            // SAFETY: row 4 j + 3 lies within the half-scale page, whose height is at least 4 times the cells'. The
            // sums fit into 16 bits: four strengths of at most 255, and four products of two bytes, each divided by 4.
            for y in 4 * j..<4 * j + 4 {
                let (g, f) = (gradient.base + y * width, flat.base + y * width)
                for x in 0..<width {
                    let strength = UInt16(g[x] > levels[x] ? g[x] : 0)
                    strengths[x] &+= strength
                    products[x] &+= (strength &* UInt16(f[x])) >> 2
                }
            }
            for i in 0..<cellWidth {
                let (s, p) = (strengths + 4 * i, products + 4 * i)
                let sum = UInt32(s[0]) &+ UInt32(s[1]) &+ UInt32(s[2]) &+ UInt32(s[3])
                let product = UInt32(p[0]) &+ UInt32(p[1]) &+ UInt32(p[2]) &+ UInt32(p[3])
                let unit = unit / faintness[i, j]
                edgeCells[j * cellWidth + i] = Float(Int32(bitPattern: sum)) * (1 / 16) * unit
                grayCells[j * cellWidth + i] = Float(Int32(bitPattern: product)) * (1 / 4) * unit
            }
        }
    }

    // MARK: - The threshold

    /// Writes the weighted sum of all cues at 1/8 scale, minus the margin, into ``eighth``.
    private func combine(_ statistics: Statistics) {
        let (width, height) = (flatEighth.width, flatEighth.height)
        let (a, b, c, gray) = cells
        eighth.reshape(width: width, height: height)
        // All levels of faint print are closer to those of paper.
        for i in 0..<width * height {
            let share = faintness.base[i]
            eighth.base[i] =
                weights.otsu * (255 - share * (255 - statistics.otsu)) - weights.margin * share * statistics.contrast
        }
        addEdgeLevel(otsu: statistics.otsu)
        convert(flatEighth, into: gray)
        boxMean3x3(gray, into: a, scratch: row)
        addMean(a, weights.near)
        for (sign, weight) in [(-1, weights.brightest), (1, weights.darkest)] as [(Float, Float)] {
            gatherExtrema(sign: sign, into: a)
            extremum3x3(a, sign: sign, into: b, scratch: row)
            boxMean3x3(b, into: c, scratch: row)
            add(c, weight)
        }
        convert(flatSixteenth, into: gray)
        boxMean7x7(gray, into: a, scratch: row)
        enlarge(a, width: width, height: height, into: b, scratch: row)
        addMean(b, weights.far)
    }

    /// Adds a mean level. Faint print weighs as little as its edges, so dark print nearby hardly affects it.
    private func addMean(_ cue: Plane<Float>, _ weight: Float) {
        let (out, values, shares) = (eighth.base, cue.base, faintness.base)
        for i in 0..<eighth.width * eighth.height { out[i] += weight * (255 - shares[i] * (255 - values[i])) }
    }

    private func convert(_ source: Plane<UInt8>, into target: Plane<Float>) {
        target.reshape(width: source.width, height: source.height)
        let (from, to) = (source.base, target.base)
        for i in 0..<source.width * source.height { to[i] = Float(from[i]) }
    }

    private func add(_ cue: Plane<Float>, _ weight: Float) {
        let (out, values) = (eighth.base, cue.base)
        for i in 0..<eighth.width * eighth.height { out[i] += weight * values[i] }
    }

    /// Adds the mean gray of edges in windows of about 15, 31 and 63 pixels, each weighted by its density of edges
    /// and mixed with the Otsu level where edges are rare.
    private func addEdgeLevel(otsu: Float) {
        let count = eighth.width * eighth.height
        let (density, gray, level, trusts) = cells
        level.reshape(width: eighth.width, height: eighth.height)
        trusts.reshape(width: eighth.width, height: eighth.height)
        for i in 0..<count { level.base[i] = 0.5 * (255 - faintness.base[i] * (255 - otsu)) }
        trusts.fill(0.5)
        binomialMean(edges, into: density, scratch: row)
        binomialMean(edgeGray, into: gray, scratch: row)
        weighEdges(density, gray, level, trusts)
        boxMean3x3(edges, into: density, scratch: row)
        boxMean3x3(edgeGray, into: gray, scratch: row)
        weighEdges(density, gray, level, trusts)
        boxMean7x7(edges, into: density, scratch: row)
        boxMean7x7(edgeGray, into: gray, scratch: row)
        weighEdges(density, gray, level, trusts)
        let (out, l, t, weight) = (eighth.base, level.base, trusts.base, weights.edges)
        for i in 0..<count { out[i] += weight * l[i] / t[i] }
    }

    /// Adds the mean gray of edges in one window to `level`, weighted by its reliability.
    private func weighEdges(
        _ density: Plane<Float>, _ gray: Plane<Float>, _ level: Plane<Float>, _ trusts: Plane<Float>
    ) {
        let (n, g, l, t) = (density.base, gray.base, level.base, trusts.base)
        let full = 1 / denseEdges
        for i in 0..<density.width * density.height {
            let share = n[i] * full
            let trust = share < 1 ? share : 1
            l[i] += trust * g[i] / (n[i] > 1e-4 ? n[i] : 1e-4)
            t[i] += trust
        }
    }

    /// The minimum (`sign` = 1) or maximum (−1) of the 2 × 2 quarter-scale pixels of each cell.
    private func gatherExtrema(sign: Float, into target: Plane<Float>) {
        let (width, fineWidth) = (flatEighth.width, flatQuarter.width)
        target.reshape(width: width, height: flatEighth.height)
        bytes.reshape(width: fineWidth, height: 1)
        let rowExtrema = bytes.base
        for j in 0..<flatEighth.height {
            let upper = flatQuarter.base + 2 * j * fineWidth
            let lower = upper + fineWidth
            let out = target.base + j * width
            // SAFETY: cell i covers columns 2 i and 2 i + 1 of a plane at least twice as wide.
            if sign > 0 {
                for x in 0..<fineWidth { rowExtrema[x] = min(upper[x], lower[x]) }
                for i in 0..<width { out[i] = Float(min(rowExtrema[2 * i], rowExtrema[2 * i + 1])) }
            } else {
                for x in 0..<fineWidth { rowExtrema[x] = max(upper[x], lower[x]) }
                for i in 0..<width { out[i] = Float(max(rowExtrema[2 * i], rowExtrema[2 * i + 1])) }
            }
        }
    }

    /// Raises the sum of the cues so that dark fills become ink entirely.
    private func keepFillsDark(_ statistics: Statistics) {
        let dark = statistics.otsu - darkShare * statistics.contrast
        let (cues, gray, weight) = (eighth.base, flatEighth.base, weights.pixel)
        for i in 0..<eighth.width * eighth.height {
            let pixel = weight * Float(gray[i])
            cues[i] = cues[i] + pixel > dark ? cues[i] : dark - pixel
        }
    }

    /// Makes only what clearly exceeds the noise ink.
    private func setBlank(_ statistics: Statistics) {
        eighth.reshape(width: flatEighth.width, height: flatEighth.height)
        let noiseDepth = blankDepth.deviations * statistics.noise
        for j in 0..<eighth.height {
            for i in 0..<eighth.width {
                eighth[i, j] = max(255 - max(blankDepth.levels, noiseDepth * 255 / paper[i, j]), 0)
            }
        }
    }

    /// Scales ``eighth`` to a quarter of the page's scale and its gray levels, and adds the pixel's own level.
    private func spread(_ levels: PageLevels, pixelWeight: Float) {
        let (width, height) = (threshold.width, threshold.height)
        let (pixels, paper) = (levels.quarter, levels.sharpPaper)
        enlarge(eighth, width: width, height: height, into: quarter, scratch: row)
        for j in 0..<height {
            // The page's last columns and rows may not fill a quarter-scale pixel.
            let line = min(j, pixels.height - 1) * pixels.width
            let (pixelRow, paperRow) = (pixels.base + line, paper.base + line)
            let (cues, out) = (quarter.base + j * width, threshold.base + j * width)
            @inline(__always) func level(_ cue: Float, _ paper: Float, _ gray: UInt8) -> UInt8 {
                let sum = cue * paper * (1 / 255) + pixelWeight * Float(gray)
                let positive = sum > 0 ? sum : 0
                // Adding 2²³ rounds to an integer and leaves it in the lowest bits.
                let rounded = (positive < 255 ? positive : 255) + 8_388_608
                return UInt8(truncatingIfNeeded: rounded.bitPattern)
            }
            let common = min(width, pixels.width)
            for x in 0..<common { out[x] = level(cues[x], paperRow[x], pixelRow[x]) }
            for x in common..<width { out[x] = level(cues[x], paperRow[common - 1], pixelRow[common - 1]) }
        }
    }

    /// Moves the threshold by a share of its way to the paper, or if negative to black.
    private func shift(_ paper: Plane<Float>, _ share: Float) {
        for j in 0..<threshold.height {
            for i in 0..<threshold.width {
                let level = Float(threshold[i, j])
                let limit = share > 0 ? paper[min(i, paper.width - 1), min(j, paper.height - 1)] : 0
                threshold[i, j] = UInt8(min(max(level + abs(share) * shiftReach * (limit - level), 0), 255))
            }
        }
    }
}
