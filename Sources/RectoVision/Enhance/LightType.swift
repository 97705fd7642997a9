import RectoCore

/// Regions of a page with light type on an even dark ground: negative pages, dark screens, slides, menus, colored boxes.
///
/// An opening by 7 × 7 quarter-scale pixels removes light type and leaves its ground. Where that is even, darker than what
/// stands on it, and covers most of a neighborhood, the type is light. The even ground around such places belongs to the
/// region. Dark type fails: its opening is uneven, or most of the neighborhood is light. So do stains, and most of
/// photographs.
final class LightType {
    /// 1 for cells of 16 × 16 pixels in such regions and for their neighbors, else 0. Paper and type beside a region come
    /// out the same either way.
    private let mask = Plane<Float>()
    private(set) var isAny = false
    /// Whether such regions cover most of the page, so that it is a dark page rather than one with dark pictures.
    private(set) var coversMost = false

    /// The least difference of type and ground, in levels, and the largest share of the type's level that the ground has.
    private let minimumContrast: Float = 40
    private let darkShare: Float = 0.75
    /// The largest difference within the ground, in levels and as a share of the contrast.
    private let evenLevels: Float = 4
    private let evenShare: Float = 0.05
    /// Where less than this share of the contrast is above the ground on average, the ground covers most.
    private let typeShare: Float = 0.45
    /// Half the side of headlines that are closed, in cells.
    private let closing = 2
    /// The fewest cells of a region in which type was seen, and their share of it.
    private let minimumCells = 8
    private let minimumShare = 0.05
    /// The least share of a page's cells in which type is seen: holes and cracks of old sheets look like some.
    private let minimumPageShare = 0.015
    /// The largest step of the ground from cell to cell, and the largest difference within a cell of plain ground, in levels.
    private let groundStep: Float = 8
    private let plainRange: Float = 24

    private let bytes = (Plane<UInt8>(), Plane<UInt8>(), Plane<UInt8>())
    private let ground = Plane<Float>()
    /// How much lighter than the ground the lightest type is.
    private let peak = Plane<Float>()
    /// The lightest levels in cells, and in neighborhoods.
    private let lightest = Plane<Float>()
    private let lightestAround = Plane<Float>()
    private let mean = Plane<Float>()
    private let cells = (Plane<Float>(), Plane<Float>(), Plane<Float>())
    private let row = Plane<Float>()
    private let share = Plane<Float>()
    private let scratch = (Plane<Float>(), Plane<Float>())
    private let line = Plane<UInt8>()
    private var pending: [Int] = []
    private var isSeed: [Bool] = []

    /// - Parameter quarter: The page at a quarter of its scale.
    func find(_ quarter: Plane<UInt8>) {
        minimum7x7(quarter, into: bytes.0, scratch: line)
        maximum7x7(bytes.0, into: bytes.1, scratch: line)
        reduce(bytes.1, into: ground)
        // Light areas, such as of pictures, are no type: the opening keeps them.
        bytes.0.reshape(width: quarter.width, height: quarter.height)
        for i in 0..<quarter.width * quarter.height { bytes.0.base[i] = quarter.base[i] - bytes.1.base[i] }
        maximum7x7(bytes.0, into: bytes.1, scratch: line)
        reduce(bytes.1, into: peak)
        maximum7x7(quarter, into: bytes.1, scratch: line)
        reduce(bytes.1, into: lightest)
        reduce(quarter, into: mean)
        let count = mean.width * mean.height
        isSeed = [Bool](repeating: false, count: count)
        boxMean3x3(mean, into: share, scratch: row)
        for reach in [1, 2] { findSeeds(reach) }
        (isAny, coversMost) = (false, false)
        guard Double(isSeed.count { $0 }) >= max(minimumPageShare * Double(count), 1) else { return }
        mask.reshape(width: mean.width, height: mean.height)
        for i in 0..<count { mask.base[i] = isSeed[i] ? 1 : 0 }
        extremum(mask, radius: closing, sign: -1, into: cells.0, scratch: scratch)
        extremum(cells.0, radius: closing, sign: 1, into: mask, scratch: scratch)
        for i in 0..<count where mask.base[i] == 1 { completeRegion(from: i) }
        guard isAny else { return }
        for i in 0..<count { mask.base[i] = mask.base[i] > 0 ? 1 : 0 }
        extremum(mask, radius: 1, sign: -1, into: cells.0, scratch: scratch)
        for i in 0..<count { mask.base[i] = cells.0.base[i] }
        coversMost = 2 * (0..<count).count { mask.base[$0] > 0 } > count
    }

    /// Finds the cells with light type around them, within `reach` cells.
    private func findSeeds(_ reach: Int) {
        let (low, high, top) = cells
        extremum(ground, radius: reach, sign: 1, into: low, scratch: scratch)
        extremum(ground, radius: reach, sign: -1, into: high, scratch: scratch)
        extremum(peak, radius: reach, sign: -1, into: top, scratch: scratch)
        extremum(lightest, radius: reach, sign: -1, into: lightestAround, scratch: scratch)
        for i in isSeed.indices {
            // Beside dark print, the paper in its gaps is as light as that around it, and is no type on it.
            let contrast = min(top.base[i], lightestAround.base[i] - ground.base[i])
            if contrast >= minimumContrast, ground.base[i] <= darkShare * (ground.base[i] + contrast),
                high.base[i] - low.base[i] <= max(evenLevels, evenShare * contrast),
                share.base[i] < ground.base[i] + typeShare * contrast
            {
                isSeed[i] = true
            }
        }
    }

    private func reduce(_ quarter: Plane<UInt8>, into target: Plane<Float>) {
        halve(quarter, into: bytes.0)
        halve(bytes.0, into: bytes.2)
        target.reshape(width: bytes.2.width, height: bytes.2.height)
        for i in 0..<target.width * target.height { target.base[i] = Float(bytes.2.base[i]) }
    }

    /// Adds the plain ground around a region, whose cells become 2, or if it has too few cells with type removes it: they
    /// become -1.
    private func completeRegion(from first: Int) {
        let (width, height) = (mask.width, mask.height)
        pending.removeAll(keepingCapacity: true)
        pending.append(first)
        mask.base[first] = 2
        var next = 0
        while next < pending.count {
            let cell = pending[next]
            next += 1
            let (x, y) = (cell % width, cell / width)
            func add(_ other: Int) {
                let isPlain =
                    mask.base[other] == 0 && peak.base[other] < plainRange
                    && abs(ground.base[other] - ground.base[cell]) <= groundStep
                guard mask.base[other] == 1 || isPlain else { return }
                mask.base[other] = 2
                pending.append(other)
            }
            if x > 0 { add(cell - 1) }
            if x + 1 < width { add(cell + 1) }
            if y > 0 { add(cell - width) }
            if y + 1 < height { add(cell + width) }
        }
        let seeds = pending.count { isSeed[$0] }
        if seeds >= minimumCells, Double(seeds) >= minimumShare * Double(pending.count) {
            isAny = true
        } else {
            for cell in pending { mask.base[cell] = -1 }
        }
    }

    /// Sets the ink within the regions to the pixels that are not ink on the inverted page.
    func take(_ inverted: BilevelImage, into ink: inout BilevelImage) {
        inverted.withView { light in
            ink.withMutableView { target in
                let lastByte = Bilevel1.lastByteMask(width: target.width)
                for y in 0..<target.height {
                    let (from, to) = (light.row(y), target.row(y))
                    let cells = mask.base + min(y / 16, mask.height - 1) * mask.width
                    for byte in 0..<target.rowBytes where cells[min(byte / 2, mask.width - 1)] > 0 {
                        to[byte] = ~from[byte]
                    }
                    to[target.rowBytes - 1] &= lastByte
                }
            }
        }
    }

    /// Replaces gray by that of the inverted page, inverted back, within the regions and gradually at their border.
    func take(_ inverted: GrayImage, into gray: inout GrayImage) {
        let (width, height) = ((gray.width + 3) / 4, (gray.height + 3) / 4)
        enlarge(mask, width: (width + 1) / 2, height: (height + 1) / 2, into: cells.0, scratch: row)
        enlarge(cells.0, width: width, height: height, into: share, scratch: row)
        inverted.withView { light in
            gray.withMutableView { target in
                for y in 0..<target.height {
                    let (from, to) = (light.row(y), target.row(y))
                    let shares = share.base + y / 4 * width
                    for x in 0..<target.width {
                        let weight = Int32(256 * shares[x / 4])
                        let level = Int32(to[x]) * (256 - weight) + Int32(255 - from[x]) * weight
                        to[x] = UInt8(truncatingIfNeeded: (level + 128) >> 8)
                    }
                }
            }
        }
    }
}
