import RectoCore
import RectoKernels

/// Photographs and other pictures of some size on a page in color, on a coarse map of the paper's level.
///
/// ``NonPaperMask`` finds the dark, uneven and colored parts of pictures. Their bright parts look like paper in shadow.
/// Here cells of another color than the paper's count too, however bright, and cells amid much that is darker than
/// print. What of these is connected and broad is a picture; a picture is mostly a rectangle with its sides along the
/// page's, so what fills most of its box is taken for the whole box. Rectangles amid brighter paper are pictures too if
/// some of it is: gray pictures and pale skies. If what remains is no even paper, the page itself is a picture.
final class PictureFinder {
    /// 1 for cells of pictures, else 0; as large as the map of the paper.
    let mask = Plane<Float>()
    /// Whether there are cells of pictures.
    private(set) var isAny = false
    /// Whether the page has no paper that could tell the light: a photograph, a poster, a cover.
    private(set) var isWholePage = false

    /// A frame's color that differs by more than this from that of the brighter half is the paper's instead.
    private let frameTolerance: Float = 0.12
    /// The share of the cells, the brightest, that a frame has.
    private let frameShare = 0.1
    /// Around print the mean of about 7 × 7 cells is a greater share of the paper's level than this.
    private let printShare: Float = 0.55
    /// Half the side, in cells, of gaps within a picture that are closed.
    private let gapRadius = 3
    /// Half the side, in cells, of what is too narrow for a picture.
    private let coreRadius = 2
    /// The least side of a picture, in cells.
    private let minimumSide = 6
    /// A picture that fills at least this share of its box is a rectangle.
    private let boxShare: Float = 0.6
    /// With pictures on no more than this share of the page, the rest is paper.
    private let maximumPictureShare: Float = 0.25
    /// Even paper has fewer cells than these shares that differ in color from the others by more than `evenTint`, and
    /// that are darker than `evenLevel` of the brightest level around, as in a shadow; a frame may lie in one.
    private let maximumTintedShare: Float = 0.25
    private let maximumDimShare: Float = 0.4
    private let evenTint: Float = 0.06
    private let evenLevel: Float = 0.85

    /// What is darker than this share of the paper around lies deeper than shades of the paper do.
    private let enclosedLevel: Float = 0.93
    /// What is enclosed by paper is a picture if it fills this share of its box, and this share of it are seeds.
    private let enclosedBoxShare: Float = 0.8
    private let enclosedSeedShare: Float = 0.05
    /// What lies around enclosed pictures of more than this share of the page is the frame of a photograph.
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

    /// Forgets the pictures of the page before.
    func reset() { (isAny, isWholePage, isFramed) = (false, false, false) }

    /// - Parameters:
    ///   - paper: The level of each cell.
    ///   - envelope: The brightest level around each cell.
    ///   - luma: The page at a quarter of its scale.
    ///   - colors: Of each cell.
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

    /// That of the brighter half of the page, unless the very brightest is another color and nearer to gray: the frame
    /// of a photograph.
    private func paperColor(_ colors: PaperColors, _ paper: Plane<Float>) -> [Float] {
        let page = colors.ratios(ofBrightest: 0.5, paper)
        let frame = colors.ratios(ofBrightest: frameShare, paper)
        let isOther = (0..<3).contains { abs(frame[$0] / page[$0] - 1) > frameTolerance }
        return isOther && Self.saturation(frame) < Self.saturation(page) ? frame : page
    }

    private static func saturation(_ color: [Float]) -> Float {
        max(color[0], color[1], color[2]) - min(color[0], color[1], color[2])
    }

    /// Takes for pictures the rectangles with seeds that are darker than the paper all around.
    ///
    /// A shadow comes from the page's border and the light changes slowly, so neither is enclosed by what is brighter.
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

    /// Takes for pictures the seeds that are broad once gaps between them are closed.
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

    /// Takes out the light's fall along each axis, as the page's border shows it. That is monotonic, so it makes no
    /// basins, even if a shadow on the border is taken for it.
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

    /// The level up to which water would stand in each cell, if levels were heights and it ran off over the page's
    /// border: that of the paper which encloses the cell, where it does so least.
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
        // SAFETY: cells on the border are not visited, so all have four neighbours.
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

    /// Takes the seeds that are connected with one of them, if they are broad enough for a picture. They become 2, so
    /// that each is looked at once.
    private func takePicture(from first: Int, isEnclosed: Bool) {
        let (width, height) = (seeds.width, seeds.height)
        var (found, next) = (1, 0)
        var (left, right, top, bottom, filled, sure) = (width, -1, height, -1, 0, 0)
        pending.base[0] = Int32(first)
        seeds.base[first] = 2
        // SAFETY: each cell is added once at most, and `pending` holds as many as there are.
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

    /// Whether the cells outside of pictures have one color and, but for a frame, are not dark beside others nearby.
    /// - Parameter cells: How many they are.
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
