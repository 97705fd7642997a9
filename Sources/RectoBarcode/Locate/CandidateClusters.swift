import RectoCore

/// A place where runs across and down are like a finder pattern's, in pixels of the ink bits.
struct FinderCandidate: BitwiseCopyable {
    /// The center of the pattern's middle run along each axis.
    var x, y: Float
    /// Pixels of a module, by the runs across and down.
    var across, down: Float

    var module: Float { (across + down) / 2 }
}

/// Puts candidates that lie close together into places. Memory is kept from search to search.
final class CandidateClusters {
    private struct Cluster {
        /// The mean of its candidates.
        var candidate: FinderCandidate
        var count: Float
        /// The next one in the same cell, or −1.
        var next: Int32

        mutating func add(_ other: FinderCandidate) {
            count += 1
            let share = 1 / count
            candidate.x += (other.x - candidate.x) * share
            candidate.y += (other.y - candidate.y) * share
            candidate.across += (other.across - candidate.across) * share
            candidate.down += (other.down - candidate.down) * share
        }

        /// - Parameter rowStep: Rows from one searched to the next.
        func isTall(rowStep: Int) -> Bool { Float(rowStep) * count >= CandidateClusters.share * 3 * candidate.down }
    }

    /// Pixels of a cell's side.
    private static let cell = 16
    /// How near to a cluster's mean a candidate belongs to it, in modules.
    private static let reach: Float = 1.5
    /// Minimum share of the rows through a pattern's middle in which it is a candidate: textures have many candidates, but not
    /// one above the other.
    private static let share: Float = 0.25

    /// Up to so many places are put in order one by one, which takes no memory.
    private static let insertionLimit = 64

    private var clusters: [Cluster] = []
    /// The first cluster of each cell, or −1; a cluster stays where its first candidate was.
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

    /// The cell of a coordinate, one of `count`.
    private func cell(_ place: Float, _ count: Int) -> Int { min(max(Int(place) / Self.cell, 0), count - 1) }

    /// The clusters with the most candidates, in order.
    /// - Parameters:
    ///   - limit: At most so many.
    ///   - rowStep: Rows from one searched to the next.
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
