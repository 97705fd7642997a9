import RectoCore

/// Lets the best quads of a picture compete, each seen beside those that hold it and those that it holds.
///
/// A printed frame, a picture or a block of text is as good a quad as the page around it: which of them is the page shows
/// only from the two together. So every quad is described by its own features, by those of the best quad that holds it
/// and by those of the best quad in it, and ``ContestNetwork`` scores the three.
final class QuadContest {
    /// So many quads compete: the page is nearly always among the first thirty.
    static let size = 48

    /// What is known of a quad before the contest.
    struct Entrant {
        /// In working pixels from the frame's centre, clockwise.
        var quad: Quad
        var features: QuadFeatures
        /// Score of the ``QuadRanker``.
        var score: Float
    }

    /// Quads with corners this near on average, in roots of the smaller area, are the same.
    private static let sameness: Float = 0.06
    /// A quad that holds another is larger by this factor at least ...
    private static let leastRatio: Float = 1.08
    /// ... and the other sticks out of it by no more than this, in roots of its own area.
    private static let slack: Float = 0.02

    private let network = ContestNetwork()
    private var shapes: [Shape] = []
    private var odds: [Float] = []
    private var own: [ContestNetwork.Features] = []

    /// - Parameter entrants: At most ``size``.
    /// - Returns: For each entrant the natural logarithm of its odds of being the page, up to a constant of the picture.
    func scores(of entrants: [Entrant], _ density: EdgeDensity) -> [Float] {
        describe(entrants, density).map { network.score($0) }
    }

    /// The description of each entrant that the network scores.
    func describe(_ entrants: [Entrant], _ density: EdgeDensity) -> [ContestNetwork.Input] {
        precondition(entrants.count <= Self.size, "relations are sets of 64 bits")
        shapes.removeAll(keepingCapacity: true)
        own.removeAll(keepingCapacity: true)
        odds.removeAll(keepingCapacity: true)
        let best = entrants.map(\.score).max() ?? 0
        for entrant in entrants {
            shapes.append(Shape(entrant.quad))
            own.append(Self.ownFeatures(entrant, density))
            odds.append(exponential(entrant.score - best))
        }
        let sum = odds.reduce(0, +)
        for index in odds.indices { odds[index] /= sum }
        return relations(entrants.count).enumerated().map { index, relation in
            var input = ContestNetwork.Input(own[index], shareOfLike: share(relation.like))
            add(relation.holders, of: index, entrants, to: &input)
            add(relation.contents, of: index, entrants, to: &input)
            return input
        }
    }

    /// Sets of entrants, a bit for each.
    private struct Relation {
        var like: UInt64 = 0
        var holders: UInt64 = 0
        var contents: UInt64 = 0
    }

    private func relations(_ count: Int) -> [Relation] {
        var relations = [Relation](repeating: Relation(), count: count)
        for first in 0..<count {
            relations[first].like |= 1 << UInt64(first)
            for second in 0..<first {
                if shapes[first].isLike(shapes[second], within: Self.sameness) {
                    relations[first].like |= 1 << UInt64(second)
                    relations[second].like |= 1 << UInt64(first)
                    continue
                }
                let (inner, outer) = shapes[first].area < shapes[second].area ? (first, second) : (second, first)
                guard shapes[outer].area > Self.leastRatio * shapes[inner].area,
                    shapes[outer].holds(shapes[inner], slack: Self.slack)
                else { continue }
                relations[inner].holders |= 1 << UInt64(outer)
                relations[outer].contents |= 1 << UInt64(inner)
            }
        }
        return relations
    }

    private func share(_ set: UInt64) -> Float {
        var (rest, sum) = (set, Float(0))
        while rest != 0 {
            sum += odds[rest.trailingZeroBitCount]
            rest &= rest - 1
        }
        return sum
    }

    /// Adds the best of a set of related quads.
    private func add(_ set: UInt64, of index: Int, _ entrants: [Entrant], to input: inout ContestNetwork.Input) {
        var rest = set
        var best: Int?
        while rest != 0 {
            let other = rest.trailingZeroBitCount
            rest &= rest - 1
            if let known = best, entrants[other].score <= entrants[known].score { continue }
            best = other
        }
        guard let best else { return input.addNothing() }
        input.add(
            own[best], lead: entrants[best].score - entrants[index].score,
            sizeRatio: logarithm(shapes[best].area / shapes[index].area), share: share(set),
            number: Float(set.nonzeroBitCount) / Float(Self.size))
    }

    private static func ownFeatures(_ entrant: Entrant, _ density: EdgeDensity) -> ContestNetwork.Features {
        let texture = QuadTexture(entrant.quad.startingAtSmallestSum, density)
        var values = ContestNetwork.Features(repeating: 0)
        for index in 0..<21 { values[index] = entrant.features.values[index] }
        for index in 0..<6 { values[21 + index] = texture.values[index] }
        return values
    }

    /// A quad's corners and sides in a form that is quick to compare.
    private struct Shape {
        let area: Float
        private let root: Float
        private let x: SIMD4<Float>
        private let y: SIMD4<Float>
        /// Inner normals of the sides and their offsets.
        private let normalX: SIMD4<Float>
        private let normalY: SIMD4<Float>
        private let offset: SIMD4<Float>

        init(_ quad: Quad) {
            let quad = quad.startingAtSmallestSum
            x = SIMD4(quad.corners.map { Float($0.x) })
            y = SIMD4(quad.corners.map { Float($0.y) })
            area = Float(quad.area)
            root = area.squareRoot()
            let nextX = SIMD4<Float>(x[1], x[2], x[3], x[0])
            let nextY = SIMD4<Float>(y[1], y[2], y[3], y[0])
            let (dx, dy): (SIMD4<Float>, SIMD4<Float>) = (nextX - x, nextY - y)
            let length: SIMD4<Float> = (dx * dx + dy * dy).squareRoot()
            normalX = -dy / length
            normalY = dx / length
            offset = normalX * x + normalY * y
        }

        func isLike(_ other: Shape, within share: Float) -> Bool {
            let (dx, dy): (SIMD4<Float>, SIMD4<Float>) = (x - other.x, y - other.y)
            let distances: SIMD4<Float> = (dx * dx + dy * dy).squareRoot()
            return distances.sum() < 4 * share * min(root, other.root)
        }

        /// Whether no corner of the other lies outside by more than a share of the root of the other's area.
        func holds(_ other: Shape, slack: Float) -> Bool {
            let least = -slack * other.root
            for side in 0..<4 {
                let inset: SIMD4<Float> = other.x * normalX[side] + other.y * normalY[side] - offset[side]
                if inset.min() < least { return false }
            }
            return true
        }
    }
}
