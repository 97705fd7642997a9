import RectoCore
import RectoVision
import Testing

@Suite struct SideTracerTests {
    private static let quad = Quad(
        topLeft: Point2D(x: 150, y: 100), topRight: Point2D(x: 750, y: 100), bottomRight: Point2D(x: 750, y: 1100),
        bottomLeft: Point2D(x: 150, y: 1100))

    /// Place of the left side of a sheet with a crease across its middle; the right side mirrors it.
    private static func left(_ y: Double) -> Double { 175 - 0.05 * abs(y - 600) }

    private static func picture(paper: Double, desk: Double) throws -> GrayImage {
        var image = GrayImage(size: try PixelSize(width: 900, height: 1200))
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = Double(y) + 0.5
                for x in 0..<view.width {
                    let column = Double(x) + 0.5
                    let within = min(column - left(row), 900 - left(row) - column, row - 100, 1100 - row)
                    let share = min(max(within + 0.5, 0), 1)
                    view.row(y)[x] = UInt8(desk + (paper - desk) * share)
                }
            }
        }
        return image
    }

    /// Also with paper darker than its surroundings.
    @Test(arguments: [(210.0, 90.0), (60.0, 140.0)])
    func creasedSidesAreFollowed(paper: Double, desk: Double) throws {
        let outline = try Self.picture(paper: paper, desk: desk).withView {
            SideTracer().outline(PageOutline(Self.quad), in: $0)
        }
        for (side, isLeft) in [(1, false), (3, true)] {
            #expect(outline.sides[side].count > 55)
            for point in outline.sides[side] {
                let place = isLeft ? Self.left(point.y) : 900 - Self.left(point.y)
                #expect(abs(point.x - place) < 2)
            }
        }
        for (side, place) in [(0, 100.0), (2, 1100)] {
            #expect(!outline.sides[side].isEmpty)
            #expect(outline.sides[side].allSatisfy { abs($0.y - place) < 1.5 })
        }
    }

    @Test func whatIsNotSeenStaysAsItIs() throws {
        var given = PageOutline(Self.quad)
        let blank = try Self.picture(paper: 128, desk: 128)
        #expect(blank.withView { SideTracer().outline(given, in: $0) } == given)
        given = PageOutline(
            Quad(
                topLeft: Point2D(x: .nan, y: 0), topRight: Point2D(x: 1e300, y: 0), bottomRight: Point2D(x: 9, y: 9),
                bottomLeft: Point2D(x: 9, y: 8)))
        #expect(blank.withView { SideTracer().outline(given, in: $0) }.sides == given.sides)
    }
}
