import RectoCore
import RectoKernels

/// The gain that makes a page's paper evenly bright, for each channel at a quarter of the page's scale.
///
/// The light's level comes from the luma of the paper, and its color from the paper's color over wide windows, so
/// that highlighter, stamps and pictures do not affect it. Colored paper keeps its color.
final class IlluminationMap {
    /// The gains, ⌈W / 4⌉ × ⌈H / 4⌉, interleaved by channel.
    let gains = Plane<UInt16>()

    /// The level that paper is scaled to: below white, so that nothing is clipped before the tones are known.
    private let evenLevel: Float = 240
    /// The maximum color difference of a paper cell from the page's color, relative to it.
    private let cellTolerance: Float = 0.2
    /// The maximum distance of white paper in colored light from gray, as a share of the luma. Light varies along the
    /// blue–yellow axis; distances perpendicular to it count 1.5 times.
    private let whitePaper: Float = 0.3
    /// The minimum distance of colored paper.
    private let coloredPaper: Float = 0.5

    private let light = Plane<Float>()
    private let eighth = Plane<Float>()
    private let quarter = Plane<Float>()
    private let row = Plane<Float>()
    private let weights = Plane<Float>()
    private let smooth = Plane<Float>()
    private let half = Plane<Float>()
    private let halfMean = Plane<Float>()
    private let smoothWeights = Plane<Float>()

    /// - Parameters:
    ///   - levels: The loaded levels of the page.
    ///   - isColor: Whether it was loaded in color.
    ///   - width: The width of the page; `height` is its height.
    func make(_ levels: PageLevels, isColor: Bool, width: Int, height: Int) {
        let (fineWidth, fineHeight) = ((width + 3) / 4, (height + 3) / 4)
        let channels = isColor ? 3 : 1
        gains.reshape(width: fineWidth * channels, height: fineHeight)
        let tints = isColor ? measureTints(levels) : nil
        let sharp = levels.sharpPaper
        let limit = Float(maximumGain)
        for channel in 0..<channels {
            setLight(sharp, tint: tints?[channel])
            for j in 0..<fineHeight {
                let from = light.base + min(j, sharp.height - 1) * sharp.width
                let to = gains.base + j * fineWidth * channels + channel
                for i in 0..<fineWidth {
                    let gain = from[min(i, sharp.width - 1)]
                    to[i * channels] = UInt16(truncatingIfNeeded: Int32(gain < limit ? gain : limit))
                }
            }
        }
    }

    /// Writes the gains that bring paper to ``evenLevel``, at a quarter of the page's scale, into ``light``.
    private func setLight(_ paper: Plane<Float>, tint: Plane<Float>?) {
        light.reshape(width: paper.width, height: paper.height)
        let even = evenLevel * Float(unitGain)
        let (out, levels) = (light.base, paper.base)
        guard let tint else {
            for i in 0..<paper.width * paper.height { out[i] = even / levels[i] }
            return
        }
        enlarge(tint, width: (paper.width + 1) / 2, height: (paper.height + 1) / 2, into: eighth, scratch: row)
        enlarge(eighth, width: paper.width, height: paper.height, into: quarter, scratch: row)
        let tints = quarter.base
        for i in 0..<paper.width * paper.height { out[i] = even / (levels[i] * tints[i]) }
    }

    /// Returns the light's color in each cell: the ratio of each channel to the luma.
    private func measureTints(_ levels: PageLevels) -> [Plane<Float>] {
        let channels = levels.colors.ratios
        let page = levels.colors.pageRatios { levels.isHole.base[$0] == 0 }
        let strength = whiteningStrength(page)
        let brightest = page.max() ?? 1
        // Cells whose color differs from the page's say nothing about the light.
        weights.reshape(width: levels.paper.width, height: levels.paper.height)
        for i in 0..<weights.width * weights.height {
            let isPaper = (0..<3).allSatisfy { abs(channels[$0].base[i] / page[$0] - 1) < cellTolerance }
            weights.base[i] = isPaper && levels.colors.isSeen.base[i] > 0 && levels.isHole.base[i] == 0 ? 1 : 0
        }
        smoothWidely(weights, into: smoothWeights)
        for channel in 0..<3 {
            let ratio = channels[channel]
            for i in 0..<ratio.width * ratio.height { ratio.base[i] *= weights.base[i] }
            smoothWidely(ratio, into: smooth)
            for i in 0..<ratio.width * ratio.height {
                // A prior: as if one cell in twenty of the window had the page's color.
                let local = (smooth.base[i] + 0.05 * page[channel]) / (smoothWeights.base[i] + 0.05)
                ratio.base[i] = strength * local + (1 - strength) * brightest
            }
        }
        return channels
    }

    /// Averages over about 14 cells: the light's color varies slowly, that of print does not.
    private func smoothWidely(_ source: Plane<Float>, into target: Plane<Float>) {
        mean2x2(source, into: half)
        boxMean7x7(half, into: halfMean, scratch: row)
        enlarge(halfMean, width: source.width, height: source.height, into: target, scratch: row)
    }

    /// Returns how much of the paper's color is attributed to the light: 1 for white paper, 0 for colored paper.
    private func whiteningStrength(_ page: [Float]) -> Float {
        // The distances along blue–yellow and along green–magenta.
        let along = page[2] - (page[0] + page[1]) / 2
        let across = page[1] - (page[0] + page[2]) / 2
        let distance = (along * along + 2.25 * across * across).squareRoot()
        let share = min(max((distance - whitePaper) / (coloredPaper - whitePaper), 0), 1)
        return 1 - share * share * (3 - 2 * share)
    }
}
