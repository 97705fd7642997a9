import RectoCore
import Scores
import Testing

@Suite("Scores of quads")
struct QuadScoreTests {
    private let size: PixelSize
    private let square = Quad(width: 100, height: 100)

    init() throws { size = try PixelSize(width: 400, height: 300) }

    @Test("The truth itself is perfect, in every order of its corners")
    func theTruthIsPerfectInEveryOrder() throws {
        let truth = square.map { Point2D(x: $0.x + 0.1 * $0.y, y: 1.2 * $0.y + 7) }
        for turn in 0..<4 {
            let score = QuadScore(found: truth.rotatingCorners(by: turn), truth: truth, in: size)
            #expect(score.overlap > 1 - 1e-9 && score.pageOverlap > 1 - 1e-9)
            #expect(try #require(score.cornerError) < 1e-9)
        }
    }

    @Test("Half of the page, shifted by half: a third")
    func halfAPageScoresAThird() throws {
        let score = QuadScore(found: square.map { $0 + Point2D(x: 50, y: 0) }, truth: square, in: size)
        #expect(abs(score.overlap - 1.0 / 3) < 1e-9 && abs(score.pageOverlap - 1.0 / 3) < 1e-9)
        // 50 pixels of a diagonal of 500.
        #expect(abs(try #require(score.cornerError) - 10) < 1e-9)
    }

    @Test("On a tilted page what is far away counts as much as what is near")
    func farAndNearCountAlikeOnATiltedPage() {
        let truth = Quad(
            topLeft: Point2D(x: 40, y: 0), topRight: Point2D(x: 60, y: 0), bottomRight: Point2D(x: 100, y: 100),
            bottomLeft: Point2D(x: 0, y: 100))
        // The far tenth of the picture is missing.
        let found = Quad(
            topLeft: Point2D(x: 36, y: 10), topRight: Point2D(x: 64, y: 10), bottomRight: Point2D(x: 100, y: 100),
            bottomLeft: Point2D(x: 0, y: 100))
        let score = QuadScore(found: found, truth: truth, in: size)
        #expect(score.overlap > 0.95)
        #expect(score.pageOverlap < 0.7)
    }

    @Test("Nothing found is nothing")
    func aMissedPageScoresNothing() {
        let score = QuadScore(found: nil, truth: square, in: size)
        #expect(score.overlap == 0 && score.pageOverlap == 0 && score.cornerError == nil)
    }
}
