import RectoCore
import StationRules
import TestSupport
import Testing

@Suite struct CornerEditorTests {
    private func size() throws -> PixelSize { try PixelSize(width: 400, height: 300) }
    private let quad = Quad(
        topLeft: Point2D(x: 50, y: 40), topRight: Point2D(x: 350, y: 50), bottomRight: Point2D(x: 340, y: 260),
        bottomLeft: Point2D(x: 60, y: 250))

    @Test("DS-26: it begins with the corners that were found, or with the picture's own")
    func theEditorBeginsWithTheFoundCorners() throws {
        #expect(CornerEditor(size: try size(), quad: quad).quad == quad)
        #expect(CornerEditor(size: try size(), quad: nil).quad == Quad(try size()))
        let crossed = Quad(
            topLeft: quad.topLeft, topRight: quad.bottomLeft, bottomRight: quad.bottomRight, bottomLeft: quad.topRight)
        #expect(CornerEditor(size: try size(), quad: crossed).quad == Quad(try size()))
    }

    @Test("DS-27: a corner stops at the border of the picture")
    func stopsAtTheBorder() throws {
        var editor = CornerEditor(size: try size(), quad: quad)
        editor.move(0, to: Point2D(x: -30, y: -1))
        #expect(editor.quad.topLeft == Point2D(x: 0, y: 0))
        editor.move(2, to: Point2D(x: 1e9, y: 1e9))
        #expect(editor.quad.bottomRight == Point2D(x: 400, y: 300))
    }

    @Test("DS-26: a side moves across itself, with both of its corners, and stays in the picture")
    func sides() throws {
        var editor = CornerEditor(size: try size(), quad: Quad(try size()))
        let first = editor.moveSide(0, to: Point2D(x: 10, y: 30))
        #expect(first && editor.quad.topLeft == Point2D(x: 0, y: 30) && editor.quad.topRight == Point2D(x: 400, y: 30))
        let second = editor.moveSide(1, to: Point2D(x: 320, y: 0))
        #expect(
            second && editor.quad.topRight == Point2D(x: 320, y: 30)
                && editor.quad.bottomRight == Point2D(x: 320, y: 300))
        let third = editor.moveSide(0, to: Point2D(x: 0, y: -90))
        #expect(third && editor.quad.topLeft == Point2D(x: 0, y: 0))
        let before = editor.quad
        let isMoved = editor.moveSide(3, to: Point2D(x: 319, y: 100))
        #expect(!isMoved && editor.quad == before)
        let isOutside = editor.moveSide(4, to: Point2D(x: 10, y: 10))
        #expect(!isOutside)
    }

    @Test("DS-27: what is no convex page is refused, and changes nothing")
    func refusesWhatIsNoPage() throws {
        var editor = CornerEditor(size: try size(), quad: quad)
        for (corner, point) in [
            (0, Point2D(x: 345, y: 255)), (0, quad.topRight), (1, Point2D(x: 200, y: 290)), (2, Point2D(x: .nan, y: 0)),
            (4, quad.topLeft), (-1, quad.topLeft),
        ] {
            let isMoved = editor.move(corner, to: point)
            #expect(!isMoved)
            #expect(editor.quad == quad)
        }
    }

    @Test("DS-27: whatever is asked for, the corners stay a convex page in the picture")
    func staysAPage() throws {
        var generator = SeededGenerator(seed: 27)
        let size = try size()
        var editor = CornerEditor(size: size, quad: quad)
        for _ in 0..<2000 {
            let point = Point2D(
                x: .random(in: -100...500, using: &generator), y: .random(in: -100...400, using: &generator))
            editor.move(.random(in: 0..<4, using: &generator), to: point)
            #expect(CornerEditor.isAcceptable(editor.quad, in: size))
            #expect(editor.quad.corners.allSatisfy { 0...400 ~= $0.x && 0...300 ~= $0.y })
        }
    }

    @Test("DS-28: keys move by a pixel, or by ten")
    func keySteps() {
        #expect((CornerEditor.step, CornerEditor.largeStep) == (1, 10))
    }
}
