import RectoCore
import RectoVision

/// The quads that compete in one scene, as the network sees them.
struct ContestExamples: Sendable {
    var inputs: [ContestNetwork.Input]
    /// Their IoU with the page.
    var overlaps: [Float]

    /// Every such scene is looked at a second time without its colours.
    private static let grayShare: UInt64 = 3

    /// Of scenes of consecutive seeds whose page is whole.
    static func compose(seed: UInt64, count: Int) throws -> [ContestExamples] {
        try TrainingScene.compose(seed: seed, count: count, .pages) { scene -> [ContestExamples] in
            guard !scene.isPartial else { return [] }
            let isGrayToo = scene.seed % grayShare == 0
            return try [ContestExamples(scene)] + (isGrayToo ? [ContestExamples(gray: scene)] : [])
        }.flatMap(\.self)
    }

    private init(_ scene: TrainingScene) throws {
        var detector = try PageDetector()
        self.init(scene.picture.withView { detector.contestants(.rgb($0)) }, of: scene)
    }

    private init(gray scene: TrainingScene) throws {
        var detector = try PageDetector()
        self.init(scene.grayPicture.withView { detector.contestants(.gray($0)) }, of: scene)
    }

    private init(_ contestants: [PageDetector.Contestant], of scene: TrainingScene) {
        inputs = contestants.map(\.input)
        overlaps = contestants.map { Float(scene.overlap($0.quad)) }
    }
}
