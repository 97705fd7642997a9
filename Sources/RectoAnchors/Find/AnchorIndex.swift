internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// The points of many anchors, sorted into cells of like descriptors, so that a picture's point need not be compared with each.
///
/// Source: Sivic & Zisserman, "Video Google", ICCV 2003, for the inverted file; as in Jégou, Douze & Schmid, "Product
/// quantization for nearest neighbor search", PAMI 2011, what a cell holds is compared in full.
final class AnchorIndex: Sendable {
    /// A point of an anchor that a point of a picture looks like.
    struct Vote {
        /// Of the database.
        var anchor: Int
        /// Of the picture, and of the anchor.
        var point, match: Int
        /// Bits by which the anchors that have no vote of the picture's point are worse.
        var weight: Float
    }

    /// Memory that looking up needs.
    final class Scratch {
        fileprivate var toMiddles: [UInt16] = []
        fileprivate let toMembers = Plane<UInt16>()
        fileprivate var cells: [(distance: UInt16, cell: Int)] = []
        fileprivate let nearest = Plane<Near>()
        fileprivate var count = 0
    }

    fileprivate struct Near {
        let distance: UInt16
        let member: Member
    }

    fileprivate struct Member {
        let anchor, point: UInt32
    }

    /// Points that a cell has, about.
    private static let cellSize = 450
    /// Cells that are looked through for a point.
    private static let probes = 2
    /// Points of the anchors that the cells are chosen by.
    private static let sampleSize = 150_000
    /// Bits in which a point may differ from those that it votes for.
    private static let maximumDistance: UInt16 = 90
    /// Anchors that a point votes for: those that look most like it.
    private static let anchorsPerPoint = 10

    private let cells: DescriptorCells
    /// Where each cell's members begin, a multiple of 16, and how many it has.
    private let starts: [Int]
    private let counts: [Int]
    /// The most that a cell has, rounded up to 16.
    private let longest: Int
    private let members: [Member]
    private let descriptors: [UInt64]

    init(_ models: [AnchorModel]) {
        let pointCount = models.reduce(0) { $0 + $1.pointCount }
        let step = max(1, pointCount / Self.sampleSize)
        var sample: [UInt64] = []
        var number = 0
        for model in models {
            for i in 0..<model.pointCount {
                if number % step == 0 { for word in 0..<4 { sample.append(model.word(word, of: i)) } }
                number += 1
            }
        }
        let side = max(1, Int((Double(pointCount) / Double(Self.cellSize)).squareRoot().rounded(.up)))
        cells = DescriptorCells(of: sample.isEmpty ? [0, 0, 0, 0] : sample, side: side)
        let cellOf = Self.assign(models, to: cells, count: pointCount)
        var counts = [Int](repeating: 0, count: cells.count)
        for cell in cellOf { counts[Int(cell)] += 1 }
        var starts: [Int] = []
        var end = 0
        for count in counts {
            starts.append(end)
            end += (count + 15) / 16 * 16
        }
        var next = starts
        var members = [Member](repeating: Member(anchor: 0, point: 0), count: end)
        var descriptors = [UInt64](repeating: 0, count: descriptorWordCount(end))
        number = 0
        for (index, model) in models.enumerated() {
            for i in 0..<model.pointCount {
                let place = next[Int(cellOf[number])]
                next[Int(cellOf[number])] += 1
                number += 1
                members[place] = Member(anchor: UInt32(index), point: UInt32(i))
                for word in 0..<4 { descriptors[place / 4 * 16 + 4 * word + place % 4] = model.word(word, of: i) }
            }
        }
        self.starts = starts
        self.counts = counts
        longest = max(16, ((counts.max() ?? 0) + 15) / 16 * 16)
        self.members = members
        self.descriptors = descriptors
    }

    /// The cells of all points, anchor by anchor.
    private static func assign(_ models: [AnchorModel], to cells: DescriptorCells, count: Int) -> [UInt32] {
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

    /// Finds the anchors' points that a picture's points look most like.
    /// - Parameter votes: Replaced; of each of the picture's points at most one for an anchor.
    func look(up points: PicturePoints, _ scratch: Scratch, into votes: inout [Vote]) {
        votes.removeAll(keepingCapacity: true)
        let width = (cells.side + 15) / 16 * 16
        if scratch.toMiddles.count < width { scratch.toMiddles = [UInt16](repeating: 0, count: width) }
        scratch.toMembers.reshape(width: longest, height: 1)
        scratch.nearest.reshape(width: Self.anchorsPerPoint + 2, height: 1)
        points.bits.withUnsafeBufferPointer { bits in
            // SAFETY: four words a point.
            guard let bits = bits.baseAddress else { return }
            for i in 0..<points.count {
                findNearest(to: bits + 4 * i, scratch)
                vote(i, scratch, &votes)
            }
        }
    }

    /// Replaces the scratch's nearest by what looks most like a descriptor: one more than vote, each of another anchor.
    private func findNearest(to bits: UnsafePointer<UInt64>, _ scratch: Scratch) {
        scratch.count = 0
        cells.nearest(to: bits, limit: Self.probes, &scratch.toMiddles, into: &scratch.cells)
        var bound = Self.maximumDistance
        let distances = scratch.toMembers.base
        descriptors.withUnsafeBufferPointer { descriptors in
            members.withUnsafeBufferPointer { members in
                guard let descriptors = descriptors.baseAddress else { return }
                for (_, cell) in scratch.cells {
                    let (first, count) = (starts[cell], counts[cell])
                    // SAFETY: cells are whole vectors, of which the distances have room for the most.
                    hammingDistances(bits, descriptors + 4 * first, count: count, into: distances)
                    for four in stride(from: 0, to: count, by: 4) where Self.isAnyBelow(bound, distances + four) {
                        for i in four..<min(four + 4, count) where distances[i] < bound {
                            bound = Self.add(Near(distance: distances[i], member: members[first + i]), scratch, bound)
                        }
                    }
                }
            }
        }
    }

    /// Whether one of four distances is below a bound; all are below 2¹⁵.
    @inline(__always)
    private static func isAnyBelow(_ bound: UInt16, _ distances: UnsafePointer<UInt16>) -> Bool {
        // SAFETY: distances are computed in sixteens.
        let four = UnsafeRawPointer(distances).loadUnaligned(as: UInt64.self)
        // A lane's uppermost bit is lost where the bound is more than it has.
        let (ones, upper): (UInt64, UInt64) = (0x0001_0001_0001_0001, 0x8000_8000_8000_8000)
        return ((four | upper) &- UInt64(bound) &* ones) & upper != upper
    }

    /// Puts a member in its place among the nearest.
    /// - Returns: The distance from which others are not among them.
    private static func add(_ near: Near, _ scratch: Scratch, _ bound: UInt16) -> UInt16 {
        // SAFETY: there is room for one more than are kept.
        let nearest = scratch.nearest.base
        var end = 0
        while end < scratch.count, nearest[end].member.anchor != near.member.anchor { end += 1 }
        if end < scratch.count {
            guard near.distance < nearest[end].distance else { return bound }
        } else {
            scratch.count += 1
        }
        while end > 0, nearest[end - 1].distance > near.distance {
            nearest[end] = nearest[end - 1]
            end -= 1
        }
        nearest[end] = near
        scratch.count = min(scratch.count, anchorsPerPoint + 1)
        return scratch.count > anchorsPerPoint ? nearest[anchorsPerPoint].distance : bound
    }

    private func vote(_ point: Int, _ scratch: Scratch, _ votes: inout [Vote]) {
        let nearest = scratch.nearest.base
        let base = scratch.count > Self.anchorsPerPoint ? nearest[Self.anchorsPerPoint].distance : Self.maximumDistance
        for i in 0..<min(scratch.count, Self.anchorsPerPoint) {
            votes.append(
                Vote(
                    anchor: Int(nearest[i].member.anchor), point: point, match: Int(nearest[i].member.point),
                    weight: Float(base - nearest[i].distance)))
        }
    }
}
