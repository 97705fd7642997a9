import CAllocations
import Foundation
import RectoCore
import RectoVision
import TestSupport
import Testing

@Suite struct AutoCaptureTests {
    private typealias View = CaptureStage.View

    // MARK: Guidance

    private static let outside = Quad(
        topLeft: Point2D(x: -0.1, y: 0.1), topRight: Point2D(x: 0.6, y: 0.1), bottomRight: Point2D(x: 0.6, y: 0.9),
        bottomLeft: Point2D(x: -0.1, y: 0.9))
    private static let large = Quad(
        topLeft: Point2D(x: -0.1, y: 0.1), topRight: Point2D(x: 1.1, y: 0.1), bottomRight: Point2D(x: 1.1, y: 0.9),
        bottomLeft: Point2D(x: -0.1, y: 0.9))
    private static let small = Quad(
        topLeft: Point2D(x: 0.4, y: 0.4), topRight: Point2D(x: 0.6, y: 0.4), bottomRight: Point2D(x: 0.6, y: 0.6),
        bottomLeft: Point2D(x: 0.4, y: 0.6))
    private static let slanted = Quad(
        topLeft: Point2D(x: 0.4, y: 0.1), topRight: Point2D(x: 0.6, y: 0.1), bottomRight: Point2D(x: 0.9, y: 0.9),
        bottomLeft: Point2D(x: 0.1, y: 0.9))

    private static let obstacles: [(View, String)] = {
        var list: [(View, String)] = [(View.nothing, "noDocument")]
        func add(_ code: String, _ change: (inout View) -> Void) {
            var view = View()
            change(&view)
            list.append((view, code))
        }
        add("noDocument") { $0.confidence = 0.3 }
        add("partlyOutside") { ($0.page, $0.glimpse) = (nil, .cut(.left)) }
        add("tooClose") { ($0.page, $0.glimpse) = (nil, .cut([.left, .top, .right])) }
        add("tooClose") { ($0.page, $0.glimpse) = (nil, .fillsFrame) }
        add("partlyOutside") { $0.page = outside }
        add("partlyOutside") { $0.occluded = .left }
        add("tooClose") { $0.page = large }
        add("tooFar") { $0.page = small }
        add("tilted") { $0.page = slanted }
        add("tooDark") { $0.brightness = 40 }
        add("glare") { $0.glare = 0.02 }
        add("moving") { $0.speed = 0.4 }
        add("moving") { $0.highFrequencyRatio = 0.05 }
        return list
    }()

    @Test(arguments: obstacles)
    private func whatSpeaksAgainstAPageIsSaid(_ view: View, _ code: String) throws {
        var stage = try CaptureStage()
        let steps = stage.show(view, for: 3)
        #expect(steps.suffix(60).codes.allSatisfy { $0 == code })
        #expect(steps.shots.isEmpty)
    }

    @Test func aStillPageIsTakenOnce() throws {
        var stage = try CaptureStage()
        let steps = stage.show(View(), for: 30)
        let codes = steps.codes.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
        #expect(codes == ["moving", "holdSteady", "capturing", "captured", "samePage"])
        let progress = steps.compactMap { step in
            if case .holdSteady(let progress) = step.decision.guidance { progress } else { nil }
        }
        #expect(zip(progress, progress.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(try #require(progress.first) < 0.6)
        #expect(try #require(progress.last) > 0.8)
        #expect(steps.shots.count == 1)
        #expect(try #require(steps.shots.first).isLowQuality == false)
        #expect(steps.count { $0.decision.guidance == .captured } >= 30)
        let taken = try #require(steps.first { $0.decision.shot != nil })
        #expect(0.5...0.9 ~= taken.time)
    }

    @Test func whatGoesOnOnThePageIsMotion() throws {
        var stage = try CaptureStage()
        for index in 0..<90 {
            let step = stage.show(View(parts: index % 4 < 2 ? 100 : 150))
            #expect(step.decision.shot == nil)
            if index > 15 { #expect(step.decision.guidance == .moving) }
        }
    }

    /// The corners rest and the brightness is constant, but the lines keep changing.
    @Test func aSignatureThatChangesIsMotion() throws {
        var stage = try CaptureStage()
        for index in 0..<120 {
            let step = stage.show(View(signature: CaptureStage.letters[index / 3 % 4]))
            #expect(step.decision.shot == nil)
        }
    }

    @Test func aTiltedPageIsTakenInTheEnd() throws {
        var stage = try CaptureStage()
        let steps = stage.show(View(page: Self.slanted), for: 10)
        #expect(steps.shots.map(\.isLowQuality) == [true])
        #expect(6...7.5 ~= (try #require(steps.first { $0.decision.shot != nil }).time))
        var far = try CaptureStage()
        #expect(far.show(View(page: Self.small), for: 10).shots.isEmpty)
    }

    // MARK: Hysteresis and display

    @Test func aPageThatIsHeldMayMoveALittleMore() throws {
        var stage = try CaptureStage()
        #expect(stage.show(View(speed: 0.11), for: 3).shots.isEmpty)
        var held = try CaptureStage()
        held.show(View(), for: 0.35)
        #expect(held.show(View(confidence: 0.7, speed: 0.11), for: 1).shots.count == 1)
    }

    @Test func inAHandThatTremblesAPageIsStillEnough() throws {
        func shots(_ swing: Double, highFrequencyRatio: Float = 0.3) throws -> Int {
            var stage = try CaptureStage()
            let pace = 2 * Double.pi * 5
            let steps = (0..<60).map { _ in
                let speed = swing * pace * cos(pace * stage.time)
                return stage.show(View(speed: speed, highFrequencyRatio: highFrequencyRatio))
            }
            return steps.shots.count
        }
        #expect(try shots(0.008) == 1, "faster than a moving page, but in its place")
        #expect(try shots(0.008, highFrequencyRatio: 0.05) == 0)
        #expect(try shots(0.03) == 0)
    }

    /// The lower the detector's confidence, the longer a page must be still; a doubtful quad is never captured.
    @Test func aDoubtfulPageMustBeStillForLonger() throws {
        func timeOfShot(_ confidence: Double) throws -> Double? {
            var stage = try CaptureStage()
            return stage.show(View(confidence: confidence), for: 10).first { $0.decision.shot != nil }?.time
        }
        let sure = try #require(try timeOfShot(0.8))
        let likely = try #require(try timeOfShot(0.6))
        let doubtful = try #require(try timeOfShot(0.4))
        #expect(try timeOfShot(0.99) == sure)
        #expect(sure + 0.2 < likely)
        #expect(likely + 0.4 < doubtful)
        #expect(doubtful < 2.5)
        #expect(try timeOfShot(0.3) == nil)
    }

    @Test func aDropoutOfAFrameDoesNotStartTheCountAfresh() throws {
        func timeOfShot(dropouts: Bool) throws -> Double {
            var stage = try CaptureStage()
            for index in 0..<60 {
                let view = View(confidence: dropouts && index % 5 == 4 ? 0.3 : 0.95)
                let step = stage.show(view)
                if step.decision.shot != nil { return step.time }
            }
            return .infinity
        }
        #expect(try timeOfShot(dropouts: true) < timeOfShot(dropouts: false) + 0.35)
    }

    @Test func guidanceStaysLongEnoughToBeRead() throws {
        var stage = try CaptureStage()
        let views = [View.nothing, View(brightness: 40), View(page: Self.small), View(speed: 1)]
        var runs: [(code: String, count: Int)] = []
        for index in 0..<300 {
            let code = stage.show(views[index / 2 % views.count]).decision.guidance.code
            if runs.last?.code == code { runs[runs.count - 1].count += 1 } else { runs.append((code, 1)) }
        }
        #expect(runs.count > 5)
        #expect(runs.dropLast().allSatisfy { $0.count >= 9 })
    }

    // MARK: The best frame

    @Test func theSharpestFrameOfTheLastMomentsIsKept() throws {
        var stage = try CaptureStage()
        var sharpest: Double?
        var shot: AutoCapture.Shot?
        for index in 0..<60 {
            let isSharpest = index == 14
            if isSharpest { sharpest = stage.time }
            // Even sharper, but too long ago.
            let step = stage.show(View(sharpness: isSharpest ? 1.2 : index < 2 ? 1.3 : 1))
            shot = shot ?? step.decision.shot
        }
        #expect(try #require(shot).time == .seconds(try #require(sharpest)))
    }

    @Test func aSharperFrameAfterTheDecisionIsWaitedFor() throws {
        var stage = try CaptureStage()
        var (shot, after): (AutoCapture.Shot?, Double?)
        var wasCapturing = false
        for _ in 0..<60 {
            let time = stage.time
            let step = stage.show(View(sharpness: wasCapturing && after == nil ? 1.5 : 1))
            if wasCapturing, after == nil { after = time }
            wasCapturing = step.decision.guidance == .capturing
            shot = shot ?? step.decision.shot
        }
        #expect(try #require(shot).time == .seconds(try #require(after)))
    }

    // MARK: Manual

    @Test func byHandOnlyWhatIsAskedForIsTaken() throws {
        var parameters = AutoCapture.Parameters()
        parameters.mode = .manual
        var stage = try CaptureStage(parameters)
        #expect(stage.show(View(), for: 10).shots.isEmpty)
        stage.capture.requestShot()
        let steps = stage.show(View(), for: 1)
        #expect(steps.shots.count == 1)
        #expect(try #require(steps.first).decision.guidance == .capturing)
        #expect(steps.shots[0].page != nil)
        // The same page again, and a frame without one.
        stage.capture.requestShot()
        #expect(stage.show(View(), for: 1).shots.count == 1)
        stage.show(.nothing, for: 1)
        stage.capture.requestShot()
        let bare = stage.show(.nothing, for: 1).shots
        #expect(bare.count == 1)
        #expect(bare.first?.page == nil)
    }

    // MARK: Independence

    @Test(arguments: [15.0, 30, 60], [640, 1920])
    func rateAndResolutionDoNotMatter(_ rate: Double, _ width: Int) throws {
        var stage = try CaptureStage(rate: rate, width: width, height: width * 3 / 4)
        var steps = stage.show(.nothing, for: 1)
        for letter in CaptureStage.letters {
            steps += stage.show(View(speed: 0.3, signature: letter), for: 0.6)
            steps += stage.show(View(speed: 0.03, signature: letter), for: 2.4)
        }
        let times = steps.filter { $0.decision.shot != nil }.map(\.time)
        #expect(times.count == 4)
        for (index, time) in times.enumerated() { #expect(0.5...1.2 ~= time - 1.6 - 3 * Double(index)) }
    }

    // MARK: Hostile input

    @Test func timesThatAreWrongDoNoHarm() throws {
        let odd: [Duration] = [
            .seconds(5), .seconds(5), .seconds(-100), .zero, .seconds(Int64.max / 4), .seconds(Int64.min / 4),
            .nanoseconds(1), .seconds(86_400 * 365),
        ]
        var stage = try CaptureStage()
        for time in odd {
            for _ in 0..<5 { _ = stage.capture.observe(stage.observation(View(), at: time)) }
        }
        #expect(stage.show(View(), for: 2).shots.count == 1)
        // A clock that stands still captures nothing.
        var frozen = try CaptureStage()
        for _ in 0..<1000 { #expect(frozen.capture.observe(frozen.observation(View(), at: .seconds(3))).shot == nil) }
        // A gap does not count as being still.
        var gap = try CaptureStage()
        gap.show(View(), for: 0.1)
        #expect(gap.capture.observe(gap.observation(View(), at: .seconds(60))).guidance.code != "capturing")
    }

    @Test func numbersThatAreNoneDoNoHarm() throws {
        let nan = Double.nan
        let nowhere = Quad(
            topLeft: Point2D(x: nan, y: 0), topRight: Point2D(x: .infinity, y: 0), bottomRight: Point2D(x: 1, y: nan),
            bottomLeft: Point2D(x: -.infinity, y: 1))
        var stage = try CaptureStage()
        let changes: [(inout View) -> Void] = [
            { $0.page = nowhere }, { $0.page = Quad(width: 0, height: 0) }, { $0.confidence = nan }, { $0.speed = nan },
            { $0.speed = .infinity }, { $0.sharpness = .nan }, { $0.highFrequencyRatio = .nan },
            { $0.brightness = .nan },
            { $0.glare = .nan },
        ]
        for change in changes {
            var view = View()
            change(&view)
            stage.show(view, for: 1)
        }
        stage.show(.nothing, for: 1)
        #expect(stage.show(View(signature: CaptureStage.letters[1]), for: 3).shots.count == 1)
    }

    @Test func settingsOutsideTheirRangeAreRefused() {
        let changes: [(inout AutoCapture.Parameters) -> Void] = [
            { $0.dwell = -1 }, { $0.minimumConfidence = .nan }, { $0.memory = -1 }, { $0.lookBack = 3 },
            { $0.stillSpeed = 0 }, { $0.dissimilarity = 11 }, { $0.displayTime = .infinity },
        ]
        for change in changes {
            var parameters = AutoCapture.Parameters()
            change(&parameters)
            #expect(throws: ParameterError.self) { try AutoCapture(parameters) }
        }
    }

    // MARK: Memory

    /// Also while a page is at rest and looked at now and then.
    /// A lens that cannot do better is accepted; a refocusing lens is waited for.
    @Test func aSoftLensThatHasSettledIsGoodEnough() throws {
        var stage = try CaptureStage()
        let steps = stage.show(View(highFrequencyRatio: 0.1), for: 3)
        #expect(steps.shots.count == 1)
        let decided = try #require(steps.first { $0.decision.shot != nil })
        #expect(1...1.6 ~= decided.time)
        var blurred = try CaptureStage()
        #expect(blurred.show(View(highFrequencyRatio: 0.05), for: 4).shots.isEmpty)
        var hunting = try CaptureStage()
        for index in 0..<120 {
            #expect(
                hunting.show(View(sharpness: index % 12 < 6 ? 1 : 0.5, highFrequencyRatio: 0.1)).decision.shot == nil)
        }
    }

    @Test func aDarkPageInGoodLightIsTaken() throws {
        var stage = try CaptureStage()
        let shots = stage.show(View(brightness: 50, surroundBrightness: 180), for: 2).shots
        #expect(shots.count == 1 && shots.first?.isLowQuality == false)
        var night = try CaptureStage()
        let steps = night.show(View(brightness: 50, surroundBrightness: 60), for: 2)
        #expect(steps.shots.isEmpty && steps.last?.decision.guidance == .tooDark)
    }

    @Test(.inRelease, .enabled(if: recto_counts_allocations()))
    func laterFramesAllocateNothing() throws {
        var stage = try CaptureStage()
        let (meter, extractor) = (PageQualityMeter(), PageSignatureExtractor())
        let image = CaptureStage.letter(1)
        let quad = Quad(
            topLeft: Point2D(x: 4, y: 4), topRight: Point2D(x: 310, y: 6), bottomRight: Point2D(x: 312, y: 312),
            bottomLeft: Point2D(x: 8, y: 308))
        func watch(_ seconds: Double) {
            for _ in 0..<Int(seconds * 30) {
                var observation = stage.observation(View(), at: .seconds(stage.time))
                image.withView { view in
                    observation.quality = meter.measure(quad, in: .gray(view))
                    observation.signature =
                        stage.capture.needsSignature ? extractor.signature(of: quad, in: .gray(view)) : nil
                }
                _ = stage.show(observation)
            }
        }
        watch(10)
        let before = recto_allocations()
        watch(10)
        #expect(recto_allocations() == before)
    }
}
