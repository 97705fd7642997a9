import Dispatch
import RectoCore
import RectoKernels
import RectoPictures
import Synchronization

/// A generated scene for training or measuring.
struct TrainingScene: Sendable {
    let seed: UInt64
    let picture: RGBImage
    let background: BackgroundKind
    /// The pages in the scene; empty without pages.
    private let pages: [Quad]
    /// Whether a part of the page is outside the picture.
    let isPartial: Bool

    private static let sizes = [(960, 720), (1280, 720), (720, 960), (800, 800)]

    /// Contents of a scene.
    enum Content {
        case nothing, page
        /// A page, and in every eighth scene a second one beside it.
        case pages
        /// A page that one, two or three sides of the picture cut.
        case cutPage
    }

    /// Results for scenes with consecutive seeds, in order; they are composed on all cores.
    static func compose<Result: Sendable>(
        seed: UInt64, count: Int, _ content: Content, _ body: @Sendable (TrainingScene) throws -> Result
    ) throws -> [Result] {
        let results = Mutex([Swift.Result<Result, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Swift.Result {
                try body(TrainingScene(seed: seed + UInt64(index), content))
            }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.compactMap { try $0?.get() } }
    }

    private init(seed: UInt64, _ content: Content) throws {
        let (width, height) = Self.sizes[Int(seed % 4)]
        var options = SceneComposer.Options()
        options.hasPage = content != .nothing
        options.cutsPage = content == .cutPage
        options.allowsPartial = content != .cutPage
        options.sheetCount = content == .pages && seed % 8 == 7 ? 2 : 1
        let scene = try SceneComposer(size: PixelSize(width: width, height: height), options: options)
            .compose(seed: seed)
        self.seed = seed
        picture = scene.picture
        background = scene.background
        pages = try ((scene.quad.map { [$0] } ?? []) + scene.otherQuads).map { try Quad(sorting: $0.corners) }
        isPartial = scene.flags.partial
    }

    /// IoU of a quad with the most similar page, both within the picture; 0 without pages.
    func visibleOverlap(_ quad: Quad) -> Double {
        let frame = Quad(picture.size)
        return pages.map { quad.intersectionOverUnion(with: $0, within: frame) }.max() ?? 0
    }

    /// IoU of a quad with the most similar page; 0 without pages.
    func overlap(_ quad: Quad) -> Double { pages.map { quad.intersectionOverUnion(with: $0) }.max() ?? 0 }

    /// The picture without its colors.
    var grayPicture: GrayImage {
        var gray = GrayImage(size: picture.size)
        picture.withView { source in
            gray.withMutableView { target in
                lumaFromRGB(source.plane, into: target.plane)
            }
        }
        return gray
    }
}
