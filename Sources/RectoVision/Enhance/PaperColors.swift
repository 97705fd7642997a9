import RectoCore
import RectoKernels

/// The color of each coarse cell of a page: that of its paper if any is visible, or else of what covers it.
final class PaperColors {
    /// The ratios of red, green and blue to the luma, at 1/16 of the page's scale.
    let ratios = [Plane<Float>(), Plane<Float>(), Plane<Float>()]
    /// 1 where the cell has pixels as bright as its paper, else 0.
    let isSeen = Plane<Float>()
    /// 1 where the color clearly differs from the page's, else 0.
    let isForeign = Plane<Float>()

    /// The minimum level of paper pixels, relative to the paper's level.
    private let paperShare: Float = 0.9
    /// The maximum relative difference of a channel from the page's; cells with larger differences are foreign.
    /// Skylight in a shadow differs from a lamp's light by half as much.
    let foreignShare: Float = 0.2

    /// - Parameters:
    ///   - paper: The level of each cell, at 1/16 of the page's scale.
    ///   - luma: The page at a quarter of its scale.
    ///   - colors: The same in color, three bytes per pixel.
    func gather(paper: Plane<Float>, luma: Plane<UInt8>, colors: Plane<UInt8>) {
        for plane in ratios + [isSeen] { plane.reshape(width: paper.width, height: paper.height) }
        for j in 0..<paper.height {
            for i in 0..<paper.width {
                let minimum = UInt8(min(paperShare * paper[i, j], 255))
                let bright = Self.sum(i, j, luma, colors, from: minimum)
                isSeen[i, j] = bright.w > 0 ? 1 : 0
                let sum = bright.w > 0 ? bright : Self.sum(i, j, luma, colors, from: 0)
                for channel in 0..<3 { ratios[channel][i, j] = Float(sum[channel]) / Float(max(sum.w, 1)) }
            }
        }
    }

    /// Returns the sums of red, green, blue and luma over the pixels of a cell whose luma is at least `least`.
    private static func sum(
        _ i: Int, _ j: Int, _ luma: Plane<UInt8>, _ colors: Plane<UInt8>, from minimum: UInt8
    ) -> SIMD4<UInt32> {
        var sum = SIMD4<UInt32>.zero
        // SAFETY: a cell covers 4 × 4 quarter-scale pixels, all within the page.
        for y in 4 * j..<4 * j + 4 {
            let gray = luma.base + y * luma.width
            let color = colors.base + y * colors.width
            for x in 4 * i..<4 * i + 4 where gray[x] >= minimum {
                sum &+= SIMD4(UInt32(color[3 * x]), UInt32(color[3 * x + 1]), UInt32(color[3 * x + 2]), UInt32(gray[x]))
            }
        }
        return sum
    }

    /// Sets ``isForeign``.
    /// - Parameter paper: The level of each cell. The brighter half of the page determines its color.
    func findForeign(paper: Plane<Float>) {
        let count = paper.width * paper.height
        let page = ratios(ofBrightest: 0.5, paper)
        isForeign.reshape(width: paper.width, height: paper.height)
        for i in 0..<count {
            isForeign.base[i] = differs(i, from: page, by: foreignShare) ? 1 : 0
        }
    }

    /// Returns the median ratio of each channel over the brightest `share` of the cells.
    /// - Parameter paper: The level of each cell.
    func ratios(ofBrightest share: Double, _ paper: Plane<Float>) -> [Float] {
        let least = Self.quantile(1 - share, paper, scale: 1) { _ in true }
        return pageRatios { paper.base[$0] >= least }
    }

    /// Returns the median ratio of each channel over the cells that are certainly paper.
    /// - Parameter isPaper: Whether the cell at an index of the plane is paper.
    func pageRatios(where isPaper: (Int) -> Bool) -> [Float] {
        ratios.map { Self.quantile(0.5, $0, scale: 128) { isSeen.base[$0] > 0 && isPaper($0) } }
    }

    /// Returns whether a channel of the cell differs from `color` by more than `tolerance`, relative to it.
    func differs(_ cell: Int, from color: [Float], by tolerance: Float) -> Bool {
        for channel in 0..<3 where abs(ratios[channel].base[cell] / color[channel] - 1) > tolerance { return true }
        return false
    }

    /// Returns a quantile over some cells, to half of 1/`scale`, and at least 1/`scale`.
    private static func quantile(
        _ share: Double, _ plane: Plane<Float>, scale: Float, where isIncluded: (Int) -> Bool
    ) -> Float {
        var histogram = ByteHistogram()
        for i in 0..<plane.width * plane.height where isIncluded(i) {
            histogram.add(UInt8(min(max(plane.base[i] * scale, 0), 255)))
        }
        return max(Float(histogram.quantile(share) ?? Double(scale)) + 0.5, 1) / scale
    }
}
