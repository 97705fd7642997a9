import RectoCore
import RectoVision

/// The evidence for the detector's answer to a scene, and whether it was right.
struct ConfidenceExample: Sendable {
    var inputs: [Double]
    /// Whether the refined quad has IoU ≥ 0.9 with the page.
    var isRight: Bool

    /// Examples from scenes with consecutive seeds whose page is entirely visible. Of each four, one is processed
    /// without colors and one at the scale of a second pass.
    static func compose(seed: UInt64, count: Int, _ content: TrainingScene.Content) throws -> [ConfidenceExample] {
        try TrainingScene.compose(seed: seed, count: count, content) { scene in
            guard !scene.isPartial else { return nil }
            return scene.seed % 4 == 3
                ? try scene.grayPicture.withView { try ConfidenceExample(scene, .gray($0)) }
                : try scene.picture.withView { try ConfidenceExample(scene, .rgb($0)) }
        }.compactMap(\.self)
    }

    private init?(_ scene: TrainingScene, _ frame: FrameView) throws {
        var parameters = PageDetector.Parameters.live
        if scene.seed % 4 == 1 { parameters.workingSide = PageDetector.Parameters().fallbackSide ?? 480 }
        var detector = try PageDetector(parameters)
        guard let evidence = detector.candidates(frame).evidence, let found = detector.detect(frame) else { return nil }
        let values = evidence.inputs
        inputs = values.indices.map { Double(values[$0]) }
        isRight = scene.overlap(found.quad) >= 0.9
    }
}
