import RectoCore

/// Reranks the best quads of a picture, each compared with those that contain it and those that it contains.
///
/// A printed frame, a picture or a block of text is as good a quad as the page around it: only a comparison shows which
/// of them is the page. Every quad is therefore described by its features, those of the best quad that contains it and
/// those of the best quad in it, and ``RerankerNetwork`` scores the three together.
package final class QuadReranker {
    /// The number of quads that compete; the page is nearly always among the first thirty.
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

    /// The mean distance between corners below which quads are the same, in square roots of the smaller area.
    private static let sameness: Float = 0.06
    /// A quad that contains another is larger by at least this factor ...
    private static let minimumRatio: Float = 1.08
    /// ... and the other sticks out of it by no more than this, in square roots of the other's area.
    private static let slack: Float = 0.02

    /// What is known of candidates after ranking, in their order.
    package struct Ranking {
        /// The natural logarithm of each candidate's odds of being the page, up to a constant of the picture.
        package fileprivate(set) var scores: [Float] = []
        /// Mean of ``scores``, which is also that of the ranker's scores.
        package fileprivate(set) var meanScore: Float = 0
        /// The input of ``RerankerNetwork`` for each candidate.
        package fileprivate(set) var inputs: [RerankerNetwork.Input] = []
        /// The texture of each candidate.
        fileprivate(set) var textures: [QuadTexture] = []
    }

    /// The last ranking. Holding it during the next ranking forces that one to allocate new memory.
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

    /// Records each candidate's shape, texture, features and odds.
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

    /// Sets of candidates, with one bit per candidate.
    private struct Relation {
        var like: UInt64 = 0
        var holders: UInt64 = 0
        var contents: UInt64 = 0
    }

    /// Records which candidates are like each other, and which contain which.
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

    /// The corners and sides of a quad in a form that is fast to compare.
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

        /// Whether no corner of the other lies outside by more than a share of the square root of the other's area.
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
