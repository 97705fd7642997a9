import RectoCore
import RectoKernels

/// A gray page at a half and a quarter of its scale, and how bright its paper is.
///
/// Source of the paper's level: maximum over 7 × 7 quarter-scale pixels, which clears the paper of text, then a median,
/// which clears it of glare and borders.
final class PageLevels {
    /// Means of 2 × 2 pixels, ⌊W / 2⌋ × ⌊H / 2⌋.
    let half = Plane<UInt8>()
    /// Means of 4 × 4 pixels.
    let quarter = Plane<UInt8>()
    /// The paper's gray at 1/16 of the scale, at least ``darkestPaper``.
    let paper = Plane<Float>()

    /// Paper darker than this cannot be brought to white by the gains that the kernels take.
    static let darkestPaper: Float = 32
    /// The least side of a page that all scales have a pixel of.
    static let leastSide = 16

    /// 1 where ``paper`` is continued from around, because there is a picture or a dark fill; else 0.
    let isHole = Plane<Float>()

    private let holes = PaperHoles()
    private let halfColor = Plane<UInt8>()
    private let brightest = Plane<UInt8>()
    private let brightestEighth = Plane<UInt8>()
    private let brightestSixteenth = Plane<UInt8>()
    private let median = Plane<UInt8>()
    private let scratch = Plane<UInt8>()

    /// - Parameters:
    ///   - page: Luma; both sides at least ``leastSide``.
    ///   - keepsPictures: Whether pictures are to keep their tones; for ink it matters more that stains are paper.
    func load(_ page: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, keepsPictures: Bool) {
        half.reshape(width: width / 2, height: height / 2)
        // SAFETY: the plane has half the size, as the kernel requires.
        halve(page, stride: stride, width: width, height: height, channels: 1, into: half.base, targetStride: width / 2)
        halve(half, into: quarter)
        estimatePaper(keepsPictures: keepsPictures)
    }

    /// Loads all but ``half`` of a page in colour.
    /// - Parameters:
    ///   - page: Red, green, blue; both sides at least ``leastSide``.
    ///   - quarterColor: Set to the page in colour at a quarter of its scale, three bytes a pixel.
    func loadColor(_ page: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int, quarterColor: Plane<UInt8>) {
        let (halfWidth, quarterWidth) = (width / 2, width / 4)
        halfColor.reshape(width: 3 * halfWidth, height: height / 2)
        quarterColor.reshape(width: 3 * quarterWidth, height: height / 4)
        quarter.reshape(width: quarterWidth, height: height / 4)
        // SAFETY: each plane has half the size of the one before, as the kernel requires.
        halve(
            page, stride: stride, width: width, height: height, channels: 3,
            into: halfColor.base, targetStride: halfColor.width)
        halve(
            halfColor.base, stride: halfColor.width, width: halfWidth, height: height / 2, channels: 3,
            into: quarterColor.base, targetStride: quarterColor.width)
        lumaFromRGB(
            quarterColor.base, stride: quarterColor.width, width: quarterWidth, height: height / 4,
            into: quarter.base, targetStride: quarterWidth)
        estimatePaper(keepsPictures: true)
    }

    private func estimatePaper(keepsPictures: Bool) {
        maximum7x7(quarter, into: brightest, scratch: scratch)
        halve(brightest, into: brightestEighth)
        halve(brightestEighth, into: brightestSixteenth)
        median5x5(brightestSixteenth, into: median, scratch: scratch)
        paper.reshape(width: median.width, height: median.height)
        for i in 0..<median.width * median.height { paper.base[i] = max(Float(median.base[i]), Self.darkestPaper) }
        holes.fill(paper, closesGaps: keepsPictures, isHole: isHole)
    }
}

/// A plane at half its size.
func halve(_ source: Plane<UInt8>, into target: Plane<UInt8>) {
    target.reshape(width: source.width / 2, height: source.height / 2)
    // SAFETY: the target has the size that the kernel requires.
    halve(
        source.base, stride: source.width, width: source.width, height: source.height, channels: 1,
        into: target.base, targetStride: target.width)
}
