import Dispatch
import RectoCore
import RectoPictures
import RectoVision
import Synchronization

/// A generated page seen by a camera, extracted from the picture and rotated at random.
struct OrientationExample: Sendable {
    var kind: PageKind
    var language: PageLanguage
    /// The rotation that makes its text upright; `nil` without text.
    var upright: Rotation?
    /// The inputs for each rotation.
    var inputs: [OrientationInput]

    private static let sizes = [(1280, 960), (1600, 1200), (1920, 1440), (1440, 1080)]

    /// How pages are generated.
    enum Making {
        /// As seen by a camera, on a desk.
        case scenes
        /// Drawn flat, then blurred, skewed and made noisy: many in little time.
        case flat
    }

    /// Examples with consecutive seeds, without handwriting, which is drawn as meaningless strokes, and without
    /// drawings, which may or may not have labels.
    static func compose(seed: UInt64, count: Int, _ making: Making) throws -> [OrientationExample] {
        let results = Mutex([Swift.Result<OrientationExample?, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let seed = seed + UInt64(index)
            let result = Swift.Result {
                switch making {
                case .scenes: try OrientationExample(sceneOf: seed)
                case .flat: try OrientationExample(flatPageOf: seed)
                }
            }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.compactMap { try $0?.get() } }
    }

    private init?(sceneOf seed: UInt64) throws {
        let (width, height) = Self.sizes[Int(seed % 4)]
        var options = SceneComposer.Options()
        options.allowsPartial = false
        options.language = Self.language(of: seed)
        let composer = SceneComposer(size: try PixelSize(width: width, height: height), options: options)
        let scene = try composer.compose(seed: seed)
        guard let quad = scene.quad, let page = scene.page else { return nil }
        try self.init(page.kind, in: scene.picture, at: quad, seed: seed)
    }

    private init?(flatPageOf seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed, part: 99)
        let language = Self.language(of: seed)
        // Small pages show how many pixels per millimeter give the desired long side.
        let format = try PageComposer().compose(seed: seed, language: language, pixelsPerMillimetre: 0.2).format
        let side = Double.random(in: 600...1800, using: &generator)
        let page = try PageComposer().compose(
            seed: seed, language: language, pixelsPerMillimetre: side / max(format.width, format.height))
        let skew = 0.01 * side
        let quad = Quad(page.image.size).map { corner in
            Point2D(
                x: corner.x + .random(in: -skew...skew, using: &generator),
                y: corner.y + .random(in: -skew...skew, using: &generator))
        }
        var image = page.image
        for _ in 0..<Int.random(in: 0...3, using: &generator) { image = Self.blurred(image) }
        Self.addNoise(.random(in: 0...12, using: &generator), to: &image, &generator)
        try self.init(page.kind, in: image, at: quad, seed: seed)
    }

    /// - Parameter quad: The page's corners, starting at its top-left.
    private init?(_ kind: PageKind, in picture: RGBImage, at quad: Quad, seed: UInt64) throws {
        guard kind != .notes, kind != .drawing else { return nil }
        language = Self.language(of: seed)
        self.kind = kind
        let rotation = Rotation.allCases[Int(seed / 8 % 4)]
        upright = kind.hasText ? rotation : nil
        // After a counterclockwise rotation the page's top-right corner is the top-left one.
        let turned = quad.rotatingCorners(by: rotation.quarterTurns)
        var (rectifier, classifier) = (PageRectifier(), OrientationClassifier())
        let plan = try rectifier.plan(for: turned, in: picture.size)
        var straight = GrayImage(size: plan.size)
        try picture.withView { try rectifier.rectify(lumaOf: $0, by: plan, into: &straight) }
        inputs = straight.withView { classifier.inputs($0) }
    }

    /// Half of the pages are English.
    private static func language(of seed: UInt64) -> PageLanguage {
        let languages = PageLanguage.allCases
        return seed % 2 == 0 ? .english : languages[Int(seed / 2 % UInt64(languages.count))]
    }

    /// Blurs with (1 2 1)ᵀ(1 2 1) / 16.
    private static func blurred(_ image: RGBImage) -> RGBImage {
        var result = image
        result.withMutableView { target in
            image.withView { source in
                for y in 1..<max(source.height - 1, 1) {
                    let rows = (source.row(y - 1), source.row(y), source.row(y + 1))
                    let out = target.row(y)
                    for i in 3..<max(source.rowBytes - 3, 3) {
                        let left = Int(rows.0[i - 3]) + 2 * Int(rows.1[i - 3]) + Int(rows.2[i - 3])
                        let middle = Int(rows.0[i]) + 2 * Int(rows.1[i]) + Int(rows.2[i])
                        let right = Int(rows.0[i + 3]) + 2 * Int(rows.1[i + 3]) + Int(rows.2[i + 3])
                        out[i] = UInt8((left + 2 * middle + right + 8) >> 4)
                    }
                }
            }
        }
        return result
    }

    /// Adds noise that is equal in all channels, uniform in ± `maximum`.
    private static func addNoise(_ maximum: Double, to image: inout RGBImage, _ generator: inout SeededGenerator) {
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width {
                    let change = Int(maximum * (Double(generator.next() >> 11) * 0x1p-52 - 1))
                    for c in 3 * x..<3 * x + 3 { row[c] = UInt8(min(max(Int(row[c]) + change, 0), 255)) }
                }
            }
        }
    }
}
