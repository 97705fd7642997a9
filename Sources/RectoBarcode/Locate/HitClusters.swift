/// Puts hits that lie close together into places. Memory is kept from search to search.
final class HitClusters {
    private struct Cluster {
        /// The mean of its hits.
        var hit: FinderHit
        var count: Float
        /// The next one in the same cell, or −1.
        var next: Int32

        mutating func add(_ other: FinderHit) {
            count += 1
            let share = 1 / count
            hit.x += (other.x - hit.x) * share
            hit.y += (other.y - hit.y) * share
            hit.across += (other.across - hit.across) * share
            hit.down += (other.down - hit.down) * share
        }

        /// - Parameter rowStep: Rows from one searched to the next.
        func isTall(rowStep: Int) -> Bool { Float(rowStep) * count >= HitClusters.share * 3 * hit.down }
    }

    /// Pixels of a cell's side.
    private static let cell = 16
    /// How near to a cluster's mean a hit belongs to it, in modules.
    private static let reach: Float = 1.5
    /// Least share of the rows through a pattern's middle that hit it: textures have many hits, but not one above the other.
    private static let share: Float = 0.25

    private var clusters: [Cluster] = []
    /// The first cluster of each cell, or −1; a cluster stays where its first hit was.
    private let cells = Table<Int32>()
    private var picked: [Int] = []

    func clear(width: Int, height: Int) {
        clusters.removeAll(keepingCapacity: true)
        cells.reshape(width: width / Self.cell + 1, height: height / Self.cell + 1)
        cells.fill(-1)
    }

    func add(_ hit: FinderHit) {
        let reach = Self.reach * hit.module
        for row in cell(hit.y - reach, cells.height)...cell(hit.y + reach, cells.height) {
            for column in cell(hit.x - reach, cells.width)...cell(hit.x + reach, cells.width) {
                var i = Int(cells[column, row])
                while i >= 0 {
                    let near = clusters[i].hit
                    if abs(near.x - hit.x) < reach, abs(near.y - hit.y) < reach {
                        clusters[i].add(hit)
                        return
                    }
                    i = Int(clusters[i].next)
                }
            }
        }
        let (column, row) = (cell(hit.x, cells.width), cell(hit.y, cells.height))
        clusters.append(Cluster(hit: hit, count: 1, next: cells[column, row]))
        cells[column, row] = Int32(clusters.count - 1)
    }

    /// The cell of a coordinate, one of `count`.
    private func cell(_ place: Float, _ count: Int) -> Int { min(max(Int(place) / Self.cell, 0), count - 1) }

    /// The clusters with the most hits, in order.
    /// - Parameters:
    ///   - limit: At most so many.
    ///   - rowStep: Rows from one searched to the next.
    func pick(limit: Int, rowStep: Int, into places: inout [FinderHit]) {
        picked.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        for (i, cluster) in clusters.enumerated() where cluster.isTall(rowStep: rowStep) {
            if picked.count == limit {
                guard clusters[picked[limit - 1]].count < cluster.count else { continue }
                picked.removeLast()
            }
            picked.insert(i, at: picked.firstIndex { clusters[$0].count < cluster.count } ?? picked.endIndex)
        }
        for i in picked { places.append(clusters[i].hit) }
    }
}
