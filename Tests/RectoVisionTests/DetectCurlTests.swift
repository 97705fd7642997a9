import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Corners of sheets whose sides are bowed.
@Suite struct DetectCurlTests {
    /// Edges on a parabola, a quarter of them displaced by something that hides the side.
    private static func edges(length: Float, sagitta: Float) -> [SideEdge] {
        (0..<48).map { index in
            let share = (Float(index) + 0.5) / 48
            let hidden: Float = (30..<42).contains(index) ? 9 : 0
            return SideEdge(along: share * length, offset: 4 * sagitta * share * (1 - share) + hidden, weight: 30)
        }
    }

    @Test func aCurveFollowsItsEdgesPastAHand() {
        let length: Float = 400
        var curve = SideCurve()
        Self.edges(length: length, sagitta: 12).withUnsafeBufferPointer { edges in
            for scale: Float in [4, 3, 2, 1] { curve.fit(edges, length: length, scale: scale) }
        }
        #expect(abs(curve.offset(at: 0)) < 0.5)
        #expect(abs(curve.offset(at: length / 2) - 12) < 0.5)
        #expect(abs(curve.sagitta(length: length) - 12) < 0.5)
        #expect(abs(curve.slope(at: length / 2)) < 0.01)
    }

    @Test func edgesInOnePlaceBendNothing() {
        var curve = SideCurve()
        [SideEdge](repeating: SideEdge(along: 7, offset: 3, weight: 1), count: 9).withUnsafeBufferPointer {
            curve.fit($0, length: 100, scale: 1)
        }
        #expect(curve.offset(at: 0) == 0 && curve.sagitta(length: 100) == 0)
    }

    /// A sheet that rises towards one end: two of its sides are arcs in the picture.
    @Test func cornersOfABowedSheetAreWhereItsSidesEnd() throws {
        let size = try PixelSize(width: 960, height: 720)
        let (left, right, top, bottom) = (180.0, 780.0, 150.0, 560.0)
        let sagitta = 18.0
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let share = (Double(x) + 0.5 - left) / (right - left)
                    let rise = 4 * sagitta * share * (1 - share)
                    let height = Double(y) + 0.5 + rise
                    let isInside = (0...1).contains(share) && (top...bottom).contains(height)
                    view.row(y)[x] = isInside ? 215 : 70
                }
            }
        }
        let corners = Quad(
            topLeft: Point2D(x: left, y: top), topRight: Point2D(x: right, y: top),
            bottomRight: Point2D(x: right, y: bottom), bottomLeft: Point2D(x: left, y: bottom))
        // Where straight lines through the middles of the sides would put the corners.
        let start = corners.map { Point2D(x: $0.x, y: $0.y - 0.7 * sagitta) }
        let refined = image.withView { CornerRefiner().refine(start, in: .gray($0)).quad }
        for corner in 0..<4 { #expect(refined[corner].distance(to: corners[corner]) < 1) }
        var detector = try PageDetector()
        let found = try #require(image.withView { detector.detect($0) })
        #expect(found.quad.intersectionOverUnion(with: corners) > 0.99)
    }
}
