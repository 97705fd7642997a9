import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct HomographyFitTests {
    private static let radii = [40.0, 28, 20, 14, 10, 6, 5, 4, 4]

    @Test("a projective map is found exactly from pairs without error")
    func aMapIsFoundExactlyWithoutError() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50 {
            let truth = Self.view(&random)
            let pairs = Self.pairs(truth, count: 40, &random)
            let found = try #require(Self.settled(pairs, from: truth))
            #expect(Self.cornerError(found, truth) < 1e-6)
        }
    }

    @Test("four pairs without error give their map in a projective round, an affine one where it is affine")
    func fewPairs() throws {
        let affine = Homography(0.8, 0.2, 30, -0.1, 0.9, 40, 0, 0, 1)
        let places = [(10.0, 10.0), (300.0, 20.0), (290.0, 200.0), (15.0, 210.0)]
        let pairs = places.map { Self.pair(affine, $0.0, $0.1) }
        let found = try #require(
            pairs.withUnsafeBufferPointer { HomographyFit($0).refit(affine, radius: 10, projective: true) })
        #expect(Self.cornerError(found, affine) < 1e-6)
    }

    @Test("40 of 100 pairs anywhere do not turn a fit that starts 15 px beside")
    func outliersDoNotTurnTheFit() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<50 {
            let truth = Self.view(&random)
            var pairs = Self.pairs(truth, count: 100, noise: 0.5, &random)
            for i in 0..<40 {
                pairs[i].u = Double.random(in: 0...640, using: &random)
                pairs[i].v = Double.random(in: 0...480, using: &random)
            }
            var start = truth
            start.c += 10
            start.f -= 11
            let found = try #require(Self.settled(pairs, from: start))
            #expect(Self.cornerError(found, truth) < 1.5)
            pairs.withUnsafeBufferPointer { pairs in
                let fit = HomographyFit(pairs)
                #expect(fit.support(found, radius: 3) >= 58)
                #expect(fit.score(found, radius: 3) > fit.score(start, radius: 3))
            }
        }
    }

    @Test("noise of one pixel leaves less than a pixel, as in the distance of least squares")
    func noiseIsAveragedOut() throws {
        var random = SeededGenerator(seed: 3)
        var sum = 0.0
        for _ in 0..<50 {
            let truth = Self.view(&random)
            let pairs = Self.pairs(truth, count: 200, noise: 1, &random)
            let found = try #require(Self.settled(pairs, from: truth))
            sum += Self.cornerError(found, truth)
        }
        #expect(sum / 50 < 0.8)
    }

    @Test("pairs on a line, too few of them, none, and places that are no numbers give nothing")
    func degeneratePairsGiveNothing() {
        let map = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)
        let line = (0..<30).map { Self.pair(map, Double($0) * 7, Double($0) * 3 + 5) }
        let same = [PointPair](repeating: Self.pair(map, 10, 20), count: 12)
        let three = [Self.pair(map, 1, 2), Self.pair(map, 90, 4), Self.pair(map, 50, 80)]
        let broken = (0..<20).map { _ in PointPair(x: .nan, y: 1, u: .infinity, v: 2) }
        for pairs in [line, same, three, broken, []] {
            #expect(Self.settled(pairs, from: map) == nil)
        }
    }

    @Test("weights of 0 do not count, and weight decides between two maps")
    func weightsDecideBetweenMaps() throws {
        var random = SeededGenerator(seed: 4)
        let (one, other) = (Homography.identity, Homography(1, 0, 3, 0, 1, 0, 0, 0, 1))
        let light = Self.pairs(one, count: 60, &random)
        let heavy = Self.pairs(other, count: 60, &random).map {
            PointPair(x: $0.x, y: $0.y, u: $0.u, v: $0.v, weight: 50)
        }
        let pairs = light + heavy
        let found = try #require(Self.settled(pairs, from: one, radii: [9, 9, 6, 6, 5]))
        #expect(Self.cornerError(found, other) < 0.3)
    }

    @Test("what a camera cannot see is no view")
    func impossibleViewsAreRefused() throws {
        let size = try PixelSize(width: 400, height: 300)
        #expect(Homography.identity.isView(of: size))
        #expect(Homography(-1, 0, 400, 0, -1, 300, 0, 0, 1).isView(of: size))
        // A mirror image; a point; behind the camera; tilted beyond the horizon; NaN.
        #expect(!Homography(-1, 0, 400, 0, 1, 0, 0, 0, 1).isView(of: size))
        #expect(!Homography(0.05, 0, 0, 0, 0.05, 0, 0, 0, 1).isView(of: size))
        #expect(!Homography(1, 0, 0, 0, 1, 0, 0, 0, -1).isView(of: size))
        #expect(!Homography(1, 0, 0, 0, 1, 0, -0.004, 0, 1).isView(of: size))
        #expect(!Homography(1, 0, 0, 0, 1, 0, .nan, 0, 1).isView(of: size))
    }

    // MARK: - Made poses

    private static let size = (width: 400.0, height: 300.0)

    private static func settled(_ pairs: [PointPair], from start: Homography, radii: [Double] = radii) -> Homography? {
        pairs.withUnsafeBufferPointer { HomographyFit($0).settle(start, radii: radii) }
    }

    /// A rotated, scaled, shifted and tilted view.
    private static func view(_ random: inout SeededGenerator) -> Homography {
        let scale = Double.random(in: 0.4...1.4, using: &random)
        let (cosine, sine) = (
            scale * Double.random(in: 0.5...1, using: &random), scale * Double.random(in: -0.6...0.6, using: &random)
        )
        return Homography(
            cosine, -sine, Double.random(in: 50...300, using: &random),
            sine, cosine, Double.random(in: 50...200, using: &random), Double.random(in: -8e-4...8e-4, using: &random),
            Double.random(in: -8e-4...8e-4, using: &random), 1)
    }

    private static func pair(_ map: Homography, _ x: Double, _ y: Double) -> PointPair {
        let seen = map.map(Point2D(x: x, y: y))
        return PointPair(x: x, y: y, u: seen.x, v: seen.y)
    }

    private static func pairs(
        _ map: Homography, count: Int, noise: Double = 0, _ random: inout SeededGenerator
    ) -> [PointPair] {
        (0..<count).map { _ in
            let x = Double.random(in: 0...size.width, using: &random)
            var made = pair(map, x, Double.random(in: 0...size.height, using: &random))
            // The sum of four is nearly Gaussian; its deviation is 2 / √12 of the range of one.
            func error() -> Double {
                (0..<4).reduce(0) { sum, _ in sum + Double.random(in: -1...1, using: &random) } * noise * 0.866
            }
            made.u += error()
            made.v += error()
            return made
        }
    }

    private static func cornerError(_ a: Homography, _ b: Homography) -> Double {
        let outline = Quad(width: size.width, height: size.height)
        return (0..<4).map { a.map(outline[$0]).distance(to: b.map(outline[$0])) }.max() ?? .infinity
    }
}
