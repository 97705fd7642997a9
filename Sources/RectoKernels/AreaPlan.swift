/// Which source pixels make up each target pixel of an area downscale, and with what weights, along both axes.
///
/// Made once for a pair of sizes and used for any number of pictures.
public struct AreaPlan: Hashable, Sendable {
    /// The largest ratio of a source side to a target side. Up to here a result is within one level of the true mean;
    /// beyond, halve first.
    public static let maximumRatio = 128

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
    /// - Precondition: Each target side is at least 1, at most the source's, and at least 1 / ``maximumRatio`` of it.
    public init(sourceWidth: Int, sourceHeight: Int, targetWidth: Int, targetHeight: Int) {
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.targetWidth = targetWidth
        self.targetHeight = targetHeight
        columns = AreaAxis(source: sourceWidth, target: targetWidth, unit: 1 << 15)
        rows = AreaAxis(source: sourceHeight, target: targetHeight, unit: 1 << 16)
    }

    /// How many bytes of scratch ``areaDownscale(_:stride:channels:plan:into:targetStride:scratch:)`` needs.
    public func scratchByteCount(channels: Int) -> Int {
        // The horizontal pass reads whole groups of taps: past the end of the row, with weight 0.
        2 * (sourceWidth * channels + 32 + 4 * channels)
    }
}

/// The taps of every target pixel along one axis.
///
/// Target pixel i covers the source from i r to (i + 1) r, r = source / target. Its weights are the differences of the
/// covered share, quantised to 1 / unit, so that they sum to the unit exactly (less 1 for the only tap of a ratio
/// of 1, since each fits below the unit).
struct AreaAxis: Hashable, Sendable {
    /// Target pixels are laid out in blocks of 8, the last one filled up with weights of 0.
    static let block = 8
    /// Taps are laid out in groups of 4, the last one filled up with weights of 0.
    static let group = 4

    /// Groups of taps kept for every target pixel.
    let groups: Int
    /// The first source pixel of each target pixel, for whole blocks.
    let starts: [Int32]
    /// How many taps each target pixel has.
    let counts: [Int32]
    /// By block, then group, then pixel of the block, then tap of the group.
    private(set) var weights: [UInt16]

    init(source: Int, target: Int, unit: Int) {
        precondition(target >= 1 && target <= source, "an area downscale cannot enlarge")
        precondition(source <= target * AreaPlan.maximumRatio, "ratio out of range")
        precondition(source <= Int(Int32.max) / 4, "side out of range")
        let padded = (target + Self.block - 1) / Self.block * Self.block
        var starts = [Int32](repeating: 0, count: padded)
        var counts = [Int32](repeating: 0, count: target)
        for i in 0..<target {
            let first = i * source / target
            starts[i] = Int32(first)
            counts[i] = Int32(((i + 1) * source + target - 1) / target - first)
        }
        groups = (Int(counts.max() ?? 1) + Self.group - 1) / Self.group
        weights = [UInt16](repeating: 0, count: padded * groups * Self.group)
        self.starts = starts
        self.counts = counts
        for i in 0..<target {
            let low = i * source
            var before = 0
            for k in 0..<Int(counts[i]) {
                // In units of 1/target of a source pixel the target pixel covers low..<low + source.
                let covered = min((Int(starts[i]) + k + 1) * target, low + source) - low
                let upTo = (covered * unit + source / 2) / source
                weights[index(pixel: i, tap: k)] = UInt16(min(unit - 1, upTo - before))
                before = upTo
            }
        }
    }

    func weight(pixel: Int, tap: Int) -> Int { Int(weights[index(pixel: pixel, tap: tap)]) }

    private func index(pixel: Int, tap: Int) -> Int {
        let group = pixel / Self.block * groups + tap / Self.group
        return (group * Self.block + pixel % Self.block) * Self.group + tap % Self.group
    }
}
