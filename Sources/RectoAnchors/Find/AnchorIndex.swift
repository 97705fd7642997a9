internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// Tells which few of many anchors a picture may show, from its points alone and without matching each anchor.
///
/// Points that agree in 16 chosen bits of their descriptors lie in one bucket, in four tables of such buckets. A picture's point
/// counts for the anchors of the points in its buckets that also agree in most of 64 other bits; and counts where these points'
/// turns and sizes say that the anchor as a whole is turned and sized, so that what belongs together adds up.
///
/// Sources: Indyk & Motwani, "Approximate nearest neighbors", STOC 1998, for the tables; Jégou, Douze & Schmid, "Hamming
/// embedding and weak geometric consistency", ECCV 2008, for the rest.
final class AnchorIndex: Sendable {
    private static let tables = 4
    private static let buckets = 1 << 16
    /// Word of the descriptor that the tables are made from: its boxes are the largest, and so the least fickle.
    private static let keyWord = 3
    /// Word of the descriptor that decides within a bucket, and the bits of it in which points may differ.
    private static let signatureWord = 2
    private static let mostDistance = 16
    /// A bucket with more points than this says nothing.
    private static let mostPoints = 1000
    /// Counts are kept for so many turns and scales, the latter by factors of √2.
    private static let turns = 16
    private static let scales = 12
    private static let cells = turns * scales

    private struct Entry {
        let signature: UInt64
        let anchor: UInt32
        /// In 1/256 of a full turn, and in factors of √2: what to add to a picture's point.
        let turn: UInt8
        let scale: UInt8
    }

    private let anchorCount: Int
    /// For each table where its buckets begin, and a last one where they end.
    private let starts: [UInt32]
    private let entries: [Entry]

    init(_ models: [AnchorModel]) {
        anchorCount = models.count
        var starts = [UInt32](repeating: 0, count: Self.tables * Self.buckets + 1)
        for model in models {
            for i in 0..<model.pointCount {
                for table in 0..<Self.tables { starts[Self.bucket(model.word(Self.keyWord, of: i), table) + 1] += 1 }
            }
        }
        for i in 1..<starts.count { starts[i] += starts[i - 1] }
        let none = Entry(signature: 0, anchor: 0, turn: 0, scale: 0)
        var entries = [Entry](repeating: none, count: Int(starts[starts.count - 1]))
        var next = starts
        for (index, model) in models.enumerated() {
            for i in 0..<model.pointCount {
                let (turn, scale) = Self.pose(of: i, model)
                let entry = Entry(
                    signature: model.word(Self.signatureWord, of: i), anchor: UInt32(index), turn: turn, scale: scale)
                for table in 0..<Self.tables {
                    let bucket = Self.bucket(model.word(Self.keyWord, of: i), table)
                    entries[Int(next[bucket])] = entry
                    next[bucket] += 1
                }
            }
        }
        self.starts = starts
        self.entries = entries
    }

    private static func bucket(_ word: UInt64, _ table: Int) -> Int {
        table * buckets + Int(word >> UInt64(16 * table) & 0xFFFF)
    }

    /// What a point's view and orientation take from the anchor's turn, and its size from the anchor's scale.
    private static func pose(of i: Int, _ model: AnchorModel) -> (turn: UInt8, scale: UInt8) {
        let map = model.toView(i)
        let view = arcTangent(map.z - map.y, map.x + map.w)
        let own = arcTangent(model.sine[i], model.cosine[i])
        let determinant: Float = map.x * map.w - map.y * map.z
        let size: Float = model.size[i] / abs(determinant).squareRoot()
        return (turnUnits(view - own), UInt8(max(0, min(Float(scales / 2), levels(size)))))
    }

    private static func turnUnits(_ angle: Float) -> UInt8 {
        UInt8(truncatingIfNeeded: Int((angle * (256 / (2 * Float.pi))).rounded()))
    }

    private static func levels(_ size: Float) -> Float { (2 * logarithm2(size)).rounded() }

    /// Ranks the anchors by how much of them a picture's points may show.
    /// - Parameters:
    ///   - counts: Scratch.
    ///   - ranking: Replaced by the anchors that anything speaks for, best first.
    ///   - scores: Replaced by all anchors' scores.
    func rank(
        _ points: PicturePoints, counts: Plane<Float>, into ranking: inout Ranking, scores: inout [Float]
    ) {
        counts.reshape(width: Self.cells, height: anchorCount)
        counts.fill(0)
        for i in 0..<points.count { count(points, i, counts.base) }
        ranking.removeAll()
        scores.removeAll(keepingCapacity: true)
        for anchor in 0..<anchorCount {
            let score = Self.peak(counts.base + anchor * Self.cells)
            scores.append(score)
            if score > 0 { ranking.add(anchor, score: score) }
        }
        ranking.sort()
    }

    private func count(_ points: PicturePoints, _ i: Int, _ counts: UnsafeMutablePointer<Float>) {
        let direction = points.direction[i]
        let turn = Self.turnUnits(arcTangent(direction.sine, direction.cosine))
        let scale = Int(Self.levels(points.size[i])) + Self.scales / 2 - 1
        let key = points.bits[4 * i + Self.keyWord]
        let signature = points.bits[4 * i + Self.signatureWord]
        for table in 0..<Self.tables {
            let bucket = Self.bucket(key, table)
            let members = Int(starts[bucket])..<Int(starts[bucket + 1])
            guard members.count <= Self.mostPoints else { continue }
            // A point has one vote in each table, shared out: what many anchors have in common says little for each.
            var total: Float = 0
            for member in members { total += Self.weight(entries[member].signature ^ signature) }
            guard total > 0 else { continue }
            for member in members {
                let entry = entries[member]
                let weight = Self.weight(entry.signature ^ signature)
                guard weight > 0 else { continue }
                let row = min(Self.scales - 1, max(0, scale - Int(entry.scale)))
                let cell = row * Self.turns + Int((turn &+ entry.turn) >> 4)
                // SAFETY: a cell of the anchor's, of which there are that many.
                counts[Int(entry.anchor) * Self.cells + cell] += weight / total
            }
        }
    }

    /// How well signatures with these differences agree; 0 if not at all.
    @inline(__always)
    private static func weight(_ differences: UInt64) -> Float {
        Float(max(0, mostDistance + 1 - differences.nonzeroBitCount))
    }

    /// The largest sum of two by two neighbouring cells; turns go round.
    private static func peak(_ counts: UnsafePointer<Float>) -> Float {
        var best: Float = 0
        for scale in 0..<scales - 1 {
            let row = counts + scale * turns
            for turn in 0..<turns {
                let next = (turn + 1) % turns
                let sum: Float = row[turn] + row[next] + row[turns + turn] + row[turns + next]
                best = max(best, sum)
            }
        }
        return best
    }
}
