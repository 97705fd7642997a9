import RectoCore
import RectoKernels

/// Binarizes a page with one of the established rules.
final class LocalBinarizer {
    private let scratch = Plane<UInt32>()
    private let surface = Plane<UInt8>()

    /// - Parameter target: An image of the page's size.
    func find(_ page: GrayView, by binarization: Binarization, into target: MutableImageView<Bilevel1>) {
        if binarization.method == .otsu { return findByLevel(page, into: target) }
        let radius = binarization.windowSide / 2
        scratch.reshape(width: (momentScratchByteCount(width: page.width, radius: radius) + 3) / 4, height: 1)
        guard let threshold = threshold(of: page, by: binarization, radius: radius) else { return clear(target) }
        // SAFETY: the target has the page's size, and the scratch has the requested size.
        momentThreshold(page.plane, radius: radius, by: threshold, into: target.plane, scratch: scratch.base)
    }

    /// Applies a global threshold; a single level counts as paper.
    private func findByLevel(_ page: GrayView, into target: MutableImageView<Bilevel1>) {
        let histogram = ByteHistogram(
            page.base, stride: page.stride, rowBytes: page.width, height: page.height, aboutSamples: .max)
        guard histogram.levelCount > 1 else { return clear(target) }
        surface.reshape(width: (page.width + 3) / 4, height: 1)
        // With two or more levels, the threshold is below the highest one.
        surface.fill(UInt8(histogram.otsuLevel + 1))
        scratch.reshape(width: (surfaceScratchByteCount(width: page.width, channels: 1) + 3) / 4, height: 1)
        // SAFETY: every row of cells is the single existing one; the target has the page's size.
        thresholdAgainstSurface(
            page.plane,
            surface: PlaneView(surface.base, stride: 0, width: (page.width + 3) / 4, height: (page.height + 3) / 4),
            into: target.plane, scratch: scratch.base)
    }

    private func clear(_ target: MutableImageView<Bilevel1>) {
        for y in 0..<target.height { target.row(y).update(repeating: 0, count: target.rowBytes) }
    }

    /// - Returns: `nil` for a page with a single level, if the rule would compare it with itself.
    private func threshold(of page: GrayView, by binarization: Binarization, radius: Int) -> MomentThreshold? {
        let k = Float(binarization.weight)
        switch binarization.method {
        case .adaptive, .otsu: preconditionFailure("not a rule of windows")
        case .sauvola: return MomentThreshold(meanWeight: 1 - k, spreadMeanWeight: k / 128)
        case .nick: return MomentThreshold(meanWeight: 1, spreadOffset: k, meanSquareWeight: 1)
        case .bradley: return MomentThreshold(meanWeight: 1 - k)
        case .wolf:
            let variance = maximumVariance(page.plane, radius: radius, scratch: scratch.base)
            guard variance > 0 else { return nil }
            let (minimum, share) = (minimumValue(of: page), k / variance.squareRoot())
            return MomentThreshold(
                meanWeight: 1 - k, offset: k * minimum, spreadMeanWeight: share, spreadOffset: -share * minimum)
        }
    }

    private func minimumValue(of page: GrayView) -> Float {
        var minimum: UInt8 = 255
        for y in 0..<page.height {
            let row = page.row(y)
            // SAFETY: `width` bytes of the row.
            for x in 0..<page.width { minimum = min(minimum, row[x]) }
        }
        return Float(minimum)
    }
}
