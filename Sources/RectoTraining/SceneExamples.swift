import RectoCore
import RectoVision

/// The detector's quads in one generated scene.
struct SceneExamples: Sendable {
    /// A candidate quad.
    struct Example: Sendable {
        var features: QuadFeatures
        /// IoU with the page; 0 without a page.
        var overlap: Float
    }

    var examples: [Example]
    /// The same for a fit.
    var quads: [ListwiseFit.Quad] {
        examples.map { example in
            ListwiseFit.Quad(
                inputs: QuadFeatures.Name.allCases.map { Double(example.features[$0]) },
                overlap: Double(example.overlap))
        }
    }
    /// Whether a part of the page is outside the picture.
    var isPartial: Bool

    /// Quads kept per scene: the best by the current ranker, all near the page, and a sample of the others.
    private static let bestCount = 250
    private static let sampleCount = 250
    private static let nearOverlap: Float = 0.7

    /// Examples from scenes with consecutive seeds, in order.
    static func compose(seed: UInt64, count: Int) throws -> [SceneExamples] {
        try TrainingScene.compose(seed: seed, count: count, .page) { try SceneExamples($0) }
    }

    private init(_ scene: TrainingScene) throws {
        var detector = try PageDetector()
        let (quads, _) = scene.picture.withView { detector.candidates(.rgb($0)) }
        let ranked = quads.sorted { $0.rankerScore > $1.rankerScore }
            .map { Example(features: $0.features, overlap: Float(scene.overlap($0.quad))) }
        let others = ranked.dropFirst(Self.bestCount)
        let far = others.filter { $0.overlap <= Self.nearOverlap }
        let step = max(1, far.count / Self.sampleCount)
        examples =
            ranked.prefix(Self.bestCount) + others.filter { $0.overlap > Self.nearOverlap }
            + stride(from: 0, to: far.count, by: step).map { far[$0] }
        isPartial = scene.isPartial
    }
}
