import RectoCore
import RectoKernels

/// A gray page at a half and a quarter of its scale, and how bright its paper is.
///
/// Source of the paper's level: closing by 7 × 7 quarter-scale pixels, which clears the paper of text and leaves the
/// edges of shadows where they are. A median over a coarser scale clears it of glare, borders and broad ink; the
/// closing is then kept within what that has nearby, so that it decides at the edges of shadows only.
final class PageLevels {
    /// Means of 2 × 2 pixels, ⌊W / 2⌋ × ⌊H / 2⌋.
    let half = Plane<UInt8>()
    /// Means of 4 × 4 pixels.
    let quarter = Plane<UInt8>()
    /// The paper's gray at 1/16 of the scale, at least ``darkestPaper``.
    let paper = Plane<Float>()
    /// The paper's gray at a quarter of the scale, sharp where shadows have sharp edges.
    let sharpPaper = Plane<Float>()

    /// Paper darker than this cannot be brought to white by the gains that the kernels take.
    static let darkestPaper: Float = 32
    /// The least side of a page that all scales have a pixel of.
    static let minimumSide = 16

    /// 1 where ``paper`` is continued from around, because there is a picture or a dark fill; else 0.
    let isHole = Plane<Float>()

    /// The page at a quarter of its scale, three bytes a pixel, if it was loaded in color; and the colors of the cells
    /// of ``paper``.
    let quarterColor = Plane<UInt8>()
    let colors = PaperColors()

    /// Photographs and other pictures of some size on the page, if they were looked for.
    let pictures = PictureFinder()

    private let nonPaper = NonPaperMask()
    private let halfColor = Plane<UInt8>()
    private let brightest = Plane<UInt8>()
    private let closed = Plane<UInt8>()
    private let coarseEighth = Plane<UInt8>()
    private let coarseSixteenth = Plane<UInt8>()
    private let median = Plane<UInt8>()
    private let scratch = Plane<UInt8>()
    /// The least and the greatest level of the paper nearby, at ever finer scales.
    private let bound = (Plane<Float>(), Plane<Float>(), Plane<Float>(), Plane<Float>())
    private let row = Plane<Float>()

    /// - Parameters:
    ///   - page: Luma; both sides at least ``minimumSide``.
    ///   - keepsPictures: Whether pictures are to keep their tones; for ink it matters more that stains are paper.
    ///   - workers: Threads that share the pixels.
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

    /// Loads all but ``half`` of a page in color.
    /// - Parameters:
    ///   - page: Red, green, blue; both sides at least ``minimumSide``.
    ///   - findsPictures: Whether ``pictures`` are looked for.
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
        // The maximum alone also clears the paper of bars and of broad print, which are to keep their tones.
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

    /// Keeps the closing within the levels of ``paper`` nearby.
    ///
    /// - Parameter reach: How many cells off the darkest may be: the maximum moves shadows by nearly one.
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

/// A plane at half its size.
func halve(_ source: Plane<UInt8>, into target: Plane<UInt8>) {
    target.reshape(width: source.width / 2, height: source.height / 2)
    // SAFETY: the target has the size that the kernel requires.
    halve(source.view, channels: 1, into: target.mutableView)
}
