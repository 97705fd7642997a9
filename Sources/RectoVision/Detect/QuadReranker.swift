import RectoCore

/// Lets the best quads of a picture compete, each seen beside those that hold it and those that it holds.
///
/// A printed frame, a picture or a block of text is as good a quad as the page around it: which of them is the page
/// shows only from the two together. So every quad is described by its own features, by those of the best quad that
/// holds it and by those of the best quad in it, and ``RerankerNetwork`` scores the three.
package final class QuadReranker {
    /// So many quads compete: the page is nearly always among the first thirty.
    package static let size = 48

    /// What is known of a quad before it is ranked.
    package struct Candidate {
        /// Clockwise.
        var quad: CenteredQuad
        var features: QuadFeatures
        /// Score of the ``QuadRanker``.
        var score: Float

        package init(quad: CenteredQuad, features: QuadFeatures, score: Float) {
            self.quad = quad
            self.features = features
            self.score = score
        }
    }

    /// Quads with corners this near on average, in roots of the smaller area, are the same.
    private static let sameness: Float = 0.06
    /// A quad that holds another is larger by this factor at least ...
    private static let minimumRatio: Float = 1.08
    /// ... and the other sticks out of it by no more than this, in roots of its own area.
    private static let slack: Float = 0.02

    /// What is known of candidates once they are ranked, in their order.
    package struct Ranking {
        /// The natural logarithm of each one's odds of being the page, up to a constant of the picture.
        package fileprivate(set) var scores: [Float] = []
        /// Mean of ``scores``, which is also that of the ranker's scores.
        package fileprivate(set) var meanScore: Float = 0
        /// What ``RerankerNetwork`` saw of each.
        package fileprivate(set) var inputs: [RerankerNetwork.Input] = []
        /// The texture of each.
        fileprivate(set) var textures: [QuadTexture] = []
    }

    /// The last one. Whoever holds it while others are ranked makes these take new memory.
    private(set) var ranking = Ranking()

    private let network = RerankerNetwork()
    private var shapes: [Shape] = []
    private var odds: [Float] = []
    private var features: [RerankerNetwork.Features] = []
    private var relations: [Relation] = []

    package init() {}

    /// - Parameter candidates: At most ``size``.
    package func rerank(_ candidates: [Candidate], _ density: EdgeDensity) -> Ranking {
        precondition(candidates.count <= Self.size, "relations are sets of 64 bits")
        ranking.inputs.removeAll(keepingCapacity: true)
        ranking.scores.removeAll(keepingCapacity: true)
        describe(candidates, density)
        relate()
        for (index, relation) in relations.enumerated() {
            var input = RerankerNetwork.Input(features[index], shareOfLike: share(relation.like))
            add(relation.holders, of: index, candidates, to: &input)
            add(relation.contents, of: index, candidates, to: &input)
            ranking.inputs.append(input)
            ranking.scores.append(network.score(input))
        }
        let count = Float(max(candidates.count, 1))
        ranking.meanScore = candidates.lazy.map { $0.score }.reduce(0, +) / count
        let excess = ranking.scores.reduce(0, +) / count - ranking.meanScore
        for index in ranking.scores.indices { ranking.scores[index] -= excess }
        return ranking
    }

    /// Takes down each candidate's shape, texture, features and odds.
    private func describe(_ candidates: [Candidate], _ density: EdgeDensity) {
        shapes.removeAll(keepingCapacity: true)
        features.removeAll(keepingCapacity: true)
        ranking.textures.removeAll(keepingCapacity: true)
        odds.removeAll(keepingCapacity: true)
        let best = candidates.lazy.map { $0.score }.max() ?? 0
        for candidate in candidates {
            shapes.append(Shape(candidate.quad))
            let texture = QuadTexture(candidate.quad.startingAtSmallestSum, density)
            ranking.textures.append(texture)
            features.append(Self.features(candidate, texture))
            odds.append(exp(candidate.score - best))
        }
        let sum = odds.reduce(0, +)
        for index in odds.indices { odds[index] /= sum }
    }

    /// Sets of candidates, a bit for each.
    private struct Relation {
        var like: UInt64 = 0
        var holders: UInt64 = 0
        var contents: UInt64 = 0
    }

    /// Takes down which candidates are like each other, and which hold which.
    private func relate() {
        relations.removeAll(keepingCapacity: true)
        for index in shapes.indices { relations.append(Relation(like: 1 << UInt64(index))) }
        shapes.withUnsafeBufferPointer { shapes in
            relations.withUnsafeMutableBufferPointer { relations in
                for first in shapes.indices {
                    for second in 0..<first { Self.relate(first, second, shapes, relations) }
                }
            }
        }
    }

    @inline(__always)
    private static func relate(
        _ first: Int, _ second: Int, _ shapes: UnsafeBufferPointer<Shape>,
        _ relations: UnsafeMutableBufferPointer<Relation>
    ) {
        if shapes[first].isLike(shapes[second], within: sameness) {
            relations[first].like |= 1 << UInt64(second)
            relations[second].like |= 1 << UInt64(first)
            return
        }
        let (inner, outer) = shapes[first].area < shapes[second].area ? (first, second) : (second, first)
        guard shapes[outer].area > minimumRatio * shapes[inner].area,
            shapes[outer].holds(shapes[inner], slack: slack)
        else { return }
        relations[inner].holders |= 1 << UInt64(outer)
        relations[outer].contents |= 1 << UInt64(inner)
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
    private func add(_ set: UInt64, of index: Int, _ candidates: [Candidate], to input: inout RerankerNetwork.Input) {
        var rest = set
        var best: Int?
        while rest != 0 {
            let other = rest.trailingZeroBitCount
            rest &= rest - 1
            if let known = best, candidates[other].score <= candidates[known].score { continue }
            best = other
        }
        guard let best else { return input.addNone() }
        input.add(
            RerankerNetwork.Related(
                features: features[best], lead: candidates[best].score - candidates[index].score,
                sizeRatio: logarithm(shapes[best].area / shapes[index].area), share: share(set),
                number: Float(set.nonzeroBitCount) / Float(Self.size)))
    }

    private static func features(_ candidate: Candidate, _ texture: QuadTexture) -> RerankerNetwork.Features {
        var values = RerankerNetwork.Features(repeating: 0)
        let own = candidate.features.values
        for index in own.indices { values[index] = own[index] }
        for index in texture.values.indices { values[own.count + index] = texture.values[index] }
        return values
    }

    /// A quad's corners and sides in a form that is quick to compare.
    private struct Shape {
        let area: Float
        private let root: Float
        private var x: SIMD4<Float>
        private var y: SIMD4<Float>
        /// Inner normals of the sides and their offsets.
        private let normalX: SIMD4<Float>
        private let normalY: SIMD4<Float>
        private let offset: SIMD4<Float>

        init(_ quad: CenteredQuad) {
            let quad = quad.startingAtSmallestSum
            (x, y) = (SIMD4(repeating: 0), SIMD4(repeating: 0))
            for corner in 0..<4 {
                x[corner] = Float(quad[corner].x)
                y[corner] = Float(quad[corner].y)
            }
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
            let minimum = -slack * other.root
            for side in 0..<4 {
                let inset: SIMD4<Float> = other.x * normalX[side] + other.y * normalY[side] - offset[side]
                if inset.min() < minimum { return false }
            }
            return true
        }
    }
}
