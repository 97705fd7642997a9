internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The points of many anchors in cells of similar descriptors. A picture's point is compared with the points of a few
/// cells.
///
/// Source: Sivic & Zisserman, "Video Google", ICCV 2003, for the inverted file. As in Jégou, Douze & Schmid, "Product
/// quantization for nearest neighbor search", PAMI 2011, the members of a cell are compared in full.
package final class AnchorIndex: Sendable {
    /// An anchor's point with a descriptor near that of a picture's point.
    package struct Vote: Hashable, Sendable {
        /// Index in the database.
        package var anchor: Int
        /// Numbers of the picture's point and of the anchor's point.
        package var point, match: Int
        /// Number of bits by which anchors without a vote from this point are worse.
        package var weight: Float
    }

    /// Scratch memory of a search.
    package final class Scratch {
        fileprivate var toMiddles: [UInt16] = []
        fileprivate var cells: [(distance: UInt16, cell: Int)] = []
        fileprivate let toMembers = Plane<UInt16>()
        fileprivate let places = Plane<UInt32>()
        fileprivate let nearest = Plane<Near>()

        package init() {}
    }

    fileprivate struct Near {
        let distance: UInt16
        let member: Member
    }

    fileprivate struct Member {
        let anchor, point: UInt32
    }

    /// Approximate number of points per cell.
    private static let cellSize = 200
    /// Number of points of the anchors from which the cells are chosen.
    private static let sampleSize = 80_000
    /// Maximum number of bits in which a point may differ from those that it votes for.
    private static let maximumDistance: UInt16 = 90

    /// Thumbnails of the anchors.
    let thumbnails: OutlinePoses.Thumbnails
    private let cells: VocabularyTree
    /// Start of each cell's members, a multiple of 16, and their number.
    private let starts: [Int]
    private let counts: [Int]
    /// Size of the largest cell, rounded up to 16.
    private let longest: Int
    private let members: [Member]
    private let descriptors: [UInt64]

    package init(_ database: AnchorDatabase) {
        let models = database.models
        thumbnails = OutlinePoses.Thumbnails(of: models)
        let pointCount = models.reduce(0) { $0 + $1.pointCount }
        let side = max(1, Int((Double(pointCount) / Double(Self.cellSize)).squareRoot().rounded(.up)))
        cells = VocabularyTree(of: Self.sample(models, of: pointCount), side: side)
        let cellOf = Self.assign(models, to: cells, count: pointCount)
        counts = Self.sizes(of: cells.count, cellOf)
        longest = max(16, Self.padded(counts.max() ?? 0))
        starts = Self.starts(counts)
        (members, descriptors) = Self.laidOut(models, cellOf, starts, room: counts.reduce(0) { $0 + Self.padded($1) })
    }

    private static func padded(_ count: Int) -> Int { (count + 15) / 16 * 16 }

    /// Descriptors of points spread over all anchors; a zero descriptor if there are no points.
    private static func sample(_ models: [AnchorModel], of pointCount: Int) -> [UInt64] {
        guard pointCount > 0 else { return [0, 0, 0, 0] }
        let step = max(1, pointCount / sampleSize)
        var sample: [UInt64] = []
        var number = 0
        for model in models {
            for i in 0..<model.pointCount {
                if number % step == 0 { for word in 0..<4 { sample.append(model.word(word, of: i)) } }
                number += 1
            }
        }
        return sample
    }

    /// The cells of all points, anchor by anchor.
    private static func assign(_ models: [AnchorModel], to cells: VocabularyTree, count: Int) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(count)
        var distances = [UInt16](repeating: 0, count: (cells.side + 15) / 16 * 16)
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4) { bits in
            guard let base = bits.baseAddress else { return }
            for model in models {
                for i in 0..<model.pointCount {
                    for word in 0..<4 { base[word] = model.word(word, of: i) }
                    result.append(UInt32(cells.cell(of: base, &distances)))
                }
            }
        }
        return result
    }

    /// Number of points in each cell.
    private static func sizes(of cellCount: Int, _ cellOf: [UInt32]) -> [Int] {
        var counts = [Int](repeating: 0, count: cellCount)
        for cell in cellOf { counts[Int(cell)] += 1 }
        return counts
    }

    /// Starts of cells of the given sizes.
    private static func starts(_ counts: [Int]) -> [Int] {
        var end = 0
        return counts.map { count in
            defer { end += padded(count) }
            return end
        }
    }

    /// The points of all anchors, cell by cell.
    /// - Parameter room: Number of points, including the gaps between cells.
    private static func laidOut(
        _ models: [AnchorModel], _ cellOf: [UInt32], _ starts: [Int], room: Int
    ) -> (members: [Member], descriptors: [UInt64]) {
        var next = starts
        var members = [Member](repeating: Member(anchor: 0, point: 0), count: room)
        var descriptors = [UInt64](repeating: 0, count: descriptorWordCount(room))
        var number = 0
        for (index, model) in models.enumerated() {
            for i in 0..<model.pointCount {
                let cell = Int(cellOf[number])
                let place = next[cell]
                next[cell] += 1
                number += 1
                members[place] = Member(anchor: UInt32(index), point: UInt32(i))
                for word in 0..<4 { descriptors[place / 4 * 16 + 4 * word + place % 4] = model.word(word, of: i) }
            }
        }
        return (members, descriptors)
    }

    /// Finds the points of anchors whose descriptors are nearest to that of a point of the picture.
    /// - Parameters:
    ///   - point: The point's number.
    ///   - probes: The number of cells to search.
    ///   - anchors: The maximum number of anchors that the point votes for: the nearest, with one vote each.
    ///   - votes: Receives the added votes.
    package func search(
        for point: Int, of points: Keypoints, probes: Int, anchors: Int, _ scratch: Scratch, into votes: inout [Vote]
    ) {
        let width = Self.padded(cells.side)
        if scratch.toMiddles.count < width { scratch.toMiddles = [UInt16](repeating: 0, count: width) }
        scratch.toMembers.reshape(width: probes * longest, height: 1)
        scratch.places.reshape(width: probes * longest, height: 1)
        scratch.nearest.reshape(width: anchors + 2, height: 1)
        points.bits.withUnsafeBufferPointer { bits in
            // SAFETY: four words per point.
            guard let bits = bits.baseAddress.map({ $0 + 4 * point }) else { return }
            cells.nearest(to: bits, limit: probes, &scratch.toMiddles, into: &scratch.cells)
            let count = findNearest(to: bits, scratch.cells, limit: anchors, scratch)
            let nearest = scratch.nearest.base
            let base = count > anchors ? nearest[anchors].distance : Self.maximumDistance
            for i in 0..<min(count, anchors) {
                votes.append(
                    Vote(
                        anchor: Int(nearest[i].member.anchor), point: point, match: Int(nearest[i].member.point),
                        weight: Float(base - nearest[i].distance)))
            }
        }
    }

    /// Replaces the scratch's nearest points with those nearest to a descriptor: one more than may vote, each of
    /// another anchor.
    /// - Returns: The number of points found.
    private func findNearest(
        to bits: UnsafePointer<UInt64>, _ probes: [(distance: UInt16, cell: Int)], limit: Int, _ scratch: Scratch
    ) -> Int {
        let (distances, places, nearest) = (scratch.toMembers.base, scratch.places.base, scratch.nearest.base)
        var end = 0
        // SAFETY: cells are whole vectors, for which the scratch has room in each probe.
        descriptors.withUnsafeBufferPointer { descriptors in
            guard let descriptors = descriptors.baseAddress else { return }
            for (_, cell) in probes {
                hammingDistances(bits, descriptors + 4 * starts[cell], count: counts[cell], into: distances + end)
                let next = end + Self.padded(counts[cell])
                (distances + end + counts[cell]).update(repeating: .max, count: next - end - counts[cell])
                end = next
            }
        }
        let near = nearPlaces(distances, count: end, limit: Self.maximumDistance, into: places)
        return members.withUnsafeBufferPointer { members in
            var (count, probe, first, next) = (0, 0, 0, 0)
            var bound = Self.maximumDistance
            for i in 0..<near {
                let place = Int(places[i])
                // Places are numbered consecutively from probe to probe.
                while place >= next {
                    let cell = probes[probe].cell
                    first = starts[cell] - next
                    next += Self.padded(counts[cell])
                    probe += 1
                }
                guard distances[place] < bound else { continue }
                let added = Near(distance: distances[place], member: members[first + place])
                bound = Self.add(added, to: nearest, &count, limit: limit, bound)
            }
            return count
        }
    }

    /// Inserts a member into the sorted nearest points.
    /// - Returns: The distance at which other members are no longer among the nearest.
    @inline(__always)
    private static func add(
        _ near: Near, to nearest: UnsafeMutablePointer<Near>, _ count: inout Int, limit: Int, _ bound: UInt16
    ) -> UInt16 {
        // SAFETY: there is room for one more than is kept.
        var end = 0
        while end < count, nearest[end].member.anchor != near.member.anchor { end += 1 }
        if end < count {
            guard near.distance < nearest[end].distance else { return bound }
        } else {
            count += 1
        }
        while end > 0, nearest[end - 1].distance > near.distance {
            nearest[end] = nearest[end - 1]
            end -= 1
        }
        nearest[end] = near
        count = min(count, limit + 1)
        return count > limit ? nearest[limit].distance : bound
    }
}
