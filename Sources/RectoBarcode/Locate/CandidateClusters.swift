import RectoCore

/// A place where horizontal and vertical runs resemble a finder pattern, in pixels of the ink bits.
struct FinderCandidate: BitwiseCopyable {
    /// The center of the pattern's middle run along each axis.
    var x, y: Float
    /// The size of a module in pixels, from the horizontal and vertical runs.
    var across, down: Float

    var module: Float { (across + down) / 2 }
}

/// Clusters candidates that are close together. Memory is reused.
final class CandidateClusters {
    private struct Cluster {
        /// The mean of its candidates.
        var candidate: FinderCandidate
        var count: Float
        /// The next cluster in the same cell, or −1.
        var next: Int32

        mutating func add(_ other: FinderCandidate) {
            count += 1
            let share = 1 / count
            candidate.x += (other.x - candidate.x) * share
            candidate.y += (other.y - candidate.y) * share
            candidate.across += (other.across - candidate.across) * share
            candidate.down += (other.down - candidate.down) * share
        }

        /// - Parameter rowStep: The distance between searched rows.
        func isTall(rowStep: Int) -> Bool { Float(rowStep) * count >= CandidateClusters.share * 3 * candidate.down }
    }

    /// The side of a cell in pixels.
    private static let cell = 16
    /// The maximum distance of a candidate from its cluster's mean, in modules.
    private static let reach: Float = 1.5
    /// The minimum share of the rows through a pattern's middle with a candidate: textures have many candidates, but
    /// not in consecutive rows.
    private static let share: Float = 0.25

    /// Up to this many places are sorted by insertion, which needs no memory.
    private static let insertionLimit = 64

    private var clusters: [Cluster] = []
    /// The first cluster of each cell, or −1; a cluster stays in the cell of its first candidate.
    private let cells = Plane<Int32>()
    private var picked: [Int] = []

    func clear(width: Int, height: Int) {
        clusters.removeAll(keepingCapacity: true)
        cells.reshape(width: width / Self.cell + 1, height: height / Self.cell + 1)
        cells.fill(-1)
    }

    func add(_ candidate: FinderCandidate) {
        let reach = Self.reach * candidate.module
        for row in cell(candidate.y - reach, cells.height)...cell(candidate.y + reach, cells.height) {
            for column in cell(candidate.x - reach, cells.width)...cell(candidate.x + reach, cells.width) {
                var i = Int(cells[column, row])
                while i >= 0 {
                    let near = clusters[i].candidate
                    if abs(near.x - candidate.x) < reach, abs(near.y - candidate.y) < reach {
                        clusters[i].add(candidate)
                        return
                    }
                    i = Int(clusters[i].next)
                }
            }
        }
        let (column, row) = (cell(candidate.x, cells.width), cell(candidate.y, cells.height))
        clusters.append(Cluster(candidate: candidate, count: 1, next: cells[column, row]))
        cells[column, row] = Int32(clusters.count - 1)
    }

    /// Returns the cell of a coordinate, one of `count`.
    private func cell(_ place: Float, _ count: Int) -> Int { min(max(Int(place) / Self.cell, 0), count - 1) }

    /// Selects the clusters with the most candidates, sorted.
    /// - Parameters:
    ///   - limit: The maximum number of clusters.
    ///   - rowStep: The distance between searched rows.
    func pick(limit: Int, rowStep: Int, into places: inout [FinderCandidate]) {
        picked.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        if limit > Self.insertionLimit {
            for (i, cluster) in clusters.enumerated() where cluster.isTall(rowStep: rowStep) { picked.append(i) }
            picked.sort { (clusters[$0].count, $1) > (clusters[$1].count, $0) }
            for i in picked.prefix(limit) { places.append(clusters[i].candidate) }
            return
        }
        for (i, cluster) in clusters.enumerated() where cluster.isTall(rowStep: rowStep) {
            if picked.count == limit {
                guard clusters[picked[limit - 1]].count < cluster.count else { continue }
                picked.removeLast()
            }
            picked.insert(i, at: picked.firstIndex { clusters[$0].count < cluster.count } ?? picked.endIndex)
        }
        for i in picked { places.append(clusters[i].candidate) }
    }
}
