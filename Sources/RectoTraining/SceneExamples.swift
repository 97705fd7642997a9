import Dispatch
import RectoCore
import RectoPictures
import RectoVision
import Synchronization

/// What the detector makes of one generated scene.
struct SceneExamples: Sendable {
    /// A quad that was considered.
    struct Example: Sendable {
        var features: QuadFeatures
        /// Its IoU with the page; 0 where there is none.
        var overlap: Float
    }

    var examples: [Example]
    var evidence: DetectionEvidence?
    /// IoU of what the detector answers, refined.
    var foundOverlap: Double
    /// Whether a part of the page lies outside the picture.
    var isPartial: Bool

    /// Quads that are kept of a scene: the best by the present ranker, all near the page, and a sample of the others.
    private static let bestCount = 250
    private static let sampleCount = 250
    private static let nearOverlap: Float = 0.7

    private static let sizes = [(960, 720), (1280, 720), (720, 960), (800, 800)]

    /// Scenes of consecutive seeds, in their order, made on all cores.
    static func compose(seed: UInt64, count: Int, hasPage: Bool) throws -> [SceneExamples] {
        let results = Mutex([Result<SceneExamples, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Result { try SceneExamples(seed: seed + UInt64(index), hasPage: hasPage) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.compactMap { try $0?.get() } }
    }

    private init(seed: UInt64, hasPage: Bool) throws {
        let (width, height) = Self.sizes[Int(seed % 4)]
        var options = SceneComposer.Options()
        options.hasPage = hasPage
        let scene = try SceneComposer(size: PixelSize(width: width, height: height), options: options)
            .compose(seed: seed)
        let truth = try scene.quad.map { try Quad(sorting: $0.corners) }
        func overlap(_ quad: Quad) -> Double { truth.map { quad.intersectionOverUnion(with: $0) } ?? 0 }
        var detector = try PageDetector()
        let (quads, evidence) = scene.picture.withView { detector.candidates(.rgb($0)) }
        let ranked = quads.sorted { $0.score > $1.score }
            .map { Example(features: $0.features, overlap: Float(overlap($0.quad))) }
        let others = ranked.dropFirst(Self.bestCount)
        let far = others.filter { $0.overlap <= Self.nearOverlap }
        let step = max(1, far.count / Self.sampleCount)
        examples =
            ranked.prefix(Self.bestCount) + others.filter { $0.overlap > Self.nearOverlap }
            + stride(from: 0, to: far.count, by: step).map { far[$0] }
        self.evidence = evidence
        foundOverlap = scene.picture.withView { detector.detect($0) }.map { overlap($0.quad) } ?? 0
        isPartial = scene.flags.partial
    }
}
