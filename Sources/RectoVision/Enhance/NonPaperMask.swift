import RectoCore

/// Cells of a coarse map of the paper's level that show no paper: dark fills, and pictures of some size.
///
/// A cast shadow keeps paper evenly lit on both sides of its edge. A picture does not: the brightest levels differ all
/// over it. So what differs in a whole neighbourhood is a picture, unless it is as bright as the page; and what is
/// darker than any shadow is a dark fill, as is what is darker than the page and of another color. There the paper's
/// level is continued from around.
final class NonPaperMask {
    /// A cell is uneven if the greatest and least level of 5 × 5 cells differ by more than this share of the greatest.
    private let unevenShare: Float = 0.25
    /// A cell this bright, in shares of the brightest level around, is paper however uneven its surroundings.
    private let brightShare: Float = 0.85
    /// A cell darker than this share of the brightest level around is no paper: shadows take less light.
    private let darkShare: Float = 0.4
    /// Half the side, in cells, of the greatest even area within a picture.
    private let gapRadius = 3
    /// Half the side, in cells, of the least picture. Edges of shadows are uneven too, but not as broad.
    private let pictureRadius = 4
    /// The brightest level around is taken for at least this share of the page's: what is far from all paper is as
    /// dark.
    private let minimumEnvelope: Float = 0.5
    /// With less paper than this share of the page nothing tells what is paper.
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
    ///   - isForeign: 1 for cells of another color than the page's, else 0; `nil` of a gray page.
    ///   - keepsPictures: Whether even areas amid a picture count as picture, and what is far from all paper as dark:
    ///     right for tones, but stains and shadows of old documents are lost then.
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
        // Closing: what is even within a picture is part of it.
        if keepsPictures {
            extremum(uneven, radius: gapRadius, sign: -1, into: core, scratch: scratch)
            extremum(core, radius: gapRadius, sign: 1, into: uneven, scratch: scratch)
        }
        // Opening: what is too narrow for a picture goes.
        extremum(uneven, radius: pictureRadius, sign: 1, into: core, scratch: scratch)
        extremum(core, radius: pictureRadius, sign: -1, into: maximum, scratch: scratch)
        // The cells at the rim of a dark fill show some of it.
        for i in 0..<count { minimum.base[i] = paper.base[i] < darkShare * envelope.base[i] ? 1 : 0 }
        extremum(minimum, radius: 1, sign: -1, into: core, scratch: scratch)
        for i in 0..<count {
            let isPicture =
                uneven.base[i] > 0 && maximum.base[i] > 0 && paper.base[i] < brightShare * envelope.base[i]
            let isColoredFill = (isForeign?.base[i] ?? 0) > 0 && paper.base[i] < brightShare * envelope.base[i]
            if isPicture || isColoredFill || core.base[i] > 0 { isHole.base[i] = 1 }
        }
    }

    /// Replaces the level of cells without paper by that of the paper around.
    /// - Parameters:
    ///   - isHole: 1 where there is no paper, else 0; all become 0 where too little paper is left.
    ///   - isSure: Whether what is left is paper for sure, however little.
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

    /// Gives holes the mean of the paper around them, nearest first: averages over ever larger cells of a pyramid.
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
                // What a cell lacks of full weight comes from the coarser level, which by now holds levels.
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
