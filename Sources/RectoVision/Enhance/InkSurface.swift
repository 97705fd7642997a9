import RectoKernels

/// The gray level below which a pixel is ink, at a quarter of the page's scale.
///
/// The page is divided by its paper. There the threshold is a fixed weighted sum of seven levels, less a share of the
/// page's contrast: the mean level on edges nearby, the page's Otsu level, the greatest and the least level nearby,
/// means over about 30 and 130 pixels, and the quarter-scale pixel itself. The weights add up to one, so brightness and
/// contrast do not matter; they are one logistic regression on historical documents with human truth, shadowed camera
/// pages and generated pages. All cues but the last live at 1/8 of the scale: none of them is sharp.
///
/// Edge levels come from half-scale gradients. Where Otsu's classes are no farther apart than noise spreads them, the
/// page is blank, and only what stands clear of the noise is ink.
final class InkSurface {
    struct Weights {
        var edges: Float = 1.15
        var otsu: Float = -0.243
        var brightest: Float = -0.701
        var darkest: Float = -0.743
        var near: Float = 1.162
        var far: Float = 0.655
        var pixel: Float = -0.28
        /// What the threshold lies below the weighted sum, in contrasts.
        var margin: Float = 0.45
    }

    /// The threshold, ⌈W / 4⌉ × ⌈H / 4⌉.
    let threshold = Plane<UInt8>()

    private let weights = Weights()
    /// Below the Otsu level by this share of the contrast is ink whatever the surface says: filled areas.
    private let darkShare: Float = 0.4
    /// The least contrast that is reckoned with, in levels.
    private let leastContrast: Float = 16
    /// The least gradient of an edge, in levels over two half-scale pixels.
    private let leastEdge = 8
    /// The density of edges above which their mean level is trusted in full.
    private let denseEdges: Float = 0.08
    /// Classes nearer than this, in levels and in standard deviations of the noise, are no ink and paper.
    private let blankDistance: (levels: Float, deviations: Float) = (6, 2)
    /// On a blank page ink stands below paper by these, in levels of flattened gray and in deviations of the noise.
    private let blankDepth: (levels: Float, deviations: Float) = (40, 14)
    /// About how many pixels the statistics of a page are taken from.
    private let samples = 131_072

    private let paper = Plane<Float>()
    private let gains = Plane<UInt16>()
    /// The page divided by its paper at a half, a quarter, an eighth and a sixteenth of its scale.
    private let flat = Plane<UInt8>()
    private let flatQuarter = Plane<UInt8>()
    private let flatEighth = Plane<UInt8>()
    private let flatSixteenth = Plane<UInt8>()
    private let gradient = Plane<UInt8>()
    /// Mean of the edge strength, and of it times gray, over 8 × 8 pixels.
    private let edges = Plane<Float>()
    private let edgeGray = Plane<Float>()
    private let sumRow = Plane<UInt16>()
    private let cells = (Plane<Float>(), Plane<Float>(), Plane<Float>(), Plane<Float>())
    private let eighth = Plane<Float>()
    private let quarter = Plane<Float>()
    private let row = Plane<Float>()
    private let bytes = Plane<UInt8>()

    private struct Statistics {
        var otsu: Float
        var contrast: Float
        /// Standard deviation of the noise of the page at half scale, in levels of the page itself.
        var noise: Float
        var isBlank: Bool
    }

    /// - Parameters:
    ///   - levels: The page's, loaded.
    ///   - width: The page's, as `height`.
    func make(_ levels: PageLevels, width: Int, height: Int) {
        flatten(levels)
        let statistics = measure(levels)
        threshold.reshape(width: (width + 3) / 4, height: (height + 3) / 4)
        enlarge(
            levels.paper, factor: 4, width: threshold.width, height: threshold.height, into: paper, scratch: row)
        if statistics.isBlank {
            setBlank(statistics)
        } else {
            sumEdges(above: findGradient())
            combine(statistics)
            apply(statistics)
        }
    }

    // MARK: - The flattened page

    private func flatten(_ levels: PageLevels) {
        let half = levels.half
        let (width, height) = ((half.width + 3) / 4, (half.height + 3) / 4)
        enlarge(levels.paper, factor: 2, width: width, height: height, into: paper, scratch: row)
        gains.reshape(width: width, height: height)
        let white = 255 * Float(unitGain)
        for i in 0..<width * height { gains.base[i] = UInt16(min(white / paper.base[i], Float(maximumGain))) }
        flat.reshape(width: half.width, height: half.height)
        bytes.reshape(width: surfaceScratchByteCount(width: half.width, channels: 1) + 1, height: 1)
        // SAFETY: gains and target have the sizes that the kernel requires; planes are allocated with their alignment
        // of 16, so the scratch is aligned to 2.
        flattenWithSurface(
            half.base, stride: half.width, width: half.width, height: half.height, channels: 1,
            gains: gains.base, gainStride: width, into: flat.base, targetStride: half.width, scratch: bytes.base)
        halve(flat, into: flatQuarter)
        halve(flatQuarter, into: flatEighth)
        halve(flatEighth, into: flatSixteenth)
    }

    private func measure(_ levels: PageLevels) -> Statistics {
        let histogram = ByteHistogram(
            flat.base, stride: flat.width, rowBytes: flat.width, height: flat.height, aboutSamples: samples)
        let otsu = histogram.otsuLevel
        let paperLevel = otsu < 255 ? histogram.quantile(0.5, in: otsu + 1...255) ?? 255 : 255
        let inkLevel = histogram.mean(in: 0...otsu) ?? 0
        let distance = Float(paperLevel - inkLevel)
        let (noise, middle) = measureNoise(levels.half)
        let noiseOnWhite = noise * 255 / max(middle, 1)
        return Statistics(
            otsu: Float(otsu), contrast: max(distance, leastContrast), noise: noise,
            isBlank: distance < max(blankDistance.levels, blankDistance.deviations * noiseOnWhite))
    }

    /// Standard deviation of the noise, from the median difference of pixels three apart, and the median gray.
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
        // A difference of 0 stands for 0…½, so negative halves are counted as positive ones.
        let median = differences.quantile(0.5).map { $0 < 0.5 ? ($0 + 0.5) / 2 : $0 } ?? 0
        return (Float(median) / 0.954, Float(grays.quantile(0.5) ?? 0))
    }

    // MARK: - Edges

    /// Fills ``gradient`` with max(|dx|, |dy|) + min(|dx|, |dy|) / 2 of central differences.
    /// - Returns: The level above which a gradient is an edge.
    private func findGradient() -> UInt8 {
        let (width, height) = (flat.width, flat.height)
        gradient.reshape(width: width, height: height)
        for y in 0..<height {
            let above = flat.base + max(y - 1, 0) * width
            let here = flat.base + y * width
            let below = flat.base + min(y + 1, height - 1) * width
            let out = gradient.base + y * width
            @inline(__always) func strength(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
                let dx = max(a, b) &- min(a, b)
                let dy = max(c, d) &- min(c, d)
                let (most, least) = (max(dx, dy), min(dx, dy) >> 1)
                return most &+ min(least, 255 &- most)
            }
            out[0] = strength(here[0], here[1], above[0], below[0])
            out[width - 1] = strength(here[width - 2], here[width - 1], above[width - 1], below[width - 1])
            // SAFETY: 1 ≤ x ≤ width − 2, so both neighbours are in the row.
            for x in 1..<max(width - 1, 1) { out[x] = strength(here[x - 1], here[x + 1], above[x], below[x]) }
        }
        let histogram = ByteHistogram(
            gradient.base, stride: width, rowBytes: width, height: height, aboutSamples: samples)
        return UInt8(min(max(histogram.otsuLevel, leastEdge), 254))
    }

    /// Sums edge strength, and edge strength times gray, over cells of 4 × 4 half-scale pixels, as shares of the page's
    /// mean edge strength.
    private func sumEdges(above level: UInt8) {
        let (width, cellWidth) = (flat.width, flatEighth.width)
        edges.reshape(width: cellWidth, height: flatEighth.height)
        edgeGray.reshape(width: cellWidth, height: flatEighth.height)
        sumRow.reshape(width: width, height: 2)
        let (strengths, products) = (sumRow.base, sumRow.base + width)
        var (total, count) = (0.0, 0)
        for j in 0..<flatEighth.height {
            for x in 0..<2 * width { sumRow.base[x] = 0 }
            // SAFETY: row 4 j + 3 lies within the half-scale page, whose height is at least 4 times the cells'. Four
            // strengths, and four products of bytes over 4, fit 16 bits.
            for y in 4 * j..<4 * j + 4 {
                let (g, f) = (gradient.base + y * width, flat.base + y * width)
                for x in 0..<width {
                    let strength = UInt16(g[x] > level ? g[x] : 0)
                    strengths[x] &+= strength
                    products[x] &+= (strength &* UInt16(f[x])) >> 2
                }
                if y & 3 == 0 { for x in 0..<width where g[x] > level { count += 1; total += Double(g[x]) } }
            }
            for i in 0..<cellWidth {
                var (sum, product): (UInt32, UInt32) = (0, 0)
                for x in 4 * i..<4 * i + 4 {
                    sum &+= UInt32(strengths[x])
                    product &+= UInt32(products[x])
                }
                edges.base[j * cellWidth + i] = Float(sum) * (1 / 16)
                edgeGray.base[j * cellWidth + i] = Float(product) * (1 / 4)
            }
        }
        let unit = count > 0 ? Float(Double(count) / total) : 1
        for i in 0..<cellWidth * flatEighth.height {
            edges.base[i] *= unit
            edgeGray.base[i] *= unit
        }
    }

    // MARK: - The threshold

    /// Fills ``eighth`` with all cues of 1/8 scale, weighted, less the margin.
    private func combine(_ statistics: Statistics) {
        let (width, height) = (flatEighth.width, flatEighth.height)
        let count = width * height
        let (a, b, c, gray) = cells
        eighth.reshape(width: width, height: height)
        let out = eighth.base
        let ground = weights.otsu * statistics.otsu - weights.margin * statistics.contrast
        for i in 0..<count { out[i] = ground }
        addEdgeLevel(otsu: statistics.otsu)
        gray.reshape(width: width, height: height)
        for i in 0..<count { gray.base[i] = Float(flatEighth.base[i]) }
        boxMean(gray, radius: 1, into: a, scratch: row)
        add(a, weights.near)
        for (sign, weight) in [(-1, weights.brightest), (1, weights.darkest)] as [(Float, Float)] {
            gatherExtrema(sign: sign, into: a)
            extremum3x3(a, sign: sign, into: b, scratch: row)
            boxMean(b, radius: 1, into: c, scratch: row)
            add(c, weight)
        }
        gray.reshape(width: flatSixteenth.width, height: flatSixteenth.height)
        for i in 0..<gray.width * gray.height { gray.base[i] = Float(flatSixteenth.base[i]) }
        boxMean(gray, radius: 3, into: a, scratch: row)
        enlarge(a, factor: 2, width: width, height: height, into: b, scratch: row)
        add(b, weights.far)
    }

    private func add(_ cue: Plane<Float>, _ weight: Float) {
        for i in 0..<eighth.width * eighth.height { eighth.base[i] += weight * cue.base[i] }
    }

    /// The mean gray of edges in windows of about 15, 31 and 63 pixels, each trusted by its density of edges, mixed
    /// with the Otsu level where edges are rare.
    private func addEdgeLevel(otsu: Float) {
        let count = eighth.width * eighth.height
        let (density, gray, level, trusts) = cells
        level.reshape(width: eighth.width, height: eighth.height)
        trusts.reshape(width: eighth.width, height: eighth.height)
        for i in 0..<count { (level.base[i], trusts.base[i]) = (0.5 * otsu, 0.5) }
        for radius in [0, 1, 3] {
            if radius == 0 {
                binomialMean(edges, into: density, scratch: row)
                binomialMean(edgeGray, into: gray, scratch: row)
            } else {
                boxMean(edges, radius: radius, into: density, scratch: row)
                boxMean(edgeGray, radius: radius, into: gray, scratch: row)
            }
            let (n, g) = (density.base, gray.base)
            for i in 0..<count {
                let share = n[i] * (1 / denseEdges)
                let trust = share < 1 ? share : 1
                let safe = n[i] > 1e-4 ? n[i] : 1e-4
                level.base[i] += trust * g[i] / safe
                trusts.base[i] += trust
            }
        }
        for i in 0..<count { eighth.base[i] += weights.edges * level.base[i] / trusts.base[i] }
    }

    /// The least (`sign` = 1) or greatest (−1) of the 2 × 2 quarter-scale pixels of each cell.
    private func gatherExtrema(sign: Float, into target: Plane<Float>) {
        let (width, fineWidth) = (flatEighth.width, flatQuarter.width)
        target.reshape(width: width, height: flatEighth.height)
        for j in 0..<flatEighth.height {
            let upper = flatQuarter.base + 2 * j * fineWidth
            let lower = upper + fineWidth
            let out = target.base + j * width
            // SAFETY: cell i covers columns 2 i and 2 i + 1 of a plane at least twice as wide.
            for i in 0..<width {
                let (a, b, c, d) = (upper[2 * i], upper[2 * i + 1], lower[2 * i], lower[2 * i + 1])
                out[i] = Float(sign > 0 ? min(min(a, b), min(c, d)) : max(max(a, b), max(c, d)))
            }
        }
    }

    /// Brings the weighted cues to a quarter of the scale, adds the pixel's own level and takes the paper back in.
    private func apply(_ statistics: Statistics) {
        let (width, height) = (threshold.width, threshold.height)
        enlarge(eighth, factor: 2, width: width, height: height, into: quarter, scratch: row)
        let dark = statistics.otsu - darkShare * statistics.contrast
        let lastColumn = flatQuarter.width - 1
        for j in 0..<height {
            let flatRow = flatQuarter.base + min(j, flatQuarter.height - 1) * flatQuarter.width
            let (cues, paperRow) = (quarter.base + j * width, paper.base + j * width)
            let out = threshold.base + j * width
            @inline(__always) func level(_ x: Int, _ gray: UInt8) -> UInt8 {
                let sum = cues[x] + weights.pixel * Float(gray)
                let value = (sum > dark ? sum : dark) * paperRow[x] * (1 / 255)
                let positive = value > 0 ? value : 0
                return UInt8((positive < 255 ? positive : 255) + 0.49)
            }
            for x in 0...lastColumn { out[x] = level(x, flatRow[x]) }
            // The page's last columns may not fill a cell.
            for x in lastColumn + 1..<max(width, lastColumn + 1) { out[x] = level(x, flatRow[lastColumn]) }
        }
    }

    private func setBlank(_ statistics: Statistics) {
        for i in 0..<threshold.width * threshold.height {
            let depth = max(blankDepth.levels * paper.base[i] / 255, blankDepth.deviations * statistics.noise)
            threshold.base[i] = UInt8(max(paper.base[i] - depth, 0))
        }
    }
}
