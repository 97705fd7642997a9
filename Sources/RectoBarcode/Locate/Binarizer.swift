import RectoCore
import RectoKernels

/// How pixels are told ink from paper in the search for finder patterns.
enum BinarizationRule: CaseIterable {
    /// Against the mean level of the blocks around that have ink and paper.
    case around
    /// Against the mean level of the block itself, if that has ink and paper: follows thin lines in blurred and noisy
    /// pictures, and breaks up what is larger than a block.
    case near
}

/// Tells ink from paper by the levels of blocks of 8 × 8 pixels. Memory is kept from picture to picture.
final class Binarizer {
    /// A block whose levels lie closer together is flat: it takes its threshold from the blocks around it, or has no ink.
    private static let minimumContrast = 24
    /// How much darker than its own block's mean ink is.
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
        // SAFETY: as many blocks as the view has, and the room behind them that the kernels want.
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
