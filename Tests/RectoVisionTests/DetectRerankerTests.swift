import RectoCore
import RectoVision
import Testing

/// Which quads of a picture are compared with each other.
@Suite struct DetectRerankerTests {
    /// A page, a frame printed on it, a quad close to the page, and a sheet beside it.
    private static let page = rectangle(-80, -60, 40, 60)
    private static let frame = rectangle(-70, -50, 30, 50)
    private static let equalQuad = rectangle(-81, -60, 41, 61)
    private static let neighbour = rectangle(60, -50, 140, 50)

    private static func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Quad {
        Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: right, y: top),
            bottomRight: Point2D(x: right, y: bottom), bottomLeft: Point2D(x: left, y: bottom))
    }

    private static func inputs(_ quads: [Quad], scores: [Float]) -> [RerankerNetwork.Input] {
        QuadReranker().rerank(candidates(quads, scores), EdgeDensity(of: Plane(320, 240, 0))).inputs
    }

    private static func candidates(_ quads: [Quad], _ scores: [Float]) -> [QuadReranker.Candidate] {
        zip(quads, scores).map { QuadReranker.Candidate(quad: CenteredQuad($0), features: QuadFeatures(), score: $1) }
    }

    /// Positions in the network's input: see ``RerankerNetwork/Input``.
    private static let (like, holder, content) = (29, 30, 64)
    private static let (lead, ratio, isThere) = (29, 30, 31)

    @Test func aFrameIsSeenBesideThePageAroundIt() {
        let inputs = Self.inputs([Self.page, Self.frame, Self.neighbour], scores: [2, 3, 1])
        let (page, frame, neighbour) = (inputs[0].values, inputs[1].values, inputs[2].values)
        #expect(frame[Self.holder + Self.isThere] == 1 && frame[Self.content + Self.isThere] == 0)
        #expect(page[Self.holder + Self.isThere] == 0 && page[Self.content + Self.isThere] == 1)
        #expect(neighbour[Self.holder + Self.isThere] == 0 && neighbour[Self.content + Self.isThere] == 0)
        #expect(frame[Self.holder + Self.lead] == -1 && page[Self.content + Self.lead] == 1)
        #expect(abs(frame[Self.holder + Self.ratio] - Float(0.36464)) < 1e-4)
    }

    @Test func aQuadAlmostLikeAnotherNeitherHoldsItNorLiesInIt() {
        let inputs = Self.inputs([Self.page, Self.equalQuad], scores: [1, 1])
        for input in inputs {
            #expect(abs(input.values[Self.like] - 1) < 1e-6)
            #expect(input.values[Self.holder + Self.isThere] == 0)
            #expect(input.values[Self.content + Self.isThere] == 0)
        }
    }

    @Test func scoresKeepTheMeanOfTheRanker() {
        let ranking = QuadReranker().rerank(
            Self.candidates([Self.page, Self.frame, Self.neighbour], [2, 3, 1]), EdgeDensity(of: Plane(320, 240, 0)))
        #expect(abs(ranking.scores.reduce(0, +) - 6) < 1e-3)
        #expect(Set(ranking.scores).count == 3)
    }

    @Test func anEmptySetOfCandidatesIsReranked() {
        #expect(QuadReranker().rerank([], EdgeDensity(of: Plane(320, 240, 0))).scores.isEmpty)
    }

    @Test func theNetworkIsASumOfRectifiedUnits() {
        var weights = [SIMD16<Float>](repeating: .zero, count: RerankerNetwork.Input.count + 2)
        // The first unit is 1 + 2 × the first input, the second its negative, which is clamped to 0.
        (weights[0][0], weights[1][0]) = (1, 2)
        (weights[0][1], weights[1][1]) = (-1, -2)
        weights[RerankerNetwork.Input.count + 1] = SIMD16(repeating: 5)
        var features = RerankerNetwork.Features(repeating: 0)
        features[0] = 3
        let input = RerankerNetwork.Input(features, shareOfLike: 0)
        #expect(RerankerNetwork(weights: weights).score(input) == 35)
    }

    @Test func textureTellsAPatternedGroundFromBarePaper() {
        let plane = Plane<Float>(320, 240, 7)
        for y in 64..<176 { for x in 96..<224 { plane[x, y] = 0 } }
        let density = EdgeDensity(of: plane)
        let texture = QuadTexture(CenteredQuad(Self.rectangle(-64, -56, 64, 56)), density)
        #expect(texture[.insideDensity] == 0 && texture[.insideDeviation] == 0)
        #expect(abs(texture[.surroundDensity] - 3) < 0.1 && texture[.surroundVisibility] == 1)
        let corner = QuadTexture(CenteredQuad(Self.rectangle(-160, -120, 0, 0)), density)
        #expect(corner[.surroundVisibility] == 0.5)
    }
}

extension Plane<Float> {
    fileprivate convenience init(_ width: Int, _ height: Int, _ value: Float) {
        self.init()
        reshape(width: width, height: height)
        fill(value)
    }
}

extension EdgeDensity {
    fileprivate convenience init(of magnitude: Plane<Float>) {
        self.init()
        measure(magnitude)
    }
}
