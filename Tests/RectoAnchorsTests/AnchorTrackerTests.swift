import RectoAnchors
import RectoCore
import TestSupport
import Testing

@Suite struct AnchorTrackerTests {
    @Test("an anchor that moves 14 px a frame to and fro is followed without drift")
    func aShakingAnchorIsFollowedWithoutDrift() throws {
        var random = SeededGenerator(seed: 41)
        var stage = try Stage(seed: 201)
        var errors: [Double] = []
        stage.begin(stage.scene.view())
        for frame in 1...40 {
            // Seven pixels from the center, on alternating sides.
            let angle = Double.random(in: -0.6...0.6, using: &random)
            let side = frame % 2 == 0 ? 7.0 : -7.0
            let view = stage.scene.view(
                turn: 0.02 * side, tilt: 0.02 * side, shift: Point2D(x: side * (1 - angle * angle / 2), y: side * angle)
            )
            let anchor = try #require(stage.show(view).first)
            #expect(anchor.state == .seen)
            errors.append(stage.scene.error(anchor.homography, view))
        }
        #expect(errors.reduce(0, +) / 40 < 0.4)
        #expect(errors.filter { $0 < 2 }.count >= 38)
    }

    @Test("a steady motion beyond the search's own reach is followed once it has begun slowly")
    func aSteadyMotionIsPredicted() throws {
        var stage = try Stage(seed: 202)
        stage.begin(stage.scene.view(scale: 0.5, shift: Point2D(x: -80, y: 0)))
        var x = -80.0
        for frame in 0..<12 {
            x += min(13, 5 + Double(frame) * 2)
            let view = stage.scene.view(scale: 0.5, shift: Point2D(x: x, y: 0))
            let anchor = try #require(stage.show(view).first)
            #expect(anchor.state == .seen)
            #expect(stage.scene.error(anchor.homography, view) < 0.6)
        }
    }

    @Test("an anchor that is covered for some frames is missed, and seen again; one that goes is lost, once")
    func aCoveredAnchorIsMissedAndSeenAgain() throws {
        var stage = try Stage(seed: 203)
        let view = stage.scene.view(turn: 0.1)
        stage.begin(view)
        #expect(stage.show(view).map(\.state) == [.seen])
        for _ in 0..<5 { #expect(stage.show(nil).map(\.state) == [.missed]) }
        #expect(stage.show(view).map(\.state) == [.seen])
        var states: [TrackedAnchor.State] = []
        for _ in 0..<20 { states += stage.show(nil).map(\.state) }
        #expect(states == Array(repeating: .missed, count: states.count - 1) + [.lost])
        #expect(10...14 ~= states.count)
        #expect(stage.tracker.numbers.isEmpty)
    }

    @Test(
        "what covers a part of an anchor, or a jump, is not taken for a part of it: what is seen is in its place",
        arguments: 206..<212)
    func whatCoversAnAnchorConfirmsNoPose(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var stage = try Stage(seed: seed)
        stage.begin(stage.scene.view())
        var seen = 0
        for frame in 0..<60 {
            let shift = Point2D(x: .random(in: -20...20, using: &random), y: .random(in: -20...20, using: &random))
            let view = stage.scene.view(turn: .random(in: -0.1...0.1, using: &random), shift: shift)
            let hidden = frame % 3 == 0 ? 0 : Double.random(in: 0.2...0.8, using: &random)
            for anchor in stage.show(view, hidden: hidden) where anchor.state == .seen {
                seen += 1
                #expect(stage.scene.error(anchor.homography, view) < 12, "frame \(frame), \(hidden) hidden")
            }
            if stage.tracker.numbers.isEmpty { stage.begin(view) }
        }
        #expect(seen >= 15)
    }

    @Test("twenty anchors are followed at once, and no more")
    func twentyAnchorsAreFollowedAtOnce() throws {
        let stage = try Stage(seed: 204)
        for number in 0..<20 {
            #expect(stage.tracker.follow(number, stage.templates, at: stage.scene.view(), time: 0))
        }
        #expect(!stage.tracker.follow(20, stage.templates, at: stage.scene.view(), time: 0))
        // A tracked anchor may get a new pose.
        #expect(stage.tracker.follow(7, stage.templates, at: stage.scene.view(turn: 0.1), time: 0))
        #expect(stage.tracker.numbers.count == 20)
        #expect(!stage.tracker.follow(3, stage.templates, at: Homography(0, 0, 0, 0, 0, 0, 0, 0, 1), time: 0))
    }

    @Test("an anchor at rest does not tremble")
    func anAnchorAtRestDoesNotJitter() throws {
        var stage = try Stage(seed: 205)
        stage.scene.noise = 5
        let view = stage.scene.view(turn: -0.1, scale: 0.9, tilt: 0.2)
        stage.begin(view)
        var quads: [Quad] = []
        for _ in 0..<25 {
            let anchor = try #require(stage.show(view).first)
            quads.append(anchor.homography.corners(of: stage.scene.anchor.size))
        }
        let seen = quads.dropFirst(3)
        var square = 0.0
        for corner in 0..<4 {
            let mean = seen.reduce(Point2D(x: 0, y: 0)) { $0 + $1[corner] } * (1 / Double(seen.count))
            square += seen.reduce(0) { $0 + ($1[corner] - mean).dot($1[corner] - mean) } / Double(4 * seen.count)
        }
        #expect(square.squareRoot() < 0.1)
    }

    @Test("parameters are checked")
    func parametersAreChecked() {
        var parameters = AnchorTracker.Parameters()
        parameters.minimumShare = 1.5
        #expect(throws: ParameterError.self) { try AnchorTracker(parameters) }
        parameters = AnchorTracker.Parameters()
        parameters.maximumAnchors = 0
        #expect(throws: ParameterError.self) { try AnchorTracker(parameters) }
    }

    /// A scene filmed at 30 frames per second.
    private struct Stage {
        var scene: AnchorScene
        let templates: PatchTemplates
        let tracker: AnchorTracker
        private let pyramid = GrayPyramid(levels: 3)
        private var time = 0.0

        init(seed: UInt64) throws {
            scene = AnchorScene(seed: seed)
            templates = PatchTemplates(AnchorPicture(gray: scene.anchor))
            tracker = try AnchorTracker()
        }

        func begin(_ view: Homography) { tracker.follow(0, templates, at: view, time: time) }

        mutating func show(_ view: Homography?, hidden: Double = 0) -> [TrackedAnchor] {
            time += 1.0 / 30
            let frame = scene.frame(view, hidden: hidden)
            return frame.withView { picture in
                pyramid.load(picture)
                return tracker.track(pyramid, at: time)
            }
        }
    }
}
