import RectoCore
import RectoVision

/// The competing quads of one scene, as seen by the network.
struct RerankerExamples: Sendable {
    var inputs: [RerankerNetwork.Input]
    /// Their IoU with the page.
    var overlaps: [Float]

    /// One in this many scenes is processed a second time without colors.
    private static let grayShare: UInt64 = 3

    /// Examples from scenes with consecutive seeds whose page is entirely visible.
    static func compose(seed: UInt64, count: Int) throws -> [RerankerExamples] {
        try TrainingScene.compose(seed: seed, count: count, .pages) { scene -> [RerankerExamples] in
            guard !scene.isPartial else { return [] }
            let isGrayToo = scene.seed % grayShare == 0
            return try [RerankerExamples(scene)] + (isGrayToo ? [RerankerExamples(gray: scene)] : [])
        }.flatMap(\.self)
    }

    private init(_ scene: TrainingScene) throws {
        var detector = try PageDetector()
        self.init(scene.picture.withView { detector.rerankedQuads(.rgb($0)) }, of: scene)
    }

    private init(gray scene: TrainingScene) throws {
        var detector = try PageDetector()
        self.init(scene.grayPicture.withView { detector.rerankedQuads(.gray($0)) }, of: scene)
    }

    private init(_ rerankedQuads: [PageDetector.RerankedQuad], of scene: TrainingScene) {
        inputs = rerankedQuads.map(\.input)
        overlaps = rerankedQuads.map { Float(scene.overlap($0.quad)) }
    }
}
