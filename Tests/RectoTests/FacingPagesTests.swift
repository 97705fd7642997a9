import Recto
import RectoCore
import Testing

@Suite struct FacingPagesTests {
    private func page(_ left: Double, _ top: Double = 0, width: Double = 400, height: Double = 600) -> Quad {
        Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: left + width, y: top),
            bottomRight: Point2D(x: left + width, y: top + height), bottomLeft: Point2D(x: left, y: top + height))
    }

    @Test func pagesThatMeetAreJoined() throws {
        let pages = try #require(FacingPages([page(410), page(0)]))
        #expect(pages.left == page(0) && pages.right == page(410))
        #expect(pages.joined == page(0, width: 810))
    }

    @Test func pagesThatLieApartAreTwo() throws {
        let pages = try #require(FacingPages([page(0), page(500, 40)]))
        #expect(pages.joined == nil)
    }

    /// One alone, a third one, one below the other, one much higher, one of another size, and two that overlap.
    @Test func othersDoNotFaceEachOther() {
        let first = page(0)
        let others = [
            [], [page(410), page(820)], [page(0, 610)], [page(410, 200)], [page(410, height: 400)],
            [page(410, width: 250)], [page(200)],
        ]
        for other in others { #expect(FacingPages([first] + other) == nil) }
    }
}
