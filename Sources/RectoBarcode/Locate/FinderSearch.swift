import RectoKernels

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
        var placeLimit = 32
    }

    /// Places like a finder pattern, the one with the most hits first.
    private(set) var places: [FinderHit] = []
    /// Where the runs of ink of a row begin and end.
    private let (starts, ends) = (Table<Int32>(), Table<Int32>())
    private let windows = Table<Int32>()
    private var clusters: [Cluster] = []
    private var picked: [Int] = []
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
        for table in [starts, ends, windows] { table.reshape(width: ink.width / 2 + 16, height: 1) }
        var y = parameters.rowStep / 2
        while y < ink.height, hits < parameters.hitLimit {
            searchRow(ink, y)
            y += parameters.rowStep
        }
        pickPlaces(limit: parameters.placeLimit)
    }

    /// The clusters with the most hits, in order.
    private func pickPlaces(limit: Int) {
        picked.removeAll(keepingCapacity: true)
        for (i, cluster) in clusters.enumerated() {
            if picked.count == limit {
                guard clusters[picked[limit - 1]].count < cluster.count else { continue }
                picked.removeLast()
            }
            picked.insert(i, at: picked.firstIndex { clusters[$0].count < cluster.count } ?? picked.endIndex)
        }
        for i in picked { places.append(clusters[i].hit) }
    }

    /// Lists where the runs of ink of a row begin and end.
    /// - Returns: How many there are.
    private func findRuns(_ ink: InkBits, row y: Int) -> Int {
        var (start, end) = (starts.base, ends.base)
        var last: UInt64 = 0
        for i in 0..<ink.wordsPerRow {
            let word = ink.word(i, row: y)
            let before = (word >> 1) | (last << 63)
            let left = Int32(truncatingIfNeeded: 64 &* i)
            last = word & 1
            // SAFETY: a row has at most half as many runs as pixels, and each has an end, as behind the last pixel is paper.
            var rises = word & ~before
            while rises != 0 {
                let bit = rises.leadingZeroBitCount
                start.pointee = left &+ Int32(truncatingIfNeeded: bit)
                start += 1
                rises ^= 0x8000_0000_0000_0000 &>> UInt64(truncatingIfNeeded: bit)
            }
            var falls = ~word & before
            while falls != 0 {
                let bit = falls.leadingZeroBitCount
                end.pointee = left &+ Int32(truncatingIfNeeded: bit)
                end += 1
                falls ^= 0x8000_0000_0000_0000 &>> UInt64(truncatingIfNeeded: bit)
            }
        }
        return end - ends.base
    }

    private func searchRow(_ ink: InkBits, _ y: Int) {
        let count = findRuns(ink, row: y)
        guard count >= 3 else { return }
        // SAFETY: the tables have room for 12 runs more than a row can have.
        let found = finderRuns(starts: starts.base, ends: ends.base, count: count, into: windows.base)
        for k in 0..<found {
            let i = Int(windows.base[k + 1])
            func start(_ j: Int) -> Int { Int(starts.base[i + j]) }
            func end(_ j: Int) -> Int { Int(ends.base[i + j]) }
            let runs = FinderRuns(
                end(0) - start(0), start(1) - end(0), end(1) - start(1), start(2) - end(1), end(2) - start(2))
            checkColumn(ink, left: start(1), right: end(1), y, runs)
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
        // A tilt of 60° makes one of them half as long, and perspective adds to that.
        guard max(across, down) < 2.5 * min(across, down) else { return }
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
        return (top, FinderRuns(a, b, above + under, d, e))
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
