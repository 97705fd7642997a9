import Dispatch
import RectoCore
import RectoKernels
import RectoPictures
import Synchronization

/// A generated scene to learn from, or to measure on.
struct TrainingScene: Sendable {
    let seed: UInt64
    let picture: RGBImage
    let background: BackgroundKind
    /// Where the page is; nothing if there is none.
    private let page: Quad?
    /// Whether a part of the page lies outside the picture.
    let isPartial: Bool

    private static let sizes = [(960, 720), (1280, 720), (720, 960), (800, 800)]

    /// What is made of scenes of consecutive seeds, in their order; they are composed on all cores.
    static func compose<Result: Sendable>(
        seed: UInt64, count: Int, hasPage: Bool, _ body: @Sendable (TrainingScene) throws -> Result
    ) throws -> [Result] {
        let results = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Swift.Result {
                try body(TrainingScene(seed: seed + UInt64(index), hasPage: hasPage))
            }
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
        self.seed = seed
        picture = scene.picture
        background = scene.background
        page = try scene.quad.map { try Quad(sorting: $0.corners) }
        isPartial = scene.flags.partial
    }

    /// IoU of a quad with the page; 0 where there is none.
    func overlap(_ quad: Quad) -> Double { page.map { quad.intersectionOverUnion(with: $0) } ?? 0 }

    /// The picture without its colours.
    var grayPicture: GrayImage {
        var gray = GrayImage(size: picture.size)
        picture.withView { source in
            gray.withMutableView { target in
                lumaFromRGB(
                    source.base, stride: source.stride, width: source.width, height: source.height,
                    into: target.base, targetStride: target.stride)
            }
        }
        return gray
    }
}
