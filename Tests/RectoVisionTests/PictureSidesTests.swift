import RectoCore
import RectoVision
import Testing

@Suite struct PictureSidesTests {
    private let size: PixelSize
    private let page = Quad(
        topLeft: Point2D(x: 100, y: 100), topRight: Point2D(x: 500, y: 110), bottomRight: Point2D(x: 490, y: 400),
        bottomLeft: Point2D(x: 110, y: 390))

    init() throws { size = try PixelSize(width: 640, height: 480) }

    @Test("A page within the picture is not cut, wherever it lies")
    func wholePages() {
        for (x, y) in [(0.0, 0.0), (-80, -80), (120, 60), (-80, 60)] {
            let moved = page.map { $0 + Point2D(x: x, y: y) }
            #expect(PictureSides(cutting: moved, in: size) == [], "moved by \(x), \(y)")
        }
    }

    @Test("A side on the border and a corner outside are cuts there")
    func cutPages() {
        var left = page
        (left.topLeft.x, left.bottomLeft.x) = (0, 1)
        #expect(PictureSides(cutting: left, in: size) == .left)
        var corner = page
        corner.bottomRight = Point2D(x: 660, y: 400)
        #expect(PictureSides(cutting: corner, in: size) == .right)
        let all = Quad(size)
        #expect(PictureSides(cutting: all, in: size).names == ["top", "right", "bottom", "left"])
        let below = page.map { $0 + Point2D(x: 0, y: 100) }
        #expect(PictureSides(cutting: below, in: size) == .bottom)
    }

    @Test("Turning the page and the picture turns the sides")
    func turns() {
        var left = page
        (left.topLeft.x, left.bottomLeft.x) = (-30, -30)
        let turned = left.map { Point2D(x: 480 - $0.y, y: $0.x) }
        let turnedSize = try? PixelSize(width: 480, height: 640)
        #expect(turnedSize.map { PictureSides(cutting: turned, in: $0) } == .top)
    }
}
