import RectoCore
import RectoKernels

/// Finds photographs and other larger pictures on a color page, on a coarse map of paper levels.
///
/// ``NonPaperMask`` finds the dark, uneven and colored parts of pictures, whose bright parts look like paper in
/// shadow. This finder also counts cells whose color differs from the paper's, however bright, and cells in areas
/// darker than print. Connected and broad groups of these are pictures. Most pictures are rectangles aligned with the
/// page, so a group that fills most of its bounding box is extended to the box. Rectangles surrounded by brighter
/// paper are pictures too if parts of them are: gray pictures and pale skies. If the rest is not even paper, the page
/// itself is a picture.
final class PictureFinder {
    /// 1 for cells of pictures, else 0; the same size as the map of paper levels.
    let mask = Plane<Float>()
    /// Whether there are cells of pictures.
    private(set) var isAny = false
    /// Whether the page has no paper from which the light can be measured: a photograph, a poster, a cover.
    private(set) var isWholePage = false

    /// The color difference between a frame and the brighter half of the page above which the frame's color counts as
    /// the paper's.
    private let frameTolerance: Float = 0.12
    /// The share of the brightest cells that belong to a frame.
    private let frameShare = 0.1
    /// The minimum mean of about 7 × 7 cells around print, relative to the paper's level.
    private let printShare: Float = 0.55
    /// Half the side, in cells, of gaps within a picture that are closed.
    private let gapRadius = 3
    /// Half the side, in cells, of areas that are too narrow for a picture.
    private let coreRadius = 2
    /// The minimum side of a picture, in cells.
    private let minimumSide = 6
    /// The share of its bounding box that a picture must fill to count as a rectangle.
    private let boxShare: Float = 0.6
    /// The maximum share of pictures on a page whose rest is assumed to be paper.
    private let maximumPictureShare: Float = 0.25
    /// The maximum shares of even paper that differ in color from the rest by more than `evenTint`, and that are
    /// darker than `evenLevel` of the brightest level around, as in a shadow, where a frame may lie.
    private let maximumTintedShare: Float = 0.25
    private let maximumDimShare: Float = 0.4
    private let evenTint: Float = 0.06
    private let evenLevel: Float = 0.85

    /// The share of the surrounding paper's level below which an area is deeper than shading of the paper.
    private let enclosedLevel: Float = 0.93
    /// The share of its bounding box that an enclosed picture must fill, and the share that must be seeds.
    private let enclosedBoxShare: Float = 0.8
    private let enclosedSeedShare: Float = 0.05
    /// The minimum share of the page for enclosed pictures whose surroundings are the frame of a photograph.
    private let minimumFramedShare: Float = 0.5

    private var isFramed = false
    private let seeds = Plane<Float>()
    private let core = Plane<Float>()
    private let mean = Plane<Float>()
    private let cells = Plane<Float>()
    private let eighth = Plane<UInt8>()
    private let sixteenth = Plane<UInt8>()
    private let pending = Plane<Int32>()
    private let scratch = (Plane<Float>(), Plane<Float>())

    /// Forgets the pictures of the previous page.
    func reset() { (isAny, isWholePage, isFramed) = (false, false, false) }

    /// - Parameters:
    ///   - paper: The level of each cell.
    ///   - envelope: The brightest level around each cell.
    ///   - luma: The page at a quarter of its scale.
    ///   - colors: The color of each cell.
    ///   - isHole: 1 for cells without paper, else 0; cells of pictures are set to 1.
    func find(
        paper: Plane<Float>, envelope: Plane<Float>, luma: Plane<UInt8>, colors: PaperColors, isHole: Plane<Float>
    ) {
        let count = paper.width * paper.height
        let color = paperColor(colors, paper)
        halve(luma, into: eighth)
        halve(eighth, into: sixteenth)
        cells.reshape(width: paper.width, height: paper.height)
        for i in 0..<count { cells.base[i] = Float(sixteenth.base[i]) }
        boxMean7x7(cells, into: mean, scratch: scratch.0)
        seeds.reshape(width: paper.width, height: paper.height)
        for i in 0..<count {
            let isSeed =
                isHole.base[i] > 0 || mean.base[i] < printShare * paper.base[i]
                || colors.differs(i, from: color, by: colors.foreignShare)
            seeds.base[i] = isSeed ? 1 : 0
        }
        mask.reshape(width: paper.width, height: paper.height)
        mask.fill(0)
        guard (0..<count).contains(where: { seeds.base[$0] > 0 }) else { return }
        pending.reshape(width: count, height: 1)
        takeEnclosed(paper)
        isFramed = Float(pictureCount) > minimumFramedShare * Float(count)
        if !isFramed { takeBroad() }
        let pictures = pictureCount
        guard pictures > 0 else { return }
        isAny = true
        if Float(pictures) > maximumPictureShare * Float(count) {
            isWholePage = !isEvenPaper(paper: paper, envelope: envelope, colors: colors, cells: count - pictures)
        }
        for i in 0..<count where mask.base[i] > 0 { isHole.base[i] = 1 }
    }

    private var pictureCount: Int { (0..<mask.width * mask.height).count { mask.base[$0] > 0 } }

    /// Returns the color of the brighter half of the page, unless the brightest cells have a different color that is
    /// nearer to gray: the frame of a photograph.
    private func paperColor(_ colors: PaperColors, _ paper: Plane<Float>) -> [Float] {
        let page = colors.ratios(ofBrightest: 0.5, paper)
        let frame = colors.ratios(ofBrightest: frameShare, paper)
        let isOther = (0..<3).contains { abs(frame[$0] / page[$0] - 1) > frameTolerance }
        return isOther && Self.saturation(frame) < Self.saturation(page) ? frame : page
    }

    private static func saturation(_ color: [Float]) -> Float {
        max(color[0], color[1], color[2]) - min(color[0], color[1], color[2])
    }

    /// Marks rectangles with seeds that are darker than the paper all around as pictures.
    ///
    /// Shadows reach the page's border and the light varies slowly, so neither is enclosed by brighter areas.
    private func takeEnclosed(_ paper: Plane<Float>) {
        let count = paper.width * paper.height
        evenOut(paper, into: core)
        fillBasins(core, into: mean)
        for i in 0..<count {
            cells.base[i] = seeds.base[i]
            if core.base[i] < enclosedLevel * mean.base[i] { seeds.base[i] = 1 }
        }
        takePictures(areEnclosed: true)
        for i in 0..<count { seeds.base[i] = cells.base[i] }
    }

    /// Marks seeds that are broad after closing gaps between them as pictures.
    private func takeBroad() {
        extremum(seeds, radius: gapRadius, sign: -1, into: core, scratch: scratch)
        extremum(core, radius: gapRadius, sign: 1, into: seeds, scratch: scratch)
        takePictures(areEnclosed: false)
    }

    private func takePictures(areEnclosed: Bool) {
        extremum(seeds, radius: coreRadius, sign: 1, into: mean, scratch: scratch)
        extremum(mean, radius: coreRadius, sign: -1, into: core, scratch: scratch)
        for i in 0..<seeds.width * seeds.height where seeds.base[i] == 1 {
            takePicture(from: i, isEnclosed: areEnclosed)
        }
    }

    /// Removes the light's falloff along each axis, as seen at the page's border. The falloff is monotonic, so it
    /// creates no basins, even if it includes a shadow on the border.
    private func evenOut(_ paper: Plane<Float>, into target: Plane<Float>) {
        let (width, height) = (paper.width, paper.height)
        target.reshape(width: width, height: height)
        var (left, right, top, bottom): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for y in 0..<height { (left, right) = (left + paper[0, y], right + paper[width - 1, y]) }
        for x in 0..<width { (top, bottom) = (top + paper[x, 0], bottom + paper[x, height - 1]) }
        let (across, down) = ((right - left) / (right + left), (bottom - top) / (bottom + top))
        for y in 0..<height {
            let light = 1 + down * (Float(2 * y + 1) / Float(height) - 1)
            for x in 0..<width {
                target[x, y] = paper[x, y] / (light * (1 + across * (Float(2 * x + 1) / Float(width) - 1)))
            }
        }
    }

    /// Computes the lowest level of paper that encloses each cell. If levels were heights, and water ran off over the
    /// page's border, it is the level to which the cell would fill.
    private func fillBasins(_ levels: Plane<Float>, into target: Plane<Float>) {
        let (width, height) = (levels.width, levels.height)
        target.reshape(width: width, height: height)
        let (ground, water) = (levels.base, target.base)
        for y in 0..<height {
            for x in 0..<width {
                let isBorder = x == 0 || y == 0 || x == width - 1 || y == height - 1
                water[y * width + x] = isBorder ? ground[y * width + x] : .infinity
            }
        }
        guard width > 2, height > 2 else { return }
        var changes = true
        // SAFETY: cells on the border are not visited, so all have four neighbors.
        func lower(_ i: Int) {
            guard water[i] > ground[i] else { return }
            let least = min(min(water[i - 1], water[i + 1]), min(water[i - width], water[i + width]))
            let level = max(ground[i], least)
            if level < water[i] { (water[i], changes) = (level, true) }
        }
        while changes {
            changes = false
            for y in 1..<height - 1 {
                for x in 1..<width - 1 { lower(y * width + x) }
            }
            for y in (1..<height - 1).reversed() {
                for x in (1..<width - 1).reversed() { lower(y * width + x) }
            }
        }
    }

    /// Marks the seeds connected with the given one as a picture, if they are broad enough. They become 2, so that
    /// each is visited once.
    private func takePicture(from first: Int, isEnclosed: Bool) {
        let (width, height) = (seeds.width, seeds.height)
        var (found, next) = (1, 0)
        var (left, right, top, bottom, filled, sure) = (width, -1, height, -1, 0, 0)
        pending.base[0] = Int32(first)
        seeds.base[first] = 2
        // SAFETY: each cell is added at most once, and `pending` has room for all.
        while next < found {
            let cell = Int(pending.base[next])
            next += 1
            let (x, y) = (cell % width, cell / width)
            if core.base[cell] > 0 {
                (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
                filled += 1
                if cells.base[cell] > 0 { sure += 1 }
            }
            func add(_ other: Int) {
                guard seeds.base[other] == 1 else { return }
                seeds.base[other] = 2
                pending.base[found] = Int32(other)
                found += 1
            }
            if x > 0 { add(cell - 1) }
            if x + 1 < width { add(cell + 1) }
            if y > 0 { add(cell - width) }
            if y + 1 < height { add(cell + width) }
        }
        guard min(right - left, bottom - top) + 1 >= minimumSide else { return }
        guard !isEnclosed || Float(sure) > enclosedSeedShare * Float(filled) else { return }
        let least = (isEnclosed ? enclosedBoxShare : boxShare) * Float((right - left + 1) * (bottom - top + 1))
        if Float(filled) > least {
            for y in top...bottom {
                for x in left...right { mask[x, y] = 1 }
            }
        } else if !isEnclosed {
            for i in 0..<found where core.base[Int(pending.base[i])] > 0 { mask.base[Int(pending.base[i])] = 1 }
        }
    }

    /// Returns whether the cells outside pictures have one color and, except for a frame, are not darker than nearby
    /// ones.
    /// - Parameter cells: The number of these cells.
    private func isEvenPaper(paper: Plane<Float>, envelope: Plane<Float>, colors: PaperColors, cells: Int) -> Bool {
        let color = colors.pageRatios { mask.base[$0] == 0 }
        var (tinted, dim) = (0, 0)
        for i in 0..<paper.width * paper.height where mask.base[i] == 0 {
            if colors.differs(i, from: color, by: evenTint) { tinted += 1 }
            if paper.base[i] < evenLevel * envelope.base[i] { dim += 1 }
        }
        return Float(tinted) < maximumTintedShare * Float(cells)
            && (isFramed || Float(dim) < maximumDimShare * Float(cells))
    }
}
