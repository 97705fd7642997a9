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

    private let brightest = Plane<UInt8>()
    private let brightestEighth = Plane<UInt8>()
    private let brightestSixteenth = Plane<UInt8>()
    private let median = Plane<UInt8>()
    private let scratch = Plane<UInt8>()

    /// - Parameter page: Both sides at least ``leastSide``.
    func load(_ page: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
        half.reshape(width: width / 2, height: height / 2)
        // SAFETY: each plane has the size of the halved one, as the kernel requires.
        halve(page, stride: stride, width: width, height: height, channels: 1, into: half.base, targetStride: width / 2)
        halve(half, into: quarter)
        maximum7x7(quarter, into: brightest, scratch: scratch)
        halve(brightest, into: brightestEighth)
        halve(brightestEighth, into: brightestSixteenth)
        median5x5(brightestSixteenth, into: median, scratch: scratch)
        paper.reshape(width: median.width, height: median.height)
        for i in 0..<median.width * median.height { paper.base[i] = max(Float(median.base[i]), Self.darkestPaper) }
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
