import RectoCore
import RectoVision
import Testing

/// What earlier pages say about the place of the next one.
@Suite struct OutlinePriorTests {
    private static let outline = Quad(width: 200, height: 300)

    /// Pages on which the detector agrees with the outline, three detections each.
    private func prior(afterPages count: Int) -> OutlinePrior {
        var prior = OutlinePrior()
        for page in 0..<count {
            for look in 0..<3 { prior.add(.infinity, for: Self.outline, at: .seconds(3 * page + look)) }
            prior.turnPage()
        }
        return prior
    }

    @Test func eachPageSaysAsMuchAsTheOthersAndAllNoMoreThanTheMost() {
        #expect((0..<6).map { prior(afterPages: $0).lead } == [0, 1, 2, 3, 3, 3])
        var doubted = prior(afterPages: 2)
        for _ in 0..<10 { doubted.add(-0.5, for: Self.outline, at: .seconds(9)) }
        doubted.turnPage()
        #expect(doubted.lead == 1.5)
        for _ in 0..<4 {
            doubted.add(-20, for: Self.outline, at: .seconds(12))
            doubted.turnPage()
        }
        #expect(doubted.lead == 0)
    }

    @Test func thePlaceIsExpectedForAWhile() throws {
        #expect(prior(afterPages: 0).expectedQuad(at: .zero) == nil)
        let prior = prior(afterPages: 2)
        let expected = try #require(prior.expectedQuad(at: .seconds(8)))
        #expect(expected.quad == Self.outline && expected.lead == 2)
        #expect(prior.expectedQuad(at: .seconds(10)) == nil)
        var unseen = OutlinePrior()
        unseen.add(1, for: Self.outline, at: .zero)
        #expect(unseen.expectedQuad(at: .zero) == nil)
    }

    @Test func quadsOfTheSameShapeNearbyMeetIt() {
        let expected = ExpectedQuad(quad: Self.outline, lead: 1)
        func moved(_ x: Double, _ y: Double) -> Quad { Self.outline.map { $0 + Point2D(x: x, y: y) } }
        #expect(expected.isMet(by: Self.outline.rotatingCorners(by: 1)))
        #expect(expected.isMet(by: moved(12, 12)))
        #expect(!expected.isMet(by: moved(40, 0)))
        var narrower = Self.outline
        narrower.topLeft.x += 30
        narrower.bottomLeft.x += 30
        #expect(!expected.isMet(by: narrower))
    }
}
