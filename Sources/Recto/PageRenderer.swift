public import RectoVision
import RectoCodecs
import RectoCore

/// Renders pages from their originals.
///
/// Only what a filter needs is computed: gray and black-and-white pages are reduced to luma before they are
/// straightened. A turned page is sampled turned, which costs nothing.
public struct PageRenderer: Sendable {
    private var rectifier: PageRectifier
    private var enhancer = Enhancer()
    /// Scratch, kept for its memory.
    private var grayPage: GrayImage?
    private var rgbPage: RGBImage?

    public init(rectifier: PageRectifier = PageRectifier()) {
        self.rectifier = rectifier
    }

    /// - Throws: ``PageRectifier/Failure`` if the corners are no picture of a page, or it would be too large.
    public mutating func render(_ page: Page) throws(PageRectifier.Failure) -> RenderedPage {
        if let quad = page.quad { return try straighten(page, quad) }
        // The picture is the page already: its pixels are kept, unless a resolution is asked for and means something.
        let turned = Self.turnedSize(page)
        let plan = try rectifier.plan(
            for: Quad(turned), in: turned, paper: page.paper, dotsPerInch: page.dotsPerInch)
        if page.dotsPerInch != nil, plan.paper != nil { return try straighten(page, Quad(page.originalSize)) }
        let resolution = plan.paper.map { Double(turned.height) / $0.heightInches } ?? plan.dotsPerInch
        return RenderedPage(image: enhanceWhole(page), dotsPerInch: resolution, paper: plan.paper, plan: nil)
    }

    private static func turnedSize(_ page: Page) -> PixelSize {
        page.rotation.quarterTurns % 2 == 1 ? page.originalSize.transposed : page.originalSize
    }

    // MARK: - Pages with corners

    private mutating func straighten(_ page: Page, _ quad: Quad) throws(PageRectifier.Failure) -> RenderedPage {
        // Turning the page clockwise by a quarter makes its bottom-left corner the top-left one.
        let turned = quad.rotatingCorners(by: -page.rotation.quarterTurns)
        let plan = try rectifier.plan(
            for: turned, in: page.originalSize, paper: page.paper, dotsPerInch: page.dotsPerInch,
            focalLength: page.focalLength)
        return RenderedPage(
            image: try enhance(page, by: plan), dotsPerInch: plan.dotsPerInch, paper: plan.paper, plan: plan)
    }

    private mutating func enhance(
        _ page: Page, by plan: PageRectifier.Plan
    ) throws(PageRectifier.Failure) -> PageImage {
        if case .rgb(let original) = page.original, !page.filter.isGray {
            var straight = rgbPage.take() ?? RGBImage(size: plan.size)
            defer { rgbPage = straight }
            try original.withView { (view) throws(PageRectifier.Failure) in
                try rectifier.rectify(view, by: plan, into: &straight)
            }
            return straight.withView { enhancer.enhance($0, as: page.filter) }
        }
        var straight = grayPage.take() ?? GrayImage(size: plan.size)
        defer { grayPage = straight }
        switch page.original {
        case .gray(let original):
            try original.withView { (view) throws(PageRectifier.Failure) in
                try rectifier.rectify(view, by: plan, into: &straight)
            }
        case .rgb(let original):
            try original.withView { (view) throws(PageRectifier.Failure) in
                try rectifier.rectify(lumaOf: view, by: plan, into: &straight)
            }
        }
        return straight.withView { enhancer.enhance($0, as: page.filter) }
    }

    // MARK: - Whole pictures

    private mutating func enhanceWhole(_ page: Page) -> PageImage {
        switch page.original {
        case .gray(let original):
            let turned = original.turned(quarterTurns: page.rotation.quarterTurns)
            return turned.withView { enhancer.enhance($0, as: page.filter) }
        case .rgb(let original):
            let turned = original.turned(quarterTurns: page.rotation.quarterTurns)
            return turned.withView { enhancer.enhance($0, as: page.filter) }
        }
    }
}

extension Filter {
    /// Whether nothing but luminance is needed.
    fileprivate var isGray: Bool { self == .grayscale || self == .blackAndWhite }
}
