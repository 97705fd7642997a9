public import RectoCore
import Recto
import RectoCodecs
import RectoVision

/// From a photo of a page to a 1-bit PNG of its A4 page in black and white at 200 dpi, as a whole and stage by stage.
public final class ScanChain {
    public static let dotsPerInch = 200.0
    private static var renderOptions: RenderOptions {
        RenderOptions(filter: .blackAndWhite, paper: .fixed(.a4), dotsPerInch: dotsPerInch)
    }

    private let picture: RGBImage
    private var detector: PageDetector
    private var renderer = PageRenderer()
    /// A renderer with two threads.
    private var twofoldRenderer: PageRenderer
    private var rectifier = PageRectifier()
    private var enhancer = Enhancer()
    private let plan: PageRectifier.Plan
    private let writer: PNGWriter
    /// Results passed between the stages.
    private var gray: GrayImage
    private var page: GrayImage
    private var ink: Raster

    /// - Parameter quad: The page's corners, for the stages after detection.
    public init(_ picture: RGBImage, quad: Quad) throws {
        self.picture = picture
        detector = try PageDetector()
        var parameters = PageRectifier.Parameters()
        parameters.workers = 2
        twofoldRenderer = PageRenderer(rectifier: try PageRectifier(parameters))
        writer = PNGWriter(resolution: Resolution(dotsPerInch: Self.dotsPerInch))
        plan = try rectifier.plan(for: quad, in: picture.size, paper: .fixed(.a4), dotsPerInch: Self.dotsPerInch)
        gray = GrayImage(size: picture.size)
        page = GrayImage(size: plan.size)
        ink = .gray(page)
        luma()
        try straighten()
        blackAndWhite()
    }

    /// The whole chain.
    /// - Returns: The detected corners, if any, and the file of the page, or else of the whole picture.
    public func scan() throws -> (quad: Quad?, file: [UInt8]) {
        let quad = detect()
        let rendered = try renderer.render(
            Page(
                .rgb(picture), quad: quad, renderOptions: Self.renderOptions))
        return (quad, try writer.encode(rendered.image))
    }

    /// The whole chain to a PDF file in CCITT Group 4; two threads share everything except detection.
    public func scan(toPDF path: String, onTwoCores: Bool = false) throws {
        let page = Page(.rgb(picture), quad: detect(), renderOptions: Self.renderOptions)
        let rendered = try onTwoCores ? twofoldRenderer.render(page) : renderer.render(page)
        try write(rendered.image, toPDF: path, workers: onTwoCores ? 2 : 1)
    }

    public func detect() -> Quad? {
        picture.withView { detector.detect($0) }?.quad
    }

    public func luma() {
        picture.writeLuma(to: &gray)
    }

    public func straighten() throws {
        try gray.withView { try rectifier.rectify($0, by: plan, into: &page) }
    }

    public func blackAndWhite() {
        ink = page.withView { enhancer.enhance($0, as: .blackAndWhite) }
    }

    public func encode() throws -> [UInt8] {
        try writer.encode(ink)
    }

    /// The page as gray PNG.
    public func encodeGray() throws -> [UInt8] {
        try writer.encode(.gray(page))
    }

    /// Writes the page to a PDF file in CCITT Group 4.
    public func encode(toPDF path: String) throws {
        try write(ink, toPDF: path)
    }

    private func write(_ raster: Raster, toPDF path: String, workers: Int = 1) throws {
        let file = try PDFWriter(path: path, workers: workers)
        try file.add(raster, resolution: Resolution(dotsPerInch: Self.dotsPerInch) ?? .assumed)
        try file.finish()
    }
}
