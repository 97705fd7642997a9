import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision

#if canImport(Glibc)
    import Glibc
#endif

/// A stage of the engine or its whole chain, measured on a composed photo of a page.
public struct StageCase {
    public let operation: String
    /// The number of pixels that a time is divided by.
    public let size: String
    /// Whether it is measured at every instruction set, not only at the best.
    public let atEveryLevel: Bool
    /// Prepares the stage's input; the result runs the stage once.
    public let prepare: () throws -> () throws -> Void

    init(
        _ operation: String, _ size: String = "1080p", atEveryLevel: Bool = false,
        _ prepare: @escaping () throws -> () throws -> Void
    ) {
        self.operation = operation
        self.size = size
        self.atEveryLevel = atEveryLevel
        self.prepare = prepare
    }

    public static var all: [StageCase] {
        detection + refinement + tracking + capture + scanning + fusing + rectification + orientation + enhancement
            + encoding
            + decoding + codes + anchors + chains
    }
}

extension StageCase {
    private static let page = "\(KernelCase.page.width)x\(KernelCase.page.height)"

    /// A letter, on a wooden desk by default.
    private static func scene(
        width: Int = 1920, height: Int = 1080, on ground: BackgroundKind = .wood
    ) throws -> (picture: RGBImage, quad: Quad) {
        var options = SceneComposer.Options()
        options.background = ground
        options.kind = .letter
        options.allowsPartial = false
        let composer = SceneComposer(size: try PixelSize(width: width, height: height), options: options)
        let scene = try composer.compose(seed: SceneComposer.tuningSeeds.lowerBound + 2)
        guard let quad = scene.quad else { preconditionFailure("the scene has a page") }
        return (scene.picture, quad)
    }

    /// The scene's page, straightened at 200 dpi.
    private static func straightPage() throws -> RGBImage {
        let (picture, quad) = try scene()
        var rectifier = PageRectifier()
        let plan = try rectifier.plan(
            for: quad, in: picture.size, paper: .fixed(.a4), dotsPerInch: ScanChain.dotsPerInch)
        return try picture.withView { try rectifier.rectify($0, by: plan) }
    }

    /// Common camera resolutions.
    static let frameSizes = [("720p", 1280, 720), ("1080p", 1920, 1080), ("4k", 3840, 2160)]

    private static var detection: [StageCase] {
        frameSizes.flatMap { size, width, height in
            FrameDetection.Layout.allCases.flatMap { layout in
                grounds.map { detection(layout, on: $0, size, width: width, height: height) }
            }
        }
    }

    /// Refinement from a quad some pixels off, such as a live one, to the crop.
    private static var refinement: [StageCase] {
        frameSizes.flatMap { size, width, height in
            func live(_ quad: Quad) -> Quad { quad.map { $0 + Point2D(x: 0.002 * Double(width), y: -3) } }
            return [
                StageCase("refineCropGray", size) {
                    let (picture, quad) = try scene(width: width, height: height)
                    let (gray, live) = (picture.luma, live(quad))
                    var refiner = CropRefiner()
                    return { _ = gray.withView { refiner.refine(live, in: .gray($0)) } }
                },
                StageCase("refineCropRGB", size) {
                    let (picture, quad) = try scene(width: width, height: height)
                    let live = live(quad)
                    var refiner = CropRefiner()
                    return { _ = picture.withView { refiner.refine(live, in: .rgb($0)) } }
                },
            ]
        }
    }

    private static let grounds: [BackgroundKind] = [.plain, .wood, .busy, .clutter]

    private static func detection(
        _ layout: FrameDetection.Layout, on ground: BackgroundKind, _ size: String, width: Int, height: Int
    ) -> StageCase {
        StageCase("detect\(layout.rawValue)-\(ground)", size) {
            let picture = try scene(width: width, height: height, on: ground).picture
            let detection = try FrameDetection(picture, as: layout)
            return { _ = try detection.detect() }
        }
    }

    private static var rectification: [StageCase] {
        func plan(_ picture: RGBImage, _ quad: Quad) throws -> PageRectifier.Plan {
            try PageRectifier().plan(
                for: quad, in: picture.size, paper: .fixed(.a4), dotsPerInch: ScanChain.dotsPerInch)
        }
        func straighten(
            _ name: String, _ change: (inout PageRectifier.Parameters) -> Void = { _ in }
        ) -> [StageCase] {
            var parameters = PageRectifier.Parameters()
            change(&parameters)
            let fixed = parameters
            func rectifier(_ picture: RGBImage, _ quad: Quad) throws -> (PageRectifier, PageRectifier.Plan) {
                let rectifier = try PageRectifier(fixed)
                let plan = try rectifier.plan(
                    for: quad, in: picture.size, paper: .fixed(.a4), dotsPerInch: ScanChain.dotsPerInch)
                return (rectifier, plan)
            }
            return [
                StageCase("straightenGray\(name)", page) {
                    let (picture, quad) = try scene()
                    var (rectifier, plan) = try rectifier(picture, quad)
                    let gray = picture.luma
                    var target = GrayImage(size: plan.size)
                    return { try gray.withView { try rectifier.rectify($0, by: plan, into: &target) } }
                },
                StageCase("straightenRGB\(name)", page) {
                    let (picture, quad) = try scene()
                    var (rectifier, plan) = try rectifier(picture, quad)
                    var target = RGBImage(size: plan.size)
                    return { try picture.withView { try rectifier.rectify($0, by: plan, into: &target) } }
                },
            ]
        }
        let shared = straighten("On2Cores") { $0.workers = 2 }
        let fine = straighten("Fine") { $0.sampling = .fine }
        return straighten("") + shared + fine + [
            StageCase("straightenLumaOfRGB", page) {
                let (picture, quad) = try scene()
                let plan = try plan(picture, quad)
                var (rectifier, target) = (PageRectifier(), GrayImage(size: plan.size))
                return { try picture.withView { try rectifier.rectify(lumaOf: $0, by: plan, into: &target) } }
            }
        ]
    }

    /// Detecting the rotation of the text on the straightened page.
    private static var orientation: [StageCase] {
        [
            StageCase("suggestOrientation", "848x1200") {
                let (picture, quad) = try scene()
                let dotsPerInch =
                    ScanChain.dotsPerInch * Double(OrientationClassifier.workingSide)
                    / Double(KernelCase.page.height)
                var rectifier = PageRectifier()
                let plan = try rectifier.plan(
                    for: quad, in: picture.size, paper: .fixed(.a4), dotsPerInch: dotsPerInch)
                let page = try picture.withView { try rectifier.rectify($0, by: plan) }.luma
                var classifier = OrientationClassifier()
                return { _ = page.withView { classifier.suggest($0) } }
            }
        ]
    }

    private static var enhancement: [StageCase] {
        let gray = [Filter.blackAndWhite, .grayscale, .photo].map { filter in
            StageCase("\(filter)OfGray", page) {
                let straight = try straightPage().luma
                var enhancer = Enhancer()
                return { _ = straight.withView { enhancer.enhance($0, as: filter) } }
            }
        }
        let color = Filter.allCases.map { filter in
            StageCase("\(filter)OfRGB", page) {
                let straight = try straightPage()
                var enhancer = Enhancer()
                return { _ = straight.withView { enhancer.enhance($0, as: filter) } }
            }
        }
        let known = Binarization.Method.allCases.filter { $0 != .adaptive }.map { method in
            StageCase("\(method)OfGray", page) {
                let straight = try straightPage().luma
                var enhancer = Enhancer(binarization: try Binarization(method))
                return { _ = straight.withView { enhancer.enhance($0, as: .blackAndWhite) } }
            }
        }
        return gray + color + known
    }

    private static var encoding: [StageCase] {
        /// The page after the filter, as it is written.
        func finished(_ filter: Filter) throws -> Raster {
            let straight = try straightPage()
            var enhancer = Enhancer()
            return straight.withView { enhancer.enhance($0, as: filter) }
        }
        let png = [("encodePNG1", Filter.blackAndWhite), ("encodePNGGray", .grayscale), ("encodePNGRGB", .color)]
        let jpeg = [("encodeJPEGGray", Filter.grayscale), ("encodeJPEGRGB", .color)]
        return png.map { operation, filter in
            StageCase(operation, page) {
                let raster = try finished(filter)
                return { _ = try PNGWriter().encode(raster) }
            }
        }
            + jpeg.map { operation, filter in
                StageCase(operation, page) {
                    let raster = try finished(filter)
                    return { _ = try JPEGWriter.standard.encode(raster) }
                }
            } + [
                StageCase("writePDFGroup4", page) {
                    let raster = try finished(.blackAndWhite)
                    guard let resolution = Resolution(dotsPerInch: ScanChain.dotsPerInch) else {
                        preconditionFailure("a resolution")
                    }
                    let file = TemporaryFile(suffix: ".pdf")
                    return {
                        let writer = try PDFWriter(path: file.path)
                        try writer.add(raster, resolution: resolution)
                        try writer.finish()
                    }
                }
            ]
    }

    private static var decoding: [StageCase] {
        [
            StageCase("decodeJPEG") {
                let bytes = try JPEGWriter.standard.encode(.rgb(try scene().picture))
                return { _ = try PictureReader().read(bytes: bytes) }
            },
            StageCase("decodePNG") {
                let bytes = try PNGWriter().encode(.rgb(try scene().picture))
                return { _ = try PictureReader().read(bytes: bytes) }
            },
        ]
    }

    private static var chains: [StageCase] {
        frameSizes.map { size, width, height in
            StageCase("scanToPNG1", size, atEveryLevel: true) {
                let (picture, quad) = try scene(width: width, height: height)
                let chain = try ScanChain(picture, quad: quad)
                return { _ = try chain.scan() }
            }
        } + [
            StageCase("scanToPDFGroup4", atEveryLevel: true) {
                let (picture, quad) = try scene()
                let chain = try ScanChain(picture, quad: quad)
                let file = TemporaryFile(suffix: ".pdf")
                return { try chain.scan(toPDF: file.path) }
            },
            StageCase("scanToPDFGroup4On2Cores") {
                let (picture, quad) = try scene()
                let chain = try ScanChain(picture, quad: quad)
                let file = TemporaryFile(suffix: ".pdf")
                return { try chain.scan(toPDF: file.path, onTwoCores: true) }
            },
        ]
    }
}

/// A file name in the temporary folder; the file is removed with this object.
public final class TemporaryFile {
    public let path: String

    public init(suffix: String) {
        path = "/tmp/recto-benchmark-\(getpid())\(suffix)"
    }

    deinit { unlink(path) }
}
