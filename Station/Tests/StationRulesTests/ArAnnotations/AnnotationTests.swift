import RectoCore
import StationRules
import Testing

@Suite struct AnnotationTests {
    @Test("AA-6, AA-8: markers and cards share one selection, and one is selected at most")
    func markersAndCardsShareOneSelection() {
        var selection = AnnotationSelection(count: 3)
        #expect(selection.selected == nil)
        selection.select(2)
        selection.select(0)
        #expect(selection.selected == 0)
        for index in [-1, 3, Int.max] {
            selection.select(index)
            selection.tapCard(index)
        }
        #expect(selection.selected == 0 && !selection.showsDetail)
    }

    @Test("AA-3: cards are turned one by one, and end at the ends")
    func cardsTurnOneByOne() {
        var selection = AnnotationSelection(count: 2)
        selection.selectPrevious()
        #expect(selection.selected == 0)
        selection.selectPrevious()
        #expect(selection.selected == 0)
        selection.selectNext()
        selection.selectNext()
        #expect(selection.selected == 1)
        var none = AnnotationSelection(count: 0)
        none.selectNext()
        #expect(none.selected == nil)
    }

    @Test("AA-7: the focused card opens its details, another one comes into focus")
    func theFocusedCardOpensItsDetails() {
        var selection = AnnotationSelection(count: 2)
        selection.tapCard(1)
        #expect(selection.selected == 1 && !selection.showsDetail)
        selection.tapCard(1)
        #expect(selection.showsDetail)
        selection.select(0)
        #expect(!selection.showsDetail)
        selection.tapCard(0)
        selection.back()
        #expect(selection.selected == 0 && !selection.showsDetail)
        selection.back()
        #expect(selection.selected == nil)
    }

    @Test("AA-10: what is outside the frame, or what the view cuts off, is not visible")
    func placesOutsideTheViewAreInvisible() throws {
        let size = try PixelSize(width: 200, height: 100)
        // Twice as large as the frame: its right half is outside.
        let corners = Quad(width: 400, height: 100)
        let wide = try #require(MarkerProjection(corners: corners, in: size, visible: .all))
        #expect(wide.marker(at: AnnotationPlace(x: 0.25, y: 0.5)).isVisible)
        #expect(!wide.marker(at: AnnotationPlace(x: 0.75, y: 0.5)).isVisible)
        let square = VisibleArea(of: size, aspect: 1)
        #expect(square.cutX == 0.25 && square.cutY == 0)
        let cut = try #require(MarkerProjection(corners: corners, in: size, visible: square))
        #expect(!cut.marker(at: AnnotationPlace(x: 0.1, y: 0.5)).isVisible)
        #expect(cut.marker(at: AnnotationPlace(x: 0.25, y: 0.5)).isVisible)
        #expect(VisibleArea(of: size, aspect: 4).cutY == 0.25)
        for aspect in [0, -1, .nan, .infinity] { #expect(VisibleArea(of: size, aspect: aspect) == .all) }
        // No camera can see an anchor like this.
        let folded = Quad(
            topLeft: Point2D(x: 0, y: 0), topRight: Point2D(x: 0, y: 0), bottomRight: Point2D(x: 0, y: 0),
            bottomLeft: Point2D(x: 0, y: 0))
        #expect(MarkerProjection(corners: folded, in: size, visible: .all) == nil)
    }

    @Test("AA-9: places are shares of the picture, and never outside it")
    func placesAreSharesOfThePicture() {
        #expect(AnnotationPlace(x: -1, y: 2) == AnnotationPlace(x: 0, y: 1))
        #expect(AnnotationPlace(x: .nan, y: .infinity) == .middle)
        #expect(AnnotationPlace(x: 0.254, y: 0.5).text == "25 % across, 50 % down")
    }

    @Test("AA-9, EH-3: an annotation needs a title, and its texts have limits")
    func anAnnotationNeedsATitle() {
        func problems(_ draft: AnnotationDraft) -> AnnotationDraft.Problems? {
            if case .failure(let problems) = draft.checked() { problems } else { nil }
        }
        #expect(problems(AnnotationDraft(title: "Shelf")) == nil)
        #expect(problems(AnnotationDraft())?.title == "Enter a title.")
        let long = AnnotationDraft(
            title: String(repeating: "a", count: 61), subtitle: String(repeating: "b", count: 121))
        #expect(problems(long)?.title == "Shorten the title to 60 characters.")
        #expect(problems(long)?.subtitle == "Shorten the subtitle to 120 characters.")
    }

    @Test("AA-2: each kind of annotation has an icon and a name of its own")
    func eachKindHasItsOwnIcon() {
        #expect(Set(AnnotationIcon.allCases.map(\.icon)).count == AnnotationIcon.allCases.count)
        #expect(Set(AnnotationIcon.allCases.map(\.label)).count == AnnotationIcon.allCases.count)
    }
}
