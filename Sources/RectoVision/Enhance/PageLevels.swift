import RectoCore
import RectoKernels

/// A gray page at a half and a quarter of its scale, and the brightness of its paper.
///
/// The paper's level comes from a closing by 7 × 7 quarter-scale pixels, which removes text and keeps the edges of
/// shadows. A median at a coarser scale removes glare, borders and broad ink. The closing is then clamped to the
/// median's range nearby, so that it only matters at the edges of shadows.
final class PageLevels {
    /// Means of 2 × 2 pixels, ⌊W / 2⌋ × ⌊H / 2⌋.
    let half = Plane<UInt8>()
    /// Means of 4 × 4 pixels.
    let quarter = Plane<UInt8>()
    /// The paper's gray level at 1/16 of the scale, at least ``darkestPaper``.
    let paper = Plane<Float>()
    /// The paper's gray level at a quarter of the scale, sharp at sharp shadow edges.
    let sharpPaper = Plane<Float>()

    /// The minimum paper level: the kernels' gains cannot make darker paper white.
    static let darkestPaper: Float = 32
    /// The minimum side of a page, for at least one pixel at each scale.
    static let minimumSide = 16

    /// 1 where ``paper`` is interpolated because of a picture or a dark fill; else 0.
    let isHole = Plane<Float>()

    /// The page at a quarter of its scale, three bytes per pixel, if it was loaded in color; and the colors of the
    /// cells of ``paper``.
    let quarterColor = Plane<UInt8>()
    let colors = PaperColors()

    /// Photographs and other larger pictures on the page, if requested.
    let pictures = PictureFinder()

    private let nonPaper = NonPaperMask()
    private let halfColor = Plane<UInt8>()
    private let brightest = Plane<UInt8>()
    private let closed = Plane<UInt8>()
    private let coarseEighth = Plane<UInt8>()
    private let coarseSixteenth = Plane<UInt8>()
    private let median = Plane<UInt8>()
    private let scratch = Plane<UInt8>()
    /// The minimum and maximum of the paper level nearby, at increasingly fine scales.
    private let bound = (Plane<Float>(), Plane<Float>(), Plane<Float>(), Plane<Float>())
    private let row = Plane<Float>()

    /// - Parameters:
    ///   - page: The luma; both sides are at least ``minimumSide``.
    ///   - keepsPictures: Whether pictures should keep their tones. For binarization it matters more that stains
    ///     count as paper.
    ///   - workers: The number of threads.
    func load(
        _ page: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, keepsPictures: Bool, workers: Int = 1
    ) {
        half.reshape(width: width / 2, height: height / 2)
        nonisolated(unsafe) let (page, target) = (page, half.base)
        forEachShare(of: height / 2, workers: workers) { rows, _ in
            // SAFETY: the plane has half the size, as the kernel requires.
            halve(
                PlaneView(page + 2 * rows.lowerBound * stride, stride: stride, width: width, height: 2 * rows.count),
                channels: 1,
                into: MutablePlaneView(
                    target + rows.lowerBound * (width / 2), stride: width / 2, width: width / 2, height: rows.count))
        }
        halve(half, into: quarter)
        estimatePaper(keepsPictures: keepsPictures)
    }

    /// Loads a color page, without ``half``.
    /// - Parameters:
    ///   - page: Red, green, blue; both sides are at least ``minimumSide``.
    ///   - findsPictures: Whether to search for ``pictures``.
    func loadColor(
        _ page: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, findsPictures: Bool = false
    ) {
        let (halfWidth, quarterWidth) = (width / 2, width / 4)
        halfColor.reshape(width: 3 * halfWidth, height: height / 2)
        quarterColor.reshape(width: 3 * quarterWidth, height: height / 4)
        quarter.reshape(width: quarterWidth, height: height / 4)
        // SAFETY: each plane has half the size of the one before, as the kernel requires.
        halve(
            PlaneView(page, stride: stride, width: width, height: height), channels: 3,
            into: MutablePlaneView(halfColor.base, stride: halfColor.width, width: width / 2, height: height / 2))
        halve(
            PlaneView(halfColor.base, stride: halfColor.width, width: halfWidth, height: height / 2), channels: 3,
            into: MutablePlaneView(
                quarterColor.base, stride: quarterColor.width, width: quarterWidth, height: height / 4))
        lumaFromRGB(
            PlaneView(quarterColor.base, stride: quarterColor.width, width: quarterWidth, height: height / 4),
            into: quarter.mutableView)
        estimatePaper(keepsPictures: true, isColor: true, findsPictures: findsPictures)
    }

    private func estimatePaper(keepsPictures: Bool, isColor: Bool = false, findsPictures: Bool = false) {
        maximum7x7(quarter, into: brightest, scratch: scratch)
        minimum7x7(brightest, into: closed, scratch: scratch)
        // The maximum alone would also remove bars and broad print, which should keep their tones.
        halve(keepsPictures ? brightest : closed, into: coarseEighth)
        halve(coarseEighth, into: coarseSixteenth)
        median5x5(coarseSixteenth, into: median, scratch: scratch)
        paper.reshape(width: median.width, height: median.height)
        for i in 0..<median.width * median.height { paper.base[i] = max(Float(median.base[i]), Self.darkestPaper) }
        if isColor {
            colors.gather(paper: paper, luma: quarter, colors: quarterColor)
            colors.findForeign(paper: paper)
        }
        nonPaper.find(
            paper, isForeign: isColor ? colors.isForeign : nil, keepsPictures: keepsPictures, isHole: isHole)
        pictures.reset()
        if findsPictures {
            pictures.find(paper: paper, envelope: nonPaper.envelope, luma: quarter, colors: colors, isHole: isHole)
        }
        nonPaper.fill(paper, isHole: isHole, isSure: pictures.isAny)
        sharpenPaper(reach: keepsPictures ? 2 : 1)
    }

    /// Clamps the closing to the range of ``paper`` nearby.
    ///
    /// - Parameter reach: The distance of the darkest cell: the maximum filter moves shadows by nearly one.
    private func sharpenPaper(reach: Int) {
        let (width, height) = (closed.width, closed.height)
        let (coarse, wider, eighth, fine) = bound
        sharpPaper.reshape(width: width, height: height)
        let (levels, out) = (closed.base, sharpPaper.base)
        for i in 0..<width * height { out[i] = Float(levels[i]) }
        for sign in [1, -1] as [Float] {
            extremum3x3(paper, sign: sign, into: coarse, scratch: row)
            if sign > 0, reach > 1 { extremum3x3(coarse, sign: sign, into: wider, scratch: row) }
            let limit = sign > 0 && reach > 1 ? wider : coarse
            enlarge(limit, width: (width + 1) / 2, height: (height + 1) / 2, into: eighth, scratch: row)
            enlarge(eighth, width: width, height: height, into: fine, scratch: row)
            let limits = fine.base
            for i in 0..<width * height {
                let (level, limit) = (sign * out[i], sign * limits[i])
                out[i] = sign * (level > limit ? level : limit)
            }
        }
    }
}

/// Halves a plane.
func halve(_ source: Plane<UInt8>, into target: Plane<UInt8>) {
    target.reshape(width: source.width / 2, height: source.height / 2)
    // SAFETY: the target has the size that the kernel requires.
    halve(source.view, channels: 1, into: target.mutableView)
}
