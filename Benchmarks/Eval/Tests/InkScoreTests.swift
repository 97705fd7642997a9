import Scores
import Testing

@Suite("Scores of ink")
struct InkScoreTests {
    private func map(_ rows: String...) -> InkMap {
        InkMap(width: rows[0].count, height: rows.count, isInk: rows.flatMap { $0.map { $0 == "#" } })
    }

    /// A bar of 20 x 4 pixels in a page of 32 x 16.
    private func bar(_ left: Int = 6, _ top: Int = 6, _ width: Int = 20, _ height: Int = 4) -> InkMap {
        InkMap(
            width: 32, height: 16,
            isInk: (0..<16).flatMap { y in
                (0..<32).map { left..<left + width ~= $0 && top..<top + height ~= y }
            })
    }

    @Test("The truth itself is perfect")
    func theTruthIsPerfect() {
        let score = InkScore(bar(), truth: bar())
        #expect(score.f == 100 && score.pseudoF == 100 && score.distortion == 0 && score.signalToNoise >= 90)
    }

    @Test("Half of a bar")
    func halfOfABarScoresHalf() {
        let score = InkScore(bar(6, 6, 10, 4), truth: bar())
        // Precision 1, recall 0.5.
        #expect(abs(score.f - 200.0 / 3) < 1e-9)
        // 40 of 512 pixels are wrong.
        #expect(abs(score.signalToNoise - 11.072) < 1e-3)
    }

    @Test("A stroke that is thinner than its truth is whole by its middle line")
    func aThinStrokeIsWholeByItsMiddleLine() {
        let score = InkScore(bar(6, 7, 20, 2), truth: bar())
        #expect(score.f < 70 && score.pseudoF > 98)
    }

    @Test("Distortion of one pixel amid paper is that of its neighbours")
    func distortionOfOnePixelIsThatOfItsNeighbours() {
        // Blocks 1 and 2 of the upper and lower rows are mixed, and so are 0 and 3: the bar spans rows 6 to 9, columns
        // 6 to 25.
        var ink = bar()
        ink.isInk[0] = true
        // All neighbors of the corner pixel are paper: eight of the 24 weights are on the page.
        let weights = [1, 1, 0.5.squareRoot(), 0.5, 0.5, 0.2.squareRoot(), 0.2.squareRoot(), 0.125.squareRoot()]
        let total =
            4 * (1 + 0.5.squareRoot() + 0.5 + 0.125.squareRoot()) + 8 * 0.2.squareRoot()
        #expect(abs(InkScore(ink, truth: bar()).distortion - weights.reduce(0, +) / total / 8) < 1e-9)
    }

    @Test("The skeleton of a bar is a line in its middle; a line is its own")
    func aBarsSkeletonIsItsMiddleLine() {
        let middle = bar().skeleton
        #expect((0..<512).allSatisfy { !middle.isInk[$0] || bar().isInk[$0] })
        for x in 9..<23 { #expect((0..<16).count { middle[x, $0] } == 1) }
        let line = map(".....", ".###.", ".....")
        #expect(line.skeleton.isInk == line.isInk)
    }
}
