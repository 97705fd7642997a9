import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct TrackPartsTests {
    private let square = Quad(width: 100, height: 100)

    private func moved(_ seconds: Double) -> Quad {
        square.map { $0 + Point2D(x: 120 * seconds, y: -60 * seconds) }
    }

    // MARK: Prediction

    @Test func aConstantVelocityIsPredictedAtIrregularTimes() {
        var generator = SeededGenerator(seed: 1)
        var predictor = QuadPredictor(square, at: 0)
        var time = 0.0
        for _ in 0..<40 {
            time += Double.random(in: 0.005...0.1, using: &generator)
            predictor.correct(with: moved(time), at: time)
        }
        let ahead = predictor.prediction(at: time + 0.05)
        for corner in 0..<4 {
            #expect(ahead[corner].distance(to: moved(time + 0.05)[corner]) < 0.01)
            #expect(abs(predictor.velocity[corner].x - 120) < 0.5)
        }
        #expect(predictor.uncertainty(at: time + 0.05) < 0.5)
    }

    @Test func aSurpriseMakesThePredictionUncertain() {
        var predictor = QuadPredictor(square, at: 0)
        for frame in 1...10 { predictor.correct(with: square, at: Double(frame) / 30) }
        let before = predictor.uncertainty(at: 11.0 / 30)
        predictor.correct(with: moved(0.1), at: 11.0 / 30)
        // The corners were 13 pixels off, so they may be as far off again, and twice as far after twice the time.
        #expect(before < 1e-6)
        #expect(abs(predictor.uncertainty(at: 12.0 / 30) - moved(0.1)[0].length) < 1)
        #expect(predictor.uncertainty(at: 13.0 / 30) > 1.9 * predictor.uncertainty(at: 12.0 / 30))
    }

    @Test func oddTimesLeaveThePredictionFinite() {
        var predictor = QuadPredictor(square, at: 5)
        for time in [5, 4, 5, 1e12, 1e12, -1e12, 0, .leastNonzeroMagnitude] {
            predictor.correct(with: moved(0.3), at: time)
            #expect(predictor.prediction(at: time + 1).isFinite)
            #expect(predictor.uncertainty(at: time + 1).isFinite)
        }
    }

    // MARK: Smoothing

    @Test func noiseAtRestIsSmoothed() {
        var generator = SeededGenerator(seed: 2)
        var smoother = QuadSmoother(square, at: 0, restCutoff: 1, cutoffGain: 4)
        var (raw, smooth) = (0.0, 0.0)
        var last = square
        for frame in 1...120 {
            let noisy = square.map {
                $0
                    + Point2D(
                        x: .random(in: -0.5...0.5, using: &generator), y: .random(in: -0.5...0.5, using: &generator))
            }
            let before = smoother.quad
            smoother.add(noisy, at: Double(frame) / 30, diagonal: 2000)
            raw += noisy[0].distance(to: last[0])
            smooth += smoother.quad[0].distance(to: before[0])
            last = noisy
        }
        #expect(smooth < 0.3 * raw)
    }

    @Test func aSteadyMotionLagsAsLittleAsPromised() {
        var smoother = QuadSmoother(square, at: 0, restCutoff: 1, cutoffGain: 4)
        for frame in 1...60 { smoother.add(moved(Double(frame) / 30), at: Double(frame) / 30, diagonal: 2000) }
        // 1 / (2π · 4) percent of the diagonal.
        #expect(smoother.quad[0].distance(to: moved(2)[0]) < 0.0004 * 2000)
        #expect(abs(smoother.speed - Point2D(x: 120, y: 60).length) < 1)
    }

    // MARK: Lines

    /// Edges on a line, with four in ten at random places.
    private func edges(outliers: Double, _ generator: inout SeededGenerator) -> [SideEdge] {
        (0..<48).map { index in
            let along = 5 * Float(index)
            let isOutlier = Double.random(in: 0..<1, using: &generator) < outliers
            let noise = Float.random(in: -0.3...0.3, using: &generator)
            let offset = isOutlier ? Float.random(in: -15...15, using: &generator) : 2 + 0.02 * along + noise
            return SideEdge(along: along, offset: offset, weight: 10)
        }
    }

    @Test(arguments: [0, 0.2, 0.4])
    func aLineIsFittedDespiteOutliers(outliers: Double) throws {
        var generator = SeededGenerator(seed: 5)
        for pairs in [10, 24] {
            let edges = edges(outliers: outliers, &generator)
            let line = try #require(
                edges.withUnsafeBufferPointer {
                    SideLine(fitting: $0, length: 240, agreement: 1.2, pairs: pairs)
                })
            #expect(abs(line.offset - 2) < 0.25)
            #expect(abs(line.slope - 0.02) < 0.002)
        }
    }

    @Test func tooFewEdgesMakeNoLine() {
        for count in 0...2 {
            let edges = (0..<count).map { SideEdge(along: Float($0), offset: 1, weight: 1) }
            let line = edges.withUnsafeBufferPointer { SideLine(fitting: $0, length: 100, agreement: 1) }
            #expect(line == nil)
        }
    }
}
