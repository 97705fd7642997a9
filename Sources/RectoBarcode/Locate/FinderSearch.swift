import RectoCore
import RectoKernels

/// Searches ink bits for finder patterns along rows, checks each candidate along its column, and clusters candidates.
///
/// Runs are tested by the distances between edges of the same kind, which are invariant to ink spread and blur.
/// Patterns of inverted symbols are found in the runs of paper. Memory is reused.
final class FinderSearch {
    struct Parameters {
        /// The distance between searched rows, at least 1. A pattern's middle is three modules high, so with a step
        /// of 2 there are two rows per candidate for modules of at least 1.4 pixels.
        var rowStep = 1
        /// The maximum ratio of a module's width and height, either way. A tilt of 60° halves one of them, and
        /// perspective adds to that.
        var stretch: Float = 2.5
        /// Whether to search for light patterns on a dark background too.
        var seeksInverted = true
        /// The maximum number of candidates of each kind, from the top.
        var hitLimit = 20_000
        /// The maximum number of places; those with the most candidates are kept.
        var placeLimit = 32
        /// The same for light patterns, which are rarely searched for among several codes.
        var invertedPlaceLimit = 8
    }

    /// The places that resemble a finder pattern, those with the most candidates first.
    private(set) var places: [FinderCandidate] = []
    /// The same for light patterns on a dark background.
    private(set) var invertedPlaces: [FinderCandidate] = []
    /// The starts and ends of a row's runs of ink.
    private let (starts, ends) = (Plane<Int32>(), Plane<Int32>())
    private let windows = Plane<Int32>()
    private let (dark, light) = (CandidateClusters(), CandidateClusters())

    /// The stretch of the last search.
    private var stretch: Float = 0

    /// Replaces ``places`` and ``invertedPlaces`` with those of a picture.
    func run(_ ink: BitMatrix, _ parameters: Parameters = Parameters()) {
        for table in [starts, ends, windows] { table.reshape(width: ink.width / 2 + 24, height: 1) }
        ink.turn()
        stretch = parameters.stretch
        for clusters in [dark, light] { clusters.clear(width: ink.width, height: ink.height) }
        var left = (dark: parameters.hitLimit, light: parameters.seeksInverted ? parameters.hitLimit : 0)
        for y in stride(from: parameters.rowStep / 2, to: ink.height, by: parameters.rowStep) {
            // SAFETY: a row has at most half as many runs as pixels, and the last pixel is followed by paper. The
            // entry before the first run of ink is reserved for the start of the paper to its left.
            let (starts, ends) = (starts.base, ends.base + 1)
            let count = bitRuns(ink.words(row: y), count: ink.wordsPerRow, starts: starts, ends: ends)
            if left.dark > 0 {
                left.dark -= check(ink, y, Runs(starts: starts, ends: ends, count: count), .ink, dark)
            }
            if left.light > 0 {
                left.light -= check(ink, y, paper(starts, ends, count: count, width: ink.width), .paper, light)
            }
        }
        dark.pick(limit: parameters.placeLimit, rowStep: parameters.rowStep, into: &places)
        light.pick(limit: parameters.invertedPlaceLimit, rowStep: parameters.rowStep, into: &invertedPlaces)
    }

    /// Runs of paper start where one of ink ends, or at the left border, and end where one starts, or at the right
    /// border.
    private func paper(
        _ starts: UnsafeMutablePointer<Int32>, _ ends: UnsafeMutablePointer<Int32>, count: Int, width: Int
    ) -> Runs {
        guard count > 0 else { return Runs(starts: starts, ends: ends, count: 0) }
        // SAFETY: there is one entry before the ends, and several after the starts.
        ends[-1] = 0
        starts[count] = Int32(width)
        let (hasLeft, hasRight) = (starts[0] > 0, ends[count - 1] < width)
        return Runs(
            starts: hasLeft ? ends - 1 : ends, ends: hasLeft ? starts : starts + 1,
            count: count - 1 + (hasLeft ? 1 : 0) + (hasRight ? 1 : 0))
    }

    /// The runs of one color along a row.
    private struct Runs {
        var (starts, ends): (UnsafePointer<Int32>, UnsafePointer<Int32>)
        var count: Int
    }

    /// Checks the columns through a row's candidates.
    /// - Returns: The number of candidates.
    private func check(
        _ ink: BitMatrix, _ y: Int, _ runs: Runs, _ color: BitMatrix.Color, _ clusters: CandidateClusters
    ) -> Int {
        guard runs.count >= 3 else { return 0 }
        // SAFETY: the tables have room for 12 runs more than a row can have.
        let found = finderRuns(starts: runs.starts, ends: runs.ends, count: runs.count, into: windows.base)
        for k in 0..<found {
            let i = Int(windows.base[k + 1])
            func start(_ j: Int) -> Int { Int(runs.starts[i + j]) }
            func end(_ j: Int) -> Int { Int(runs.ends[i + j]) }
            let row = FinderRuns(
                end(0) - start(0), start(1) - end(0), end(1) - start(1), start(2) - end(1), end(2) - start(2))
            if let candidate = candidate(ink, color, start(1)..<end(1), y, row) { clusters.add(candidate) }
        }
        return found
    }

    /// Checks the column through the middle of a row's candidate.
    private func candidate(
        _ ink: BitMatrix, _ color: BitMatrix.Color, _ middle: Range<Int>, _ y: Int, _ row: FinderRuns
    ) -> FinderCandidate? {
        let x = (middle.lowerBound + middle.upperBound) / 2
        guard let (top, column) = columnRuns(ink, color, x, y, limit: row.twelveModules), column.isFinder else {
            return nil
        }
        let across = Float(row.twelveModules) / 12
        let down = Float(column.twelveModules) / 12
        guard max(across, down) < stretch * min(across, down) else { return nil }
        let center = Float(top) + Float(column.c) / 2
        guard abs(center - Float(y) - 0.5) < 1.2 * min(across, down) else { return nil }
        return FinderCandidate(
            x: Float(middle.lowerBound + middle.upperBound) / 2, y: center, across: across, down: down)
    }

    /// Returns the five runs of a column around a pixel of the middle one, and where that starts.
    /// - Parameter limit: The maximum length of the middle run: twelve modules by their width.
    private func columnRuns(
        _ ink: BitMatrix, _ color: BitMatrix.Color, _ x: Int, _ y: Int, limit: Int
    ) -> (top: Int, runs: FinderRuns)? {
        // The middle run is not a finder's if its center is more than a module from the row.
        guard let above = ink.run(of: color, x, y, step: -1, limit: limit),
            let below = ink.run(of: color, x, y + 1, step: 1, limit: min(limit, above + limit / 5)),
            below >= above - 1 - limit / 5
        else { return nil }
        let (top, bottom, middle) = (y - above + 1, y + 1 + below, above + below)
        // Runs that are too long relative to the middle run are not a finder's.
        let (inner, outer) = (11 * middle / 7, 25 * middle / 14)
        guard let b = ink.run(of: color.other, x, top - 1, step: -1, limit: inner),
            let d = ink.run(of: color.other, x, bottom, step: 1, limit: inner),
            let a = ink.run(of: color, x, top - 1 - b, step: -1, limit: outer),
            let e = ink.run(of: color, x, bottom + d, step: 1, limit: outer), a > 0, e > 0
        else { return nil }
        return (top, FinderRuns(a, b, middle, d, e))
    }
}
