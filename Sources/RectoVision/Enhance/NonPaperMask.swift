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

    private let envelope = Plane<Float>()
    private let maximum = Plane<Float>()
    private let minimum = Plane<Float>()
    private let uneven = Plane<Float>()
    private let core = Plane<Float>()
    private let row = Plane<Float>()
    private let joined = Plane<Float>()
    private var pyramid: [(sum: Plane<Float>, weight: Plane<Float>)] = []

    /// - Parameters:
    ///   - paper: The level of each cell; where it is none of paper it is replaced.
    ///   - isForeign: 1 for cells of another color than the page's, else 0; `nil` of a gray page.
    ///   - keepsPictures: Whether even areas amid a picture count as picture, and what is far from all paper as dark:
    ///     right for tones, but stains and shadows of old documents are lost then.
    ///   - isHole: Set to 1 where it is replaced, else 0.
    func fill(_ paper: Plane<Float>, isForeign: Plane<Float>?, keepsPictures: Bool, isHole: Plane<Float>) {
        let count = paper.width * paper.height
        isHole.reshape(width: paper.width, height: paper.height)
        isHole.fill(0)
        extremum(paper, radius: max(4, min(paper.width, paper.height) / 4), sign: -1, into: envelope)
        if keepsPictures {
            let brightest = (0..<count).reduce(Float(0)) { max($0, paper.base[$1]) }
            for i in 0..<count { envelope.base[i] = max(envelope.base[i], minimumEnvelope * brightest) }
        }
        extremum(paper, radius: 2, sign: -1, into: maximum)
        extremum(paper, radius: 2, sign: 1, into: minimum)
        uneven.reshape(width: paper.width, height: paper.height)
        for i in 0..<count {
            let spread = maximum.base[i] - minimum.base[i]
            let isUneven = spread > unevenShare * maximum.base[i] && paper.base[i] < brightShare * envelope.base[i]
            uneven.base[i] = isUneven ? 1 : 0
        }
        // Closing: what is even within a picture is part of it.
        if keepsPictures {
            extremum(uneven, radius: gapRadius, sign: -1, into: core)
            extremum(core, radius: gapRadius, sign: 1, into: uneven)
        }
        // Opening: what is too narrow for a picture goes.
        extremum(uneven, radius: pictureRadius, sign: 1, into: core)
        extremum(core, radius: pictureRadius, sign: -1, into: maximum)
        // The cells at the rim of a dark fill show some of it.
        for i in 0..<count { minimum.base[i] = paper.base[i] < darkShare * envelope.base[i] ? 1 : 0 }
        extremum(minimum, radius: 1, sign: -1, into: core)
        var nonPaper = 0
        for i in 0..<count {
            let isPicture =
                uneven.base[i] > 0 && maximum.base[i] > 0 && paper.base[i] < brightShare * envelope.base[i]
            let isColoredFill = (isForeign?.base[i] ?? 0) > 0 && paper.base[i] < brightShare * envelope.base[i]
            guard isPicture || isColoredFill || core.base[i] > 0 else { continue }
            isHole.base[i] = 1
            nonPaper += 1
        }
        guard nonPaper > 0 else { return }
        guard Float(count - nonPaper) >= minimumPaper * Float(count) else {
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
                enlarge(pyramid[level + 1].sum, width: sum.width, height: sum.height, into: core, scratch: row)
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

    /// The least (`sign` = 1) or greatest (−1) value of (2 `radius` + 1)² cells.
    ///
    /// Windows of 1, 2, 4 … cells are joined until they are as long as wanted, along both axes at once.
    private func extremum(_ source: Plane<Float>, radius: Int, sign: Float, into target: Plane<Float>) {
        let (width, height) = (source.width, source.height)
        let (paddedWidth, paddedHeight) = (width + 2 * radius, height + 2 * radius)
        target.reshape(width: width, height: height)
        row.reshape(width: paddedWidth, height: paddedHeight)
        joined.reshape(width: paddedWidth, height: paddedHeight)
        let (from, to) = (source.base, target.base)
        var (padded, next) = (row.base, joined.base)
        for y in 0..<paddedHeight {
            let line = from + min(max(y - radius, 0), height - 1) * width
            let out = padded + y * paddedWidth
            for x in 0..<radius { (out[x], out[radius + width + x]) = (sign * line[0], sign * line[width - 1]) }
            for x in 0..<width { out[radius + x] = sign * line[x] }
        }
        let side = 2 * radius + 1
        let count = paddedWidth * paddedHeight
        /// Joins each window with the one `distance` further on. What runs over a row's end is not used.
        func join(_ distance: Int) {
            // SAFETY: x + distance < count.
            let (near, further, out) = (padded, padded + distance, next)
            for x in 0..<count - distance { out[x] = further[x] < near[x] ? further[x] : near[x] }
            for x in count - distance..<count { out[x] = near[x] }
            swap(&padded, &next)
        }
        for unit in [1, paddedWidth] {
            var length = 1
            while 2 * length <= side {
                join(unit * length)
                length *= 2
            }
            if length < side { join(unit * (side - length)) }
        }
        for y in 0..<height {
            let (values, out) = (padded + y * paddedWidth, to + y * width)
            for x in 0..<width { out[x] = sign * values[x] }
        }
    }
}
