/// The source pixels of each target pixel of an area downscale, and their weights, along both axes.
///
/// Made once for a pair of sizes and used for any number of pictures. Sizes are those of the picture, even for a plane
/// with fewer samples.
public struct AreaPlan: Hashable, Sendable {
    /// The largest ratio of a source side to a target side. Up to this ratio a result is within one level of the true
    /// mean; beyond it, halve first.
    public static let maximumRatio = 128

    /// Pixels in a row of the source.
    public let sourceWidth: Int
    /// Rows of the source.
    public let sourceHeight: Int
    /// Pixels in a row of the target.
    public let targetWidth: Int
    /// Rows of the target.
    public let targetHeight: Int
    let samples: AreaSamples
    let columns: AreaAxis
    let rows: AreaAxis

    /// Computes the taps.
    ///
    /// - Precondition: Each target side is at least 1, at most the source's, and at least 1 / ``maximumRatio`` of it.
    public init(
        sourceWidth: Int, sourceHeight: Int, targetWidth: Int, targetHeight: Int, samples: AreaSamples = .pixels
    ) {
        self.samples = samples
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.targetWidth = targetWidth
        self.targetHeight = targetHeight
        columns = AreaAxis(
            source: sourceWidth, target: targetWidth, unit: 1 << 15, extent: samples.width, step: samples.step)
        rows = AreaAxis(source: sourceHeight, target: targetHeight, unit: 1 << 16, extent: samples.height, step: 1)
    }

    /// Scratch bytes that a downscale needs; `channels` is 3 for RGB.
    public func scratchByteCount(channels: Int = 1) -> Int {
        // The horizontal pass reads whole groups of taps, past the end of the row with weight 0.
        2 * (rowBytes * channels + 32 + 4 * channels)
    }

    /// Bytes in a row of one channel, or of all channels of interleaved samples.
    var rowBytes: Int { (sourceWidth + samples.width - 1) / samples.width * samples.step }
}

/// The taps of all planes of a YUYV frame.
public struct AreaPlanYUYV: Hashable, Sendable {
    public let luma: AreaPlan
    public let chroma: AreaPlan

    /// - Precondition: As for ``AreaPlan/init(sourceWidth:sourceHeight:targetWidth:targetHeight:samples:)``.
    public init(sourceWidth: Int, sourceHeight: Int, targetWidth: Int, targetHeight: Int) {
        func plan(_ samples: AreaSamples) -> AreaPlan {
            AreaPlan(
                sourceWidth: sourceWidth, sourceHeight: sourceHeight, targetWidth: targetWidth,
                targetHeight: targetHeight, samples: samples)
        }
        luma = plan(.lumaOfYUYV)
        chroma = plan(.chromaOfYUYV)
    }

    /// Scratch bytes that a downscale needs.
    public var scratchByteCount: Int { chroma.scratchByteCount() }
}

/// The layout of samples in a plane's rows, and the area of the picture that each covers.
public struct AreaSamples: Hashable, Sendable {
    /// Pixels that a sample covers.
    let width: Int
    let height: Int
    /// Bytes from one sample to the next.
    let step: Int

    /// One sample per pixel, side by side.
    public static let pixels = AreaSamples(width: 1, height: 1, step: 1)
    /// Every second byte of rows of Y0 Cb Y1 Cr.
    public static let lumaOfYUYV = AreaSamples(width: 1, height: 1, step: 2)
    /// The Cb or the Cr in rows of Y0 Cb Y1 Cr.
    public static let chromaOfYUYV = AreaSamples(width: 2, height: 1, step: 4)
    /// The Cb or the Cr in half-size rows of Cb Cr.
    public static let chromaOfNV12 = AreaSamples(width: 2, height: 2, step: 2)
}

/// The taps of every target pixel along one axis.
///
/// Target pixel i covers the source from i r to (i + 1) r, r = source / target. Its weights are the differences of the
/// covered share, quantized to 1 / unit, so that they sum to the unit exactly (minus 1 for the only tap of a ratio of
/// 1, since each must be below the unit). A sample may cover several pixels: a ratio below its extent is then still the
/// mean over the target pixel's area, of samples larger than the area.
struct AreaAxis: Hashable, Sendable {
    /// Target pixels are arranged in blocks of 8, the last one padded with weights of 0.
    static let block = 8
    /// Taps are arranged in groups of 4, the last one padded with weights of 0.
    static let group = 4

    /// Number of groups of taps stored for each target pixel.
    let groups: Int
    /// Index of the first sample of each target pixel, for whole blocks.
    let starts: [Int32]
    /// Number of taps of each target pixel.
    let counts: [Int32]
    /// Ordered by block, then group, then pixel of the block, then tap of the group; taps between two samples have
    /// weight 0.
    private(set) var weights: [UInt16]
    private let step: Int

    /// - Parameters:
    ///   - extent: Pixels that a sample covers.
    ///   - step: Elements from one sample to the next.
    init(source: Int, target: Int, unit: Int, extent: Int, step: Int) {
        precondition(target >= 1 && target <= source, "an area downscale cannot enlarge")
        precondition(source <= target * AreaPlan.maximumRatio, "ratio out of range")
        precondition(source <= Int(Int32.max) / 4, "side out of range")
        let padded = (target + Self.block - 1) / Self.block * Self.block
        var starts = [Int32](repeating: 0, count: padded)
        var counts = [Int32](repeating: 0, count: target)
        for i in 0..<target {
            let first = i * source / (extent * target)
            starts[i] = Int32(first * step)
            counts[i] = Int32(((i + 1) * source + extent * target - 1) / (extent * target) - first)
        }
        let taps = (Int(counts.max() ?? 1) - 1) * step + 1
        groups = (taps + Self.group - 1) / Self.group
        self.step = step
        weights = [UInt16](repeating: 0, count: padded * groups * Self.group)
        self.starts = starts
        self.counts = counts
        for i in 0..<target {
            let low = i * source
            let first = low / (extent * target)
            var before = 0
            for k in 0..<Int(counts[i]) {
                // In units of 1/target of a source pixel, the target pixel covers low..<low + source.
                let covered = min((first + k + 1) * extent * target, low + source) - low
                let upTo = (covered * unit + source / 2) / source
                weights[index(pixel: i, tap: k)] = UInt16(min(unit - 1, upTo - before))
                before = upTo
            }
        }
    }

    func weight(pixel: Int, tap: Int) -> Int { Int(weights[index(pixel: pixel, tap: tap)]) }

    private func index(pixel: Int, tap sample: Int) -> Int {
        let tap = sample * step
        let group = pixel / Self.block * groups + tap / Self.group
        return (group * Self.block + pixel % Self.block) * Self.group + tap % Self.group
    }
}
