import RectoCore
import RectoPictures
import RectoVision
import TestSupport
import Testing

/// Short simulated sessions from picture to shot; `recto-eval sessions` measures long ones.
@Suite(.inRelease) struct CaptureAcceptanceTests {
    private static let turns = [1.8..<2.3, 4.1..<4.7, 6.5..<6.9]
    private static let end = 8.7

    /// Times in seconds of the kept frames, and of the decisions.
    private func shots(
        seed: UInt64, width: Int, rate: Double, _ change: (inout SceneStream.Options) -> Void = { _ in }
    ) throws -> [(taken: Duration, decided: Double)] {
        let size = try PixelSize(width: width, height: width * 9 / 16)
        var options = SceneStream.Options()
        options.scene.kind = .letter
        options.scene.background = .wood
        options.pageTurns = Self.turns
        change(&options)
        let film = try SceneStream(seed: seed, size: size, options: options)
        var (tracker, capture) = (try QuadTracker(), try AutoCapture())
        let (meter, extractor) = (PageQualityMeter(), PageSignatureExtractor())
        var shots: [(Duration, Double)] = []
        for index in 0..<Int(Self.end * rate) {
            let seconds = Double(index) / rate
            let observation = film.frame(at: seconds).picture.withView { view in
                let page = tracker.track(view, at: .seconds(seconds))
                return CaptureObservation(
                    time: .seconds(seconds), size: size, page: page,
                    quality: page.flatMap { meter.measure($0.quad, in: .rgb(view)) },
                    signature: capture.needsSignature
                        ? page.flatMap { extractor.signature(of: $0.quad, in: .rgb(view)) } : nil)
            }
            if let shot = capture.observe(observation).shot { shots.append((shot.time, seconds)) }
        }
        return shots
    }

    private static let seed = SceneComposer.reportSeeds.lowerBound + 96_000

    /// Every page is captured once, while it lies still, and soon.
    private func expectEveryPageOnce(_ shots: [(taken: Duration, decided: Double)]) {
        #expect(shots.count == Self.turns.count + 1)
        let starts = [0] + Self.turns.map(\.upperBound)
        let ends = Self.turns.map(\.lowerBound) + [Self.end]
        for (shot, lies) in zip(shots, zip(starts, ends)) {
            #expect(shot.taken >= .seconds(lies.0) && shot.taken < .seconds(lies.1))
            #expect(shot.decided - lies.0 < 1.5)
        }
    }

    @Test(arguments: [(426, 15.0), (640, 15), (426, 30), (426, 60)])
    func everyPageIsTakenOnceAtAnyRateAndSize(_ width: Int, _ rate: Double) throws {
        expectEveryPageOnce(try shots(seed: Self.seed, width: width, rate: rate) { $0.motion = .still })
    }

    @Test func everyPageIsTakenOnceInASteadyHand() throws {
        expectEveryPageOnce(try shots(seed: Self.seed, width: 426, rate: 30))
    }

    /// The paper of these films is darker than a lamp on it. On paper above 240 levels a reflection is not seen.
    @Test(arguments: [2, 3, 4, 7, 8] as [UInt64])
    func handsReflectionsAndTheSearchForFocusAreWaitedFor(_ film: UInt64) throws {
        let shots = try shots(seed: Self.seed + film, width: 426, rate: 15) {
            $0.motion = .still
            $0.hands = [1.6..<2.5]
            $0.glare = [4.7..<5.3]
            $0.refocusing = [6.9..<7.3]
        }
        #expect(shots.count == 4)
        for (shot, minimum) in zip(shots, [0, 2.5, 5.3, 7.1]) { #expect(shot.taken >= .seconds(minimum)) }
    }

    @Test func handsOverAnEmptyDeskAreNotTaken() throws {
        let shots = try shots(seed: Self.seed + 3, width: 426, rate: 15) {
            $0.scene.hasPage = false
            $0.pageTurns = []
            $0.hands = [0.5..<2, 3..<4.5, 5..<8]
        }
        #expect(shots.isEmpty)
    }
}
