import RectoCore
import RectoVision

/// What spoke for the detector's answer to a scene, and whether it was right.
struct ConfidenceExample: Sendable {
    var inputs: [Double]
    /// Whether the refined quad has IoU ≥ 0.9 with the page.
    var isRight: Bool

    /// Of scenes of consecutive seeds whose page is whole, with and without their colours by turns.
    static func compose(seed: UInt64, count: Int, hasPage: Bool) throws -> [ConfidenceExample] {
        try TrainingScene.compose(seed: seed, count: count, hasPage: hasPage) { scene in
            guard !hasPage || !scene.isPartial else { return nil }
            return scene.seed % 4 == 3
                ? try scene.grayPicture.withView { try ConfidenceExample(scene, .gray($0)) }
                : try scene.picture.withView { try ConfidenceExample(scene, .rgb($0)) }
        }.compactMap(\.self)
    }

    private init?(_ scene: TrainingScene, _ frame: FrameView) throws {
        var detector = try PageDetector()
        guard let evidence = detector.candidates(frame).evidence, let found = detector.detect(frame) else { return nil }
        let values = evidence.inputs
        inputs = values.indices.map { Double(values[$0]) }
        isRight = scene.overlap(found.quad) >= 0.9
    }
}
