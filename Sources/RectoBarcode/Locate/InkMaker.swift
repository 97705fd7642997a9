import RectoCore
import RectoKernels

/// Tells ink from paper. Memory is kept from picture to picture.
final class InkMaker {
    /// A block whose levels lie closer together is flat: it takes its threshold from the blocks around it.
    private static let leastContrast = 24
    /// How much darker than its window's mean ink is.
    private static let windowOffset = 3

    private let (least, greatest, mean) = (Table<UInt8>(), Table<UInt8>(), Table<UInt8>())
    private let levels = Table<UInt8>()
    private let scratch = Table<UInt16>()

    func make(_ view: GrayView, by rule: InkRule, into ink: InkBits) {
        ink.reshape(width: view.width, height: view.height)
        switch rule {
        case .blocks: compareWithBlocks(view, ink)
        case .window: compareWithWindow(view, ink)
        case .level:
            let (across, down) = ((view.width + 7) / 8, (view.height + 7) / 8)
            levels.reshape(width: across + 2, height: down)
            levels.fill(UInt8(otsu(view)))
            compare(view, ink)
        }
    }

    private func compareWithBlocks(_ view: GrayView, _ ink: InkBits) {
        let (across, down) = ((view.width + 7) / 8, (view.height + 7) / 8)
        for table in [least, greatest, mean] { table.reshape(width: across * down + 16, height: 1) }
        levels.reshape(width: (across + 2) * down + 8, height: 1)
        scratch.reshape(width: blockScratchCount(across: across), height: 1)
        // SAFETY: as many blocks as the view has, and the room behind them that the kernels want.
        blockLevels(
            view.base, stride: view.stride, width: view.width, height: view.height, least: least.base,
            greatest: greatest.base, mean: mean.base)
        blockThresholds(
            least: least.base, greatest: greatest.base, mean: mean.base, across: across, down: down,
            contrast: Self.leastContrast, into: levels.base, scratch: scratch.base)
        compare(view, ink)
    }

    private func compare(_ view: GrayView, _ ink: InkBits) {
        scratch.reshape(width: blockScratchCount(across: (view.width + 7) / 8), height: 1)
        // SAFETY: a level for each block with one on either side; the ink has the view's size.
        thresholdAgainstBlocks(
            view.base, stride: view.stride, width: view.width, height: view.height, levels: levels.base,
            into: ink.base, bitsStride: ink.stride, scratch: scratch.base)
    }

    private func compareWithWindow(_ view: GrayView, _ ink: InkBits) {
        let radius = min(maximumBoxRadius, max(7, view.size.shortSide / 16))
        scratch.reshape(width: boxMeanScratchByteCount(width: view.width, radius: radius) / 2 + 2, height: 1)
        // SAFETY: the scratch is as large as it must be, and memory of a plane is aligned to 16.
        localThreshold(
            view.base, stride: view.stride, width: view.width, height: view.height, radius: radius,
            offset: Self.windowOffset, into: ink.base, bitsStride: ink.stride, scratch: scratch.base)
    }

    /// Of every second pixel of every second row.
    private func otsu(_ view: GrayView) -> Int {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for y in stride(from: 0, to: view.height, by: 2) {
                let row = view.row(y)
                for x in stride(from: 0, to: view.width, by: 2) { counts[Int(row[x])] += 1 }
            }
            return OtsuLevel.of(counts)
        }
    }
}
