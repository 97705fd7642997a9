import RectoAnchors
import TestSupport
import Testing

@Suite struct RankingTests {
    @Test func theHighestScoreIsFirstAndOfEqualOnesTheFirst() {
        var random = SeededGenerator(seed: 51)
        var ranking = Ranking()
        for count in [0, 1, 2, 63, 300] {
            let scores = (0..<count).map { _ in Float(Int.random(in: -40...40, using: &random)) / 8 }
            ranking.removeAll()
            for (i, score) in scores.enumerated() { ranking.add(i, score: score) }
            ranking.sort()
            let order = (0..<ranking.count).map { ranking[$0] }
            #expect(order == scores.indices.sorted { (scores[$0], $1) > (scores[$1], $0) })
        }
    }

    @Test func hugeAndTinyScoresHaveTheirPlaces() {
        let scores: [Float] = [1e-30, -1e30, 0, .infinity, -1e-30, 1e30, -.infinity]
        var ranking = Ranking()
        for (i, score) in scores.enumerated() { ranking.add(i, score: score) }
        ranking.sort()
        #expect((0..<7).map { ranking[$0] } == [3, 5, 0, 2, 4, 1, 6])
    }
}
