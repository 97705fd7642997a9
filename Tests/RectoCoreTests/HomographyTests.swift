import RectoCore
import TestSupport
import Testing

@Suite struct HomographyTests {
    @Test func takesCornersToCorners() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let source = Quad.random(using: &generator)
            let target = Quad.random(using: &generator).map { $0 * 100 + Point2D(x: 7, y: -3) }
            let map = try #require(Homography(from: source, to: target))
            let back = try #require(map.inverse)
            for corner in 0..<4 {
                #expect(map.map(source[corner]).distance(to: target[corner]) < 1e-8)
                #expect(back.map(target[corner]).distance(to: source[corner]) < 1e-8)
            }
        }
    }

    @Test func compositionIsOneMapAfterTheOther() throws {
        let a = try #require(
            Homography(from: Quad(width: 4, height: 3), to: Quad.trapezium))
        let b = try #require(Homography(unitSquareTo: Quad.trapezium))
        let point = Point2D(x: 0.3, y: 0.6)
        let chained = a.composed(after: b).map(point)
        #expect(chained.distance(to: a.map(b.map(point))) < 1e-12)
    }

    @Test func keepsStraightLinesStraight() throws {
        let map = try #require(Homography(unitSquareTo: .trapezium))
        let points = [0.0, 0.25, 0.9].map { map.map(Point2D(x: $0, y: 0.2 + 0.5 * $0)) }
        #expect(abs((points[1] - points[0]).cross(points[2] - points[0])) < 1e-9)
    }

    @Test func areaScaleIsTheLocalGrowth() throws {
        let map = try #require(Homography(unitSquareTo: .trapezium))
        let step = 1e-5
        let origin = Point2D(x: 0.4, y: 0.7)
        let across = map.map(origin + Point2D(x: step, y: 0)) - map.map(origin)
        let down = map.map(origin + Point2D(x: 0, y: step)) - map.map(origin)
        #expect(abs(across.cross(down) / (step * step) / map.areaScale(at: origin) - 1) < 1e-3)
    }

    @Test func degenerateQuadsHaveNoMap() {
        let point = Point2D(x: 1, y: 1)
        #expect(
            Homography(unitSquareTo: Quad(topLeft: point, topRight: point, bottomRight: point, bottomLeft: point))
                == nil)
        let inLine = (0..<4).map { Point2D(x: Double($0), y: Double($0)) }
        #expect(
            Homography(
                unitSquareTo: Quad(
                    topLeft: inLine[0], topRight: inLine[1], bottomRight: inLine[2], bottomLeft: inLine[3])) == nil)
        var folded = Quad.trapezium
        folded.bottomRight = Point2D(x: 1, y: 1)
        #expect(Homography(unitSquareTo: folded) == nil)
        var infinite = Quad.trapezium
        infinite.topLeft.x = .infinity
        #expect(Homography(unitSquareTo: infinite) == nil)
        #expect(Homography(1, 2, 3, 2, 4, 6, 0, 0, 1).inverse == nil)
    }
}

extension Quad {
    fileprivate static let trapezium = Quad(
        topLeft: Point2D(x: 2, y: 1), topRight: Point2D(x: 8, y: 1.5), bottomRight: Point2D(x: 10, y: 9),
        bottomLeft: Point2D(x: 0.5, y: 8))
}
