import RectoCore

/// The cells of a coarse map of paper levels that show no paper: dark fills, and larger pictures.
///
/// A cast shadow leaves paper evenly lit on both sides of its edge. In a picture, the brightest levels vary
/// everywhere. A neighborhood that varies throughout is therefore a picture, unless it is as bright as the page.
/// Areas darker than any shadow are dark fills, and so are areas that are darker than the page and differ in color.
/// In all of these, the paper's level is interpolated from the surroundings.
final class NonPaperMask {
    /// A cell is uneven if the maximum and minimum level of 5 × 5 cells differ by more than this share of the
    /// maximum.
    private let unevenShare: Float = 0.25
    /// A cell with at least this share of the brightest level around is paper, however uneven its surroundings.
    private let brightShare: Float = 0.85
    /// A cell below this share of the brightest level around is not paper: shadows absorb less light.
    private let darkShare: Float = 0.4
    /// Half the side, in cells, of the largest even area within a picture.
    private let gapRadius = 3
    /// Half the side, in cells, of the smallest picture. Edges of shadows are uneven too, but narrower.
    private let pictureRadius = 4
    /// The minimum for the brightest level around, relative to the page's: areas far from any paper are that dark.
    private let minimumEnvelope: Float = 0.5
    /// The minimum share of paper on a page for the mask to be reliable.
    private let minimumPaper: Float = 0.15

    /// The brightest level around each cell.
    let envelope = Plane<Float>()
    private let maximum = Plane<Float>()
    private let minimum = Plane<Float>()
    private let uneven = Plane<Float>()
    private let core = Plane<Float>()
    private let scratch = (Plane<Float>(), Plane<Float>())
    private var pyramid: [(sum: Plane<Float>, weight: Plane<Float>)] = []

    /// - Parameters:
    ///   - paper: The level of each cell.
    ///   - isForeign: 1 for cells whose color differs from the page's, else 0; `nil` for a gray page.
    ///   - keepsPictures: Whether even areas within a picture count as picture, and areas far from any paper as dark.
    ///     This is right for tones, but loses stains and shadows of old documents.
    ///   - isHole: Set to 1 where there is no paper, else 0.
    func find(_ paper: Plane<Float>, isForeign: Plane<Float>?, keepsPictures: Bool, isHole: Plane<Float>) {
        let count = paper.width * paper.height
        isHole.reshape(width: paper.width, height: paper.height)
        isHole.fill(0)
        extremum(paper, radius: max(4, min(paper.width, paper.height) / 4), sign: -1, into: envelope, scratch: scratch)
        if keepsPictures {
            let brightest = (0..<count).reduce(Float(0)) { max($0, paper.base[$1]) }
            for i in 0..<count { envelope.base[i] = max(envelope.base[i], minimumEnvelope * brightest) }
        }
        extremum(paper, radius: 2, sign: -1, into: maximum, scratch: scratch)
        extremum(paper, radius: 2, sign: 1, into: minimum, scratch: scratch)
        uneven.reshape(width: paper.width, height: paper.height)
        for i in 0..<count {
            let spread = maximum.base[i] - minimum.base[i]
            let isUneven = spread > unevenShare * maximum.base[i] && paper.base[i] < brightShare * envelope.base[i]
            uneven.base[i] = isUneven ? 1 : 0
        }
        // Closing: even areas within a picture belong to it.
        if keepsPictures {
            extremum(uneven, radius: gapRadius, sign: -1, into: core, scratch: scratch)
            extremum(core, radius: gapRadius, sign: 1, into: uneven, scratch: scratch)
        }
        // Opening: removes areas that are too narrow for a picture.
        extremum(uneven, radius: pictureRadius, sign: 1, into: core, scratch: scratch)
        extremum(core, radius: pictureRadius, sign: -1, into: maximum, scratch: scratch)
        // Cells at the edge of a dark fill partly show it.
        for i in 0..<count { minimum.base[i] = paper.base[i] < darkShare * envelope.base[i] ? 1 : 0 }
        extremum(minimum, radius: 1, sign: -1, into: core, scratch: scratch)
        for i in 0..<count {
            let isPicture =
                uneven.base[i] > 0 && maximum.base[i] > 0 && paper.base[i] < brightShare * envelope.base[i]
            let isColoredFill = (isForeign?.base[i] ?? 0) > 0 && paper.base[i] < brightShare * envelope.base[i]
            if isPicture || isColoredFill || core.base[i] > 0 { isHole.base[i] = 1 }
        }
    }

    /// Replaces the level of cells without paper with that of the surrounding paper.
    /// - Parameters:
    ///   - isHole: 1 where there is no paper, else 0; all become 0 if too little paper is left.
    ///   - isSure: Whether the rest is certainly paper, however little there is.
    func fill(_ paper: Plane<Float>, isHole: Plane<Float>, isSure: Bool) {
        let count = paper.width * paper.height
        let nonPaper = (0..<count).count { isHole.base[$0] > 0 }
        guard nonPaper > 0 else { return }
        guard isSure || Float(count - nonPaper) >= minimumPaper * Float(count) else {
            isHole.fill(0)
            return
        }
        continuePaper(paper, isHole)
    }

    /// Fills holes with the mean of the surrounding paper, nearest first, by averaging over increasingly large cells
    /// of a pyramid.
    private func continuePaper(_ paper: Plane<Float>, _ isHole: Plane<Float>) {
        if pyramid.isEmpty { pyramid.append((Plane(), Plane())) }
        let (sum, weight) = pyramid[0]
        sum.reshape(width: paper.width, height: paper.height)
        weight.reshape(width: paper.width, height: paper.height)
        for i in 0..<paper.width * paper.height {
            weight.base[i] = 1 - isHole.base[i]
            sum.base[i] = weight.base[i] * paper.base[i]
        }
        var top = 0
        while pyramid[top].sum.width > 1 || pyramid[top].sum.height > 1 {
            if top + 1 == pyramid.count { pyramid.append((Plane(), Plane())) }
            Self.sum2x2(pyramid[top].sum, into: pyramid[top + 1].sum)
            Self.sum2x2(pyramid[top].weight, into: pyramid[top + 1].weight)
            top += 1
        }
        for level in stride(from: top, through: 0, by: -1) {
            let (sum, weight) = pyramid[level]
            if level < top {
                enlarge(pyramid[level + 1].sum, width: sum.width, height: sum.height, into: core, scratch: scratch.0)
            }
            for i in 0..<sum.width * sum.height {
                // The missing weight of a cell comes from the coarser level, which has been filled before.
                let share = min(weight.base[i], 1)
                let own = weight.base[i] > 0 ? sum.base[i] / weight.base[i] : 0
                sum.base[i] = level < top ? share * own + (1 - share) * core.base[i] : own
            }
        }
        for i in 0..<paper.width * paper.height where isHole.base[i] > 0 { paper.base[i] = sum.base[i] }
    }

    private static func sum2x2(_ source: Plane<Float>, into target: Plane<Float>) {
        target.reshape(width: (source.width + 1) / 2, height: (source.height + 1) / 2)
        target.fill(0)
        for y in 0..<source.height {
            for x in 0..<source.width { target[x / 2, y / 2] += source[x, y] }
        }
    }
}
