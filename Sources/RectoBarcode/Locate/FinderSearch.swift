/// Searches ink bits for finder patterns: along rows, each hit checked along its column, and hits put together.
///
/// Runs are tested by the distances from an edge to the next one of the same kind, which neither ink spread nor blur
/// changes. Memory is kept from search to search.
final class FinderSearch {
    struct Parameters {
        /// Rows from one searched to the next, 1 or more. A pattern's middle covers three modules, so two rows a hit remain
        /// down to modules of 1.4 pixels at a step of 2.
        var rowStep = 1
        /// At most so many hits are looked at, from the top on.
        var hitLimit = 20_000
        /// At most so many places are kept, those with the most hits.
        var placeLimit = 40
    }

    /// Places like a finder pattern, the one with the most hits first.
    private(set) var places: [FinderHit] = []
    private var edges: [Int32] = []
    private var clusters: [Cluster] = []
    private var hits = 0

    private struct Cluster {
        var sum: SIMD4<Float>
        var count: Float

        var hit: FinderHit {
            let mean = sum / count
            return FinderHit(x: mean[0], y: mean[1], across: mean[2], down: mean[3])
        }
    }

    /// Fills ``places``.
    func run(_ ink: InkBits, _ parameters: Parameters = Parameters()) {
        clusters.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        hits = 0
        var y = parameters.rowStep / 2
        while y < ink.height, hits < parameters.hitLimit {
            findEdges(ink, row: y)
            searchRow(ink, y)
            y += parameters.rowStep
        }
        clusters.sort { $0.count > $1.count }
        places.append(contentsOf: clusters.prefix(parameters.placeLimit).lazy.map(\.hit))
    }

    /// Where a row changes between paper and ink: at even places to ink.
    private func findEdges(_ ink: InkBits, row y: Int) {
        edges.removeAll(keepingCapacity: true)
        var last: UInt64 = 0
        for i in 0..<ink.wordsPerRow {
            let word = ink.word(i, row: y)
            var changes = word ^ ((word >> 1) | (last << 63))
            last = word & 1
            while changes != 0 {
                let bit = changes.leadingZeroBitCount
                edges.append(Int32(truncatingIfNeeded: 64 &* i &+ bit))
                changes ^= 0x8000_0000_0000_0000 &>> UInt64(truncatingIfNeeded: bit)
            }
        }
    }

    private func searchRow(_ ink: InkBits, _ y: Int) {
        edges.withUnsafeBufferPointer { edges in
            var i = 0
            while i + 5 < edges.count {
                func run(_ k: Int) -> Int { Int(edges[i + k + 1] &- edges[i + k]) }
                let middle = run(2)
                // Most rows of runs end here: the middle must be longer than its neighbours.
                if middle >= run(1), middle >= run(3) {
                    let runs = FinderRuns(a: run(0), b: run(1), c: middle, d: run(3), e: run(4))
                    if runs.isFinder {
                        checkColumn(ink, left: Int(edges[i + 2]), right: Int(edges[i + 3]), y, runs)
                    }
                }
                i += 2
            }
        }
    }

    /// Looks at the column through the middle of a row's hit.
    private func checkColumn(_ ink: InkBits, left: Int, right: Int, _ y: Int, _ row: FinderRuns) {
        hits += 1
        let x = (left + right) / 2
        let limit = row.twelveModules
        guard let (top, column) = columnRuns(ink, x, y, limit: limit), column.isFinder else { return }
        let across = Float(row.twelveModules) / 12
        let down = Float(column.twelveModules) / 12
        guard max(across, down) < 2 * min(across, down) else { return }
        let centre = Float(top) + Float(column.c) / 2
        guard abs(centre - Float(y) - 0.5) < 1.2 * min(across, down) else { return }
        add(FinderHit(x: Float(left + right) / 2, y: centre, across: across, down: down))
    }

    /// The five runs of a column around a pixel of ink, and where the middle one begins.
    /// - Parameter limit: No run is followed further.
    private func columnRuns(_ ink: InkBits, _ x: Int, _ y: Int, limit: Int) -> (top: Int, runs: FinderRuns)? {
        func follow(_ y: inout Int, _ step: Int, ink isInk: Bool) -> Int? {
            var count = 0
            // Beyond the border there is paper without an end.
            while ink.isInk(x, y) == isInk {
                count += 1
                y += step
                if count > limit { return nil }
            }
            return count
        }
        var up = y
        guard let above = follow(&up, -1, ink: true), above > 0 else { return nil }
        let top = up + 1
        guard let b = follow(&up, -1, ink: false), let a = follow(&up, -1, ink: true) else { return nil }
        var below = y + 1
        guard let under = follow(&below, 1, ink: true), let d = follow(&below, 1, ink: false),
            let e = follow(&below, 1, ink: true)
        else { return nil }
        return (top, FinderRuns(a: a, b: b, c: above + under, d: d, e: e))
    }

    private func add(_ hit: FinderHit) {
        let sum = SIMD4(hit.x, hit.y, hit.across, hit.down)
        let reach = 1.5 * hit.module
        for i in clusters.indices {
            let near = clusters[i].hit
            if abs(near.x - hit.x) < reach, abs(near.y - hit.y) < reach {
                clusters[i].sum += sum
                clusters[i].count += 1
                return
            }
        }
        clusters.append(Cluster(sum: sum, count: 1))
    }
}
