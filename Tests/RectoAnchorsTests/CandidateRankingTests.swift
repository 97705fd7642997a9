import RectoAnchors
import RectoCore
import Testing

@Suite struct CandidateRankingTests {
    private static let count = 40
    private static let effort = CandidateRanking.Effort(
        points: 300, probes: 2, anchorsPerPoint: 5, summed: 20, refitted: 10)

    /// Small anchors, whose views are generated quickly.
    private static func image(_ seed: UInt64) throws -> GrayImage {
        try DrawnAnchor.image(seed: 300 + seed, width: 120, height: 90, shapes: 50)
    }

    private static let database: AnchorDatabase? = try? AnchorDatabase.build(
        images: (0..<UInt64(count)).map { try image($0) }, names: (0..<count).map { "\($0)" },
        physicalWidths: [Double?](repeating: nil, count: count))

    private static func points(of image: GrayImage) -> Keypoints {
        var points = Keypoints()
        image.withView { FeatureExtractor().extract($0, count: 500, into: &points) }
        return points
    }

    /// The visible one of forty anchors ranks first, with a map close to its place.
    @Test(arguments: [3, 17, 39]) func theShownAnchorComesFirst(shown: Int) throws {
        let database = try #require(Self.database)
        let (index, ranking) = (AnchorIndex(database), CandidateRanking())
        let map = Homography(1.4, 0.3, 90, -0.3, 1.4, 80, 0, 0, 1)
        let photo = try DrawnAnchor.photo(of: try Self.image(UInt64(shown)), map, seed: UInt64(shown))
        let points = Self.points(of: photo)
        ranking.begin(points)
        ranking.rank(points, index, database, Self.effort)
        try #require(ranking.count > 0)
        #expect(ranking[0].anchor == shown)
        #expect(ranking.count == 1 || ranking[0].score > 2 * ranking[1].score)
        for corner in Quad(try PixelSize(width: 120, height: 90)).corners {
            #expect(ranking[0].map.map(corner).distance(to: map.map(corner)) < 5)
        }
        let scores = (0..<ranking.count).map { ranking[$0].score }
        #expect(scores == scores.sorted(by: >))
    }

    @Test func noPointsRankNothing() throws {
        let database = try #require(Self.database)
        let (index, ranking) = (AnchorIndex(database), CandidateRanking())
        let photo = try DrawnAnchor.photo(of: try Self.image(3), .identity, seed: 1)
        let points = Self.points(of: photo)
        ranking.begin(points)
        ranking.rank(points, index, database, Self.effort)
        #expect(ranking.count > 0)
        // Earlier rankings are forgotten.
        ranking.begin(Keypoints())
        ranking.rank(Keypoints(), index, database, Self.effort)
        #expect(ranking.count == 0)
    }

    @Test func oneAnchorIsRankedAlone() throws {
        let database = try AnchorDatabase.build(
            images: [Self.image(5)], names: ["only"], physicalWidths: [nil])
        let (index, ranking) = (AnchorIndex(database), CandidateRanking())
        let points = Self.points(
            of: try DrawnAnchor.photo(of: try Self.image(5), Homography(1.5, 0, 80, 0, 1.5, 60, 0, 0, 1), seed: 2))
        ranking.begin(points)
        ranking.rank(points, index, database, Self.effort)
        #expect(ranking.count == 1 && ranking[0].anchor == 0 && ranking[0].score > 5)
    }
}
