/// Puts hits that lie close together into places. Memory is kept from search to search.
final class HitClusters {
    private struct Cluster {
        var sum: SIMD4<Float>
        var count: Float
        /// The next one in the same cell, or −1.
        var next: Int32

        var hit: FinderHit {
            let mean = sum / count
            return FinderHit(x: mean[0], y: mean[1], across: mean[2], down: mean[3])
        }
    }

    /// Pixels of a cell's side.
    private static let cell = 32
    /// How near to a cluster's mean a hit belongs to it, in modules.
    private static let reach: Float = 1.5

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
        let sum = SIMD4(hit.x, hit.y, hit.across, hit.down)
        for row in cell(hit.y - reach, cells.height)...cell(hit.y + reach, cells.height) {
            for column in cell(hit.x - reach, cells.width)...cell(hit.x + reach, cells.width) {
                var i = Int(cells[column, row])
                while i >= 0 {
                    let near = clusters[i].hit
                    if abs(near.x - hit.x) < reach, abs(near.y - hit.y) < reach {
                        clusters[i].sum += sum
                        clusters[i].count += 1
                        return
                    }
                    i = Int(clusters[i].next)
                }
            }
        }
        let (column, row) = (cell(hit.x, cells.width), cell(hit.y, cells.height))
        clusters.append(Cluster(sum: sum, count: 1, next: cells[column, row]))
        cells[column, row] = Int32(clusters.count - 1)
    }

    /// The cell of a coordinate, one of `count`.
    private func cell(_ place: Float, _ count: Int) -> Int { min(max(Int(place) / Self.cell, 0), count - 1) }

    /// The clusters with the most hits, in order.
    /// - Parameter limit: At most so many.
    func pick(limit: Int, into places: inout [FinderHit]) {
        picked.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        for (i, cluster) in clusters.enumerated() {
            if picked.count == limit {
                guard clusters[picked[limit - 1]].count < cluster.count else { continue }
                picked.removeLast()
            }
            picked.insert(i, at: picked.firstIndex { clusters[$0].count < cluster.count } ?? picked.endIndex)
        }
        for i in picked { places.append(clusters[i].hit) }
    }
}
