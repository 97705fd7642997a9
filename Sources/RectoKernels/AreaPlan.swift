/// Which source pixels make up each target pixel of an area downscale, and with what weights, along both axes.
///
/// Made once for a pair of sizes and used for any number of pictures.
public struct AreaPlan: Hashable, Sendable {
    /// Pixels in a row of the source.
    public let sourceWidth: Int
    /// Rows of the source.
    public let sourceHeight: Int
    /// Pixels in a row of the target.
    public let targetWidth: Int
    /// Rows of the target.
    public let targetHeight: Int
    let columns: AreaAxis
    let rows: AreaAxis

    /// Works out the taps.
    ///
    /// - Precondition: Each target side is at least 1 and at most the source's; a source side is at most 65535, and at
    ///   most ``maximumRatio`` times the target's.
    public init(sourceWidth: Int, sourceHeight: Int, targetWidth: Int, targetHeight: Int) {
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.targetWidth = targetWidth
        self.targetHeight = targetHeight
        columns = AreaAxis(source: sourceWidth, target: targetWidth)
        rows = AreaAxis(source: sourceHeight, target: targetHeight)
    }

    /// The largest ratio of a source side to a target side. Up to here a result is within one level of the true mean.
    public static let maximumRatio = 256

    /// How many bytes of scratch ``areaDownscale(_:stride:channels:plan:into:targetStride:scratch:)`` needs.
    public func scratchByteCount(channels: Int) -> Int {
        2 * (sourceWidth * channels + AreaAxis.padding)
    }
}

/// The taps of every target pixel along one axis.
///
/// Target pixel i covers the source from i r to (i + 1) r, r = source / target. Its weights are differences of the
/// covered share quantised to 1/65536, so that they always sum to 65536 (65535 for the only tap of a ratio of 1).
struct AreaAxis: Hashable, Sendable {
    /// Scratch elements past the end of a row that the horizontal pass may read, with weight 0.
    static let padding = 64

    /// Weights kept for a target pixel: the greatest number of taps, rounded up to a multiple of 4, the rest being 0.
    let tapsPerPixel: Int
    /// The first source pixel of each target pixel.
    let starts: [Int32]
    /// How many taps of each target pixel are in use.
    let counts: [Int32]
    /// `tapsPerPixel` weights for each target pixel.
    let weights: [UInt16]

    init(source: Int, target: Int) {
        precondition(target >= 1 && target <= source, "an area downscale cannot enlarge")
        precondition(source <= 65535 && source <= target * AreaPlan.maximumRatio, "ratio out of range")
        var starts: [Int32] = []
        var counts: [Int32] = []
        for i in 0..<target {
            let first = i * source / target
            let end = ((i + 1) * source + target - 1) / target
            starts.append(Int32(first))
            counts.append(Int32(end - first))
        }
        let taps = (Int(counts.max() ?? 1) + 3) / 4 * 4
        var weights = [UInt16](repeating: 0, count: taps * target)
        for i in 0..<target {
            let low = i * source
            let first = Int(starts[i])
            var before = 0
            for k in 0..<Int(counts[i]) {
                // In units of 1/target of a source pixel the target pixel covers low..<low + source.
                let covered = min((first + k + 1) * target, low + source) - low
                let upTo = (covered * 65536 + source / 2) / source
                weights[i * taps + k] = UInt16(min(65535, upTo - before))
                before = upTo
            }
        }
        tapsPerPixel = taps
        self.starts = starts
        self.counts = counts
        self.weights = weights
    }
}
