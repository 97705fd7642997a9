import RectoCore
import TestSupport
import Testing

@Suite struct QuadTests {
    private let square = Quad(width: 10, height: 10)

    @Test func shoelaceAreaHasTheSignOfTheOrder() throws {
        #expect(square.signedArea == 100)
        let reversed = try Quad(corners: square.corners.reversed())
        #expect(reversed.signedArea == -100)
        #expect(reversed.area == 100)
    }

    @Test func convexityRefusesFoldedFlatAndReversedQuads() throws {
        #expect(square.isConvexClockwise)
        #expect(try !Quad(corners: square.corners.reversed()).isConvexClockwise)
        var bowTie = square
        swap(&bowTie.topRight, &bowTie.bottomRight)
        #expect(!bowTie.isConvexClockwise)
        var dart = square
        dart.bottomRight = Point2D(x: 3, y: 3)
        #expect(!dart.isConvexClockwise)
        var flat = square
        flat.topRight = Point2D(x: 0, y: 5)
        #expect(!flat.isConvexClockwise)
        var lost = square
        lost.topLeft.x = .nan
        #expect(!lost.isConvexClockwise)
    }

    @Test func sortingFindsTheOrderFromAnyPermutation() throws {
        let quad = Quad(
            topLeft: Point2D(x: 2, y: 1), topRight: Point2D(x: 9, y: 2), bottomRight: Point2D(x: 8, y: 7),
            bottomLeft: Point2D(x: 1, y: 6))
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<50 { #expect(try Quad(sorting: quad.corners.shuffled(using: &generator)) == quad) }
    }

    @Test func cornersAreDescribedAsNumbers() {
        var quad = Quad(width: 100, height: 80.5)
        #expect("\(quad)" == "0,0 100,0 100,80.5 0,80.5")
        quad.topLeft = Point2D(x: -1 / 3.0, y: .nan)
        #expect("\(quad.topLeft)" == "-0.33,nan")
    }

    @Test func sortingRefusesAnotherNumberOfPoints() {
        #expect(throws: ParameterError.self) { try Quad(sorting: Array(square.corners.dropLast())) }
    }

    @Test func rotatingCornersFourTimesIsTheIdentity() {
        let tilted = Quad(
            topLeft: Point2D(x: 2, y: 1), topRight: Point2D(x: 9, y: 2), bottomRight: Point2D(x: 8, y: 7),
            bottomLeft: Point2D(x: 1, y: 6))
        #expect(tilted.rotatingCorners(by: 1).topLeft == tilted.topRight)
        #expect(tilted.rotatingCorners(by: -1).topLeft == tilted.bottomLeft)
        #expect(tilted.rotatingCorners(by: 4) == tilted)
    }

    @Test func overlapWithinAFrameIgnoresWhatLiesOutside() {
        let frame = Quad(width: 10, height: 10)
        let (long, longer) = (Quad(width: 20, height: 5), Quad(width: 90, height: 5))
        #expect(long.intersectionArea(with: longer, within: frame) == 50)
        #expect(long.intersectionOverUnion(with: longer, within: frame) == 1)
        let outside = long.map { $0 + Point2D(x: 30, y: 0) }
        #expect(long.intersectionOverUnion(with: outside, within: frame) == 0)
        let low = Quad(width: 5, height: 20).map { $0 - Point2D(x: 0, y: 10) }
        // 5 x 5 of 50 and 50.
        #expect(abs(long.intersectionOverUnion(with: low, within: frame) - 25.0 / 75) < 1e-12)
    }

    @Test func intersectionOverUnionOfSquaresIsAsByHand() {
        #expect(square.intersectionOverUnion(with: square) == 1)
        let half = square.map { $0 + Point2D(x: 5, y: 0) }
        #expect(abs(square.intersectionOverUnion(with: half) - 1.0 / 3) < 1e-12)
        #expect(square.intersectionOverUnion(with: square.map { $0 + Point2D(x: 20, y: 0) }) == 0)
        let inner = Quad(
            topLeft: Point2D(x: 4, y: 4), topRight: Point2D(x: 6, y: 4), bottomRight: Point2D(x: 6, y: 6),
            bottomLeft: Point2D(x: 4, y: 6))
        #expect(abs(square.intersectionOverUnion(with: inner) - 0.04) < 1e-12)
    }

    /// Corners in any order, including crossing sides: with or without an area, but finite.
    @Test func intersectionOfAnyQuadsIsFinite() {
        var generator = SeededGenerator(seed: 5)
        func point() -> Point2D {
            Point2D(x: .random(in: -9...9, using: &generator).rounded(), y: .random(in: -9...9, using: &generator))
        }
        for _ in 0..<2000 {
            let a = Quad(topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
            let b = Quad(topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
            #expect(a.intersectionArea(with: b) >= 0 && a.intersectionArea(with: b).isFinite)
        }
    }

    /// The share of random points inside both quads among those inside either.
    @Test func intersectionOverUnionAgreesWithCounting() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20 {
            let a = Quad.random(using: &generator)
            let b = Quad.random(using: &generator)
            var both = 0
            var either = 0
            for _ in 0..<20_000 {
                let point = Point2D(
                    x: .random(in: 0...10, using: &generator), y: .random(in: 0...10, using: &generator))
                let (inA, inB) = (a.holds(point), b.holds(point))
                both += inA && inB ? 1 : 0
                either += inA || inB ? 1 : 0
            }
            #expect(abs(a.intersectionOverUnion(with: b) - Double(both) / Double(either)) < 0.03)
        }
    }
}

extension Quad {
    /// A convex clockwise quad in 0…10: one corner in each quadrant.
    static func random(using generator: inout SeededGenerator) -> Quad {
        func point(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> Point2D {
            Point2D(x: .random(in: x, using: &generator), y: .random(in: y, using: &generator))
        }
        return Quad(
            topLeft: point(0...3, 0...3), topRight: point(7...10, 0...3), bottomRight: point(7...10, 7...10),
            bottomLeft: point(0...3, 7...10))
    }

    func holds(_ point: Point2D) -> Bool {
        (0..<4).allSatisfy { (self[($0 + 1) & 3] - self[$0]).cross(point - self[$0]) >= 0 }
    }
}
