import RectoAnchors
import RectoCore
import Testing

@Suite struct AnchorIndexTests {
    private static func database(_ seeds: Range<UInt64>) throws -> AnchorDatabase {
        try AnchorDatabase.joined(
            seeds.map { seed in
                try AnchorDatabase.build(
                    images: [DrawnAnchor.image(seed: seed)], names: ["\(seed)"], physicalWidths: [nil])
            })
    }

    private static func points(of image: GrayImage, count: Int = 60) -> Keypoints {
        var points = Keypoints()
        image.withView { FeatureExtractor().extract($0, count: count, into: &points) }
        return points
    }

    private static func votes(
        _ points: Keypoints, _ index: AnchorIndex, probes: Int, anchors: Int
    ) -> [AnchorIndex.Vote] {
        var votes: [AnchorIndex.Vote] = []
        let scratch = AnchorIndex.Scratch()
        for point in 0..<points.count {
            index.search(for: point, of: points, probes: probes, anchors: anchors, scratch, into: &votes)
        }
        return votes
    }

    /// In an anchor's front view each point finds itself with all bits, and no anchor twice.
    @Test func aPointFindsItself() throws {
        let index = AnchorIndex(try Self.database(40..<44))
        let points = Self.points(of: try DrawnAnchor.image(seed: 42))
        try #require(points.count > 30)
        let votes = Self.votes(points, index, probes: 2, anchors: 3)
        for point in 0..<points.count {
            let own = votes.filter { $0.point == point }
            #expect(Set(own.map(\.anchor)).count == own.count && own.count <= 3)
            #expect(own.map(\.weight) == own.map(\.weight).sorted(by: >))
        }
        let first = (0..<points.count).filter { point in votes.first { $0.point == point }?.anchor == 2 }
        #expect(Double(first.count) > 0.8 * Double(points.count), "\(first.count) of \(points.count)")
    }

    /// If all cells are searched, no point of the anchors is closer than the first vote.
    @Test func theFirstVoteIsTheNearest() throws {
        let database = try AnchorDatabase.build(
            images: [DrawnAnchor.image(seed: 45, width: 90, height: 70, shapes: 40)], names: ["a"],
            physicalWidths: [nil])
        let model = database.models[0]
        // Few enough for four cells.
        try #require(model.pointCount <= 800)
        let index = AnchorIndex(database)
        let points = Self.points(of: try DrawnAnchor.image(seed: 90))
        let votes = Self.votes(points, index, probes: 4, anchors: 1)
        for point in 0..<points.count {
            func distance(_ i: Int) -> Int {
                (0..<4).reduce(0) { $0 + (points.bits[4 * point + $1] ^ model.word($1, of: i)).nonzeroBitCount }
            }
            let minimum = (0..<model.pointCount).map(distance).min()
            let vote = votes.first { $0.point == point }
            #expect(vote.map { distance($0.match) } == minimum.flatMap { $0 < 90 ? $0 : nil })
        }
        #expect(votes.count > points.count / 4)
    }

    @Test func votesAreTheSameWithUsedScratch() throws {
        let index = AnchorIndex(try Self.database(40..<43))
        let points = Self.points(of: try DrawnAnchor.image(seed: 41))
        let scratch = AnchorIndex.Scratch()
        func votes(_ probes: Int) -> [AnchorIndex.Vote] {
            var votes: [AnchorIndex.Vote] = []
            for point in 0..<points.count {
                index.search(for: point, of: points, probes: probes, anchors: 2, scratch, into: &votes)
            }
            return votes
        }
        let first = votes(2)
        _ = votes(8)
        #expect(votes(2) == first && first == Self.votes(points, index, probes: 2, anchors: 2))
    }
}
