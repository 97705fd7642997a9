import RectoAnchors
import RectoCore
import Testing

@Suite struct ARScanFlowTests {
    private static let size = PixelSize(640, 480)
    private static let large = Quad(width: 200, height: 150)
    private static let small = Quad(width: 60, height: 40)

    /// Feeds frames to a scan, 30 per second.
    private struct Film {
        var scan: ARScanFlow
        var frame = 0

        init() throws { scan = try ARScanFlow() }

        @discardableResult
        mutating func show(_ corners: Quad?, for frames: Int = 1) -> ARScanFlow.State {
            for _ in 0..<frames {
                frame += 1
                let time = Duration.milliseconds(frame * 1000 / 30)
                _ = scan.observe(.init(time: time, corners: corners, frameSize: ARScanFlowTests.size))
            }
            return scan.state
        }
    }

    @Test("coaching, scanning, matched, experience: each in its time")
    func theStepsComeInTheirTime() throws {
        var film = try Film()
        #expect(film.show(Self.large, for: 30) == .coaching(isFirst: true))
        film.scan.perform(.scan)
        #expect(film.show(nil) == .scanning(.lookForAnchor))
        #expect(film.show(Self.small, for: 30) == .scanning(.comeCloser))
        #expect(film.show(Self.large) == .scanning(.holdSteady))
        #expect(film.show(Self.large, for: 6) == .scanning(.holdSteady))
        #expect(film.show(Self.large, for: 3) == .matched)
        #expect(film.show(Self.large, for: 30) == .matched)
        #expect(film.show(Self.large, for: 10) == .experience)
        #expect(film.show(nil, for: 100) == .experience)
        #expect(!film.scan.isSeen)
        film.show(Self.large)
        #expect(film.scan.isSeen)
    }

    @Test("the instructions can be shown again, and tell that the scan has begun")
    func instructionsCanBeShownAgain() throws {
        var film = try Film()
        film.scan.perform(.coach)
        #expect(film.scan.state == .coaching(isFirst: true))
        film.scan.perform(.scan)
        film.scan.perform(.coach)
        #expect(film.show(Self.large, for: 60) == .coaching(isFirst: false))
        film.scan.perform(.scan)
        #expect(film.scan.state == .scanning(.lookForAnchor))
        film.show(Self.large, for: 10)
        #expect(film.scan.state == .matched)
        film.scan.perform(.coach)
        #expect(film.scan.state == .matched)
        film.scan.perform(.restart)
        #expect(film.scan.state == .scanning(.lookForAnchor))
    }

    @Test("a missed frame does not matter, a single sighting is no match, and an anchor that goes is looked for again")
    func aMissedFrameDoesNotMatter() throws {
        var film = try Film()
        film.scan.perform(.scan)
        for _ in 0..<20 {
            film.show(Self.large)
            #expect(film.show(nil, for: 20) == .scanning(.lookForAnchor))
        }
        for _ in 0..<6 {
            film.show(Self.large)
            film.show(nil)
        }
        #expect(film.scan.state == .matched)
        #expect(film.show(nil, for: 10) == .matched)
        #expect(film.show(nil, for: 10) == .scanning(.lookForAnchor))
    }

    @Test("clocks that stand still, go back or leap match nothing by themselves, and none is an error")
    func oddClocksMatchNothing() throws {
        var scan = try ARScanFlow()
        scan.perform(.scan)
        let times: [Duration] = [
            .seconds(5), .seconds(5), .seconds(4), .zero, .seconds(-100), .seconds(Int64.min / 2),
        ]
        for time in times {
            let state = scan.observe(.init(time: time, corners: Self.large, frameSize: Self.size))
            #expect(state == .scanning(.holdSteady))
        }
        // Observations before a jump in time are long past.
        _ = scan.observe(.init(time: .seconds(Int64.max / 2), corners: nil, frameSize: Self.size))
        #expect(scan.state == .scanning(.lookForAnchor))
        let broken = Quad(width: .nan, height: .infinity)
        _ = scan.observe(.init(time: .seconds(Int64.max / 2 + 1), corners: broken, frameSize: Self.size))
        #expect(scan.state == .scanning(.lookForAnchor))
    }

    @Test("parameters are checked")
    func parametersAreChecked() {
        var parameters = ARScanFlow.Parameters()
        parameters.beat = -1
        #expect(throws: ParameterError.self) { try ARScanFlow(parameters) }
        parameters = ARScanFlow.Parameters()
        parameters.minimumArea = .nan
        #expect(throws: ParameterError.self) { try ARScanFlow(parameters) }
    }
}
