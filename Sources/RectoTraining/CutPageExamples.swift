import RectoCore
import RectoVision

/// The quads of one scene that may be the visible part of a page that the picture cuts.
struct CutPageExamples: Sendable {
    /// The quads' features, and their IoU with the visible part.
    var quads: [ListwiseFit.Quad]
    /// The confidence of the detector's ordinary answer.
    var confidence: Double

    /// Examples from scenes with consecutive seeds. Every fourth one is processed without colors.
    static func compose(
        seed: UInt64, count: Int, _ content: TrainingScene.Content
    ) throws -> [CutPageExamples] {
        try TrainingScene.compose(seed: seed, count: count, content) { scene in
            scene.seed % 4 == 3
                ? try scene.grayPicture.withView { try CutPageExamples(scene, .gray($0)) }
                : try scene.picture.withView { try CutPageExamples(scene, .rgb($0)) }
        }
    }

    private init(_ scene: TrainingScene, _ frame: FrameView) throws {
        var detector = try PageDetector(.live)
        let (quads, confidence) = detector.cutQuads(frame)
        self.confidence = confidence
        self.quads = quads.map { quad in
            let values = quad.features.values
            return ListwiseFit.Quad(
                inputs: values.indices.map { Double(values[$0]) }, overlap: scene.visibleOverlap(quad.quad.clockwise))
        }
    }
}
