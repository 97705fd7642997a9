import RectoCore
import RectoKernels

/// Tells ink from paper. Memory is kept from picture to picture.
final class InkMaker {
    /// A block whose levels lie closer together is flat: it takes its threshold from the blocks around it.
    private static let leastContrast = 24
    /// Blocks to each side of one whose means make its threshold.
    private static let reach = 2
    /// How much darker than its window's mean ink is.
    private static let windowOffset = 3

    private let (least, greatest, mean) = (Table<UInt8>(), Table<UInt8>(), Table<UInt8>())
    private let (columnSums, columnCounts) = (Table<UInt16>(), Table<UInt16>())
    private let levels = Table<UInt8>()
    private let surface = Table<UInt8>()
    private let scratch = Table<UInt16>()

    func make(_ view: GrayView, by rule: InkRule, into ink: InkBits) {
        ink.reshape(width: view.width, height: view.height)
        switch rule {
        case .blocks:
            findLevels(view)
            spread(width: view.width, height: view.height)
            compare(view, ink)
        case .window: compareWithWindow(view, ink)
        case .level:
            surface.reshape(width: (view.width + 3) / 4, height: (view.height + 3) / 4)
            surface.fill(UInt8(min(255, otsu(view) + 1)))
            compare(view, ink)
        }
    }

    private func compare(_ view: GrayView, _ ink: InkBits) {
        scratch.reshape(width: surfaceScratchByteCount(width: view.width, channels: 1) / 2 + 1, height: 1)
        // SAFETY: the surface has a cell for each 4 × 4 pixels; the ink has the view's size.
        thresholdAgainstSurface(
            view.base, stride: view.stride, width: view.width, height: view.height, surface: surface.base,
            surfaceStride: surface.width, into: ink.base, bitsStride: ink.stride, scratch: scratch.base)
    }

    private func compareWithWindow(_ view: GrayView, _ ink: InkBits) {
        let radius = min(maximumBoxRadius, max(7, view.size.shortSide / 16))
        scratch.reshape(width: boxMeanScratchByteCount(width: view.width, radius: radius) / 2 + 2, height: 1)
        // SAFETY: the scratch is as large as it must be, and memory of a plane is aligned to 16.
        localThreshold(
            view.base, stride: view.stride, width: view.width, height: view.height, radius: radius,
            offset: Self.windowOffset, into: ink.base, bitsStride: ink.stride, scratch: scratch.base)
    }

    /// The threshold of each block: the mean level of the blocks around it that are not flat; half the least level of its own
    /// if all are.
    private func findLevels(_ view: GrayView) {
        let (across, down) = ((view.width + 7) / 8, (view.height + 7) / 8)
        for plane in [least, greatest, mean, levels] { plane.reshape(width: across, height: down) }
        // SAFETY: a plane each of as many blocks as the view has.
        blockLevels(
            view.base, stride: view.stride, width: view.width, height: view.height, least: least.base,
            greatest: greatest.base, mean: mean.base)
        columnSums.reshape(width: across, height: 1)
        columnCounts.reshape(width: across, height: 1)
        for y in 0..<down {
            sumColumns(y)
            for x in 0..<across {
                var (sum, count): (UInt32, UInt32) = (0, 0)
                for u in max(0, x - Self.reach)...min(across - 1, x + Self.reach) {
                    sum += UInt32(columnSums[u, 0])
                    count += UInt32(columnCounts[u, 0])
                }
                let level = count > 0 ? (sum + count / 2) / count : UInt32(least[x, y]) / 2
                // A pixel at the level itself is ink.
                levels[x, y] = UInt8(min(255, level + 1))
            }
        }
    }

    /// Sums over the rows around `y` of the means of blocks that are not flat, and how many there are.
    private func sumColumns(_ y: Int) {
        columnSums.fill(0)
        columnCounts.fill(0)
        for v in max(0, y - Self.reach)...min(mean.height - 1, y + Self.reach) {
            for x in 0..<mean.width where Int(greatest[x, v]) - Int(least[x, v]) >= Self.leastContrast {
                columnSums[x, 0] += UInt16(mean[x, v])
                columnCounts[x, 0] += 1
            }
        }
    }

    /// The levels of the blocks at twice their scale, as the surface wants them.
    private func spread(width: Int, height: Int) {
        surface.reshape(width: (width + 3) / 4, height: (height + 3) / 4)
        let (across, down) = (levels.width, levels.height)
        for y in 0..<surface.height {
            let near = y / 2
            let far = min(max(near + (y % 2 == 0 ? -1 : 1), 0), down - 1)
            for x in 0..<surface.width {
                let (i, j) = (x / 2, min(max(x / 2 + (x % 2 == 0 ? -1 : 1), 0), across - 1))
                let upper = 3 * Int(levels[i, near]) + Int(levels[j, near])
                let lower = 3 * Int(levels[i, far]) + Int(levels[j, far])
                surface[x, y] = UInt8((3 * upper + lower + 8) >> 4)
            }
        }
    }

    /// Of every second pixel of every second row.
    private func otsu(_ view: GrayView) -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
            counts.initialize(repeating: 0)
            for y in stride(from: 0, to: view.height, by: 2) {
                let row = view.row(y)
                for x in stride(from: 0, to: view.width, by: 2) { counts[Int(row[x])] += 1 }
            }
            return OtsuLevel.of(counts)
        }
    }
}
