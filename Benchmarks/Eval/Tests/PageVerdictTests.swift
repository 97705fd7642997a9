import RectoCore
import Scores
import Testing

@Suite("Verdicts on pages")
struct PageVerdictTests {
    private let size: PixelSize
    private let page = Quad(
        topLeft: Point2D(x: 100, y: 50), topRight: Point2D(x: 300, y: 50), bottomRight: Point2D(x: 300, y: 250),
        bottomLeft: Point2D(x: 100, y: 250))

    init() throws { size = try PixelSize(width: 400, height: 300) }

    private func verdict(_ quad: Quad?, _ confidence: Double, _ content: WildFolder.Content) -> PageVerdict {
        PageVerdict(quad: quad, confidence: confidence, content: content, in: size, show: 0.35, capture: 0.8)
    }

    @Test("A page is right if it is shown where it lies")
    func rightPages() {
        let right = verdict(page, 0.5, .pages([page]))
        #expect(right.isRight && !right.isCaptured && !right.losesContent && abs(right.overlap - 1) < 1e-9)
        #expect(verdict(page, 0.8, .pages([page])).isCaptured)
        let unsure = verdict(page, 0.3, .pages([page]))
        #expect(!unsure.isShown && !unsure.isRight && unsure.lostShare == 0)
        #expect(!verdict(nil, 0, .pages([page])).isShown)
        let half = Quad(
            topLeft: page.topLeft, topRight: Point2D(x: 200, y: 50), bottomRight: Point2D(x: 200, y: 250),
            bottomLeft: page.bottomLeft)
        let wrong = verdict(half, 0.9, .pages([page]))
        #expect(!wrong.isRight && wrong.losesContent && abs(wrong.lostShare - 0.5) < 1e-9)
        // The best matching outline counts.
        #expect(verdict(half, 0.9, .pages([page, half])).isRight)
    }

    @Test("What lies outside the picture counts for nothing")
    func cutPages() {
        let cut = page.map { $0 + Point2D(x: 200, y: 0) }
        let visible = Quad(
            topLeft: Point2D(x: 300, y: 50), topRight: Point2D(x: 400, y: 50), bottomRight: Point2D(x: 400, y: 250),
            bottomLeft: Point2D(x: 300, y: 250))
        let judged = verdict(visible, 0.9, .pages([cut]))
        #expect(abs(judged.overlap - 1) < 1e-9 && judged.lostShare < 1e-9)
    }

    @Test("A page that fills the picture is cropped by more than 4 %, and where there is no page all is wrong")
    func fullFramesAndNone() {
        #expect(verdict(page, 0.9, .fills).isCropped)
        #expect(!verdict(page, 0.3, .fills).isCropped)
        #expect(!verdict(Quad(size), 0.9, .fills).isCropped)
        #expect(!verdict(Quad(width: 396, height: 297), 0.9, .fills).isCropped)
        #expect(verdict(page, 0.9, .noPage).isShown)
    }
}
