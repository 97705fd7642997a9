import RectoCore
import RectoKernels

/// How ink is separated from paper for the finder search.
enum BinarizationRule: CaseIterable {
    /// By the mean level of the surrounding blocks with ink and paper.
    case around
    /// By the mean level of the block itself if it has ink and paper. This preserves thin lines in blurred and noisy
    /// pictures, but breaks up areas larger than a block.
    case near
}

/// Separates ink from paper by the levels of blocks of 8 × 8 pixels. Memory is reused.
final class Binarizer {
    /// The minimum contrast of a block. A flat one takes its threshold from the surrounding blocks, or has no ink.
    private static let minimumContrast = 24
    /// How much darker than its own block's mean ink must be.
    private static let nearOffset: UInt8 = 3

    private let (minimum, maximum, mean) = (Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>())
    private let levels = Plane<UInt8>()
    private let scratch = Plane<UInt16>()

    func make(_ view: GrayView, by rule: BinarizationRule, into ink: BitMatrix) {
        let (across, down) = ((view.width + 7) / 8, (view.height + 7) / 8)
        ink.reshape(width: view.width, height: view.height)
        for table in [minimum, maximum, mean] { table.reshape(width: across * down + 16, height: 1) }
        levels.reshape(width: (across + 2) * down + 8, height: 1)
        scratch.reshape(width: blockScratchCount(across: across), height: 1)
        // SAFETY: as many blocks as the view has, plus the padding that the kernels need.
        let blocks = BlockLevels(
            minimum: minimum.base, maximum: maximum.base, mean: mean.base, across: across, down: down)
        blockLevels(view.plane, into: blocks)
        switch rule {
        case .around:
            blockThresholds(blocks, contrast: Self.minimumContrast, into: levels.base, scratch: scratch.base)
        case .near: putOwnMeans(across, down)
        }
        // SAFETY: a level for each block with one on either side; the ink has the view's size.
        thresholdAgainstBlocks(
            view.plane, levels: levels.base,
            into: MutablePlaneView(ink.base, stride: ink.stride, width: across, height: view.height),
            scratch: scratch.base)
    }

    private func putOwnMeans(_ across: Int, _ down: Int) {
        for y in 0..<down {
            // SAFETY: rows of blocks, and of thresholds with one on either side.
            let (from, to) = (mean.base + y * across, levels.base + y * (across + 2))
            let (low, high) = (minimum.base + y * across, maximum.base + y * across)
            for x in 0..<across {
                let isFlat = Int(high[x]) - Int(low[x]) < Self.minimumContrast
                to[x + 1] = isFlat ? low[x] / 2 : max(from[x], Self.nearOffset) - Self.nearOffset
            }
            to[0] = to[1]
            to[across + 1] = to[across]
        }
    }
}
