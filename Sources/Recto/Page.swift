public import RectoCodecs
public import RectoCore
public import RectoVision

/// A page as it was captured and how it is to look: nothing is lost by changing one's mind.
///
/// A page keeps the original picture; corners, rotation, filter, paper and resolution are only notes. Every rendering
/// starts from the original, so what was changed and changed back gives the same page again. Copies share the picture's
/// memory.
public struct Page: Sendable {
    /// The picture as it was captured.
    public let original: Picture.Pixels
    /// The page's corners in the original, clockwise from the page's top-left; `nil` if the picture is the page.
    public var quad: Quad?
    /// How the page is turned after it has been cut out of the picture.
    public var rotation: Rotation
    public var filter: Filter
    /// What is known of the paper.
    public var paper: PaperChoice
    /// The resolution asked for; `nil` to keep the picture's own.
    public var dotsPerInch: Double?
    /// Room in pixels that the finished page is to fill, one side at least, whatever ``dotsPerInch`` says; `nil` where
    /// it may have any size.
    public var room: PixelSize?
    /// The resolution that the original's file states; it counts where the picture is the page.
    public var statedDotsPerInch: Double?
    /// The camera's focal length in pixels of the original, if known: it makes the proportions of tilted pages sure.
    public var focalLength: FocalLength?
    /// Whether the page is made flat if it is bent.
    public var flattening = Flattening.off
    #if !hasFeature(Embedded)
        /// Whether fingers at the margins become paper where nothing that can be read is lost, if the page is made flat.
        public var fillsFingers = true
        /// How ``original`` was made of several frames; `nil` if it is one picture.
        public var fusion: PageFusion?
    #endif

    public init(
        _ original: Picture.Pixels, quad: Quad? = nil, rotation: Rotation = .none, filter: Filter = .color,
        paper: PaperChoice = .automatic, dotsPerInch: Double? = nil, statedDotsPerInch: Double? = nil,
        focalLength: FocalLength? = nil
    ) {
        self.original = original
        self.quad = quad
        self.rotation = rotation
        self.filter = filter
        self.paper = paper
        self.dotsPerInch = dotsPerInch
        self.statedDotsPerInch = statedDotsPerInch
        self.focalLength = focalLength
    }

    /// Size of the original.
    public var originalSize: PixelSize {
        switch original {
        case .gray(let image): image.size
        case .rgb(let image): image.size
        }
    }

    /// How the page is to look.
    package var renderOptions: RenderOptions {
        var renderOptions = RenderOptions()
        (renderOptions.filter, renderOptions.rotation, renderOptions.paper) = (filter, rotation, paper)
        (renderOptions.dotsPerInch, renderOptions.flattening) = (dotsPerInch, flattening)
        #if !hasFeature(Embedded)
            renderOptions.fillsFingers = fillsFingers
        #endif
        return renderOptions
    }

    /// The finished page. For many pages use one ``PageRenderer``, which keeps its memory.
    public func render() throws(PageRectifier.Failure) -> RenderedPage {
        var renderer = PageRenderer()
        return try renderer.render(self)
    }
}

/// A finished page.
public struct RenderedPage: Sendable {
    public let image: Raster
    /// Pixels per inch of paper: true where ``paper`` is known, otherwise a convention.
    public let dotsPerInch: Double
    /// The standard size that the page is taken for.
    public let paper: Paper?
    /// How the page was cut out of the picture; `nil` if the picture's pixels were kept as they are. Of a page that was made
    /// flat: how the flat page was.
    public let plan: PageRectifier.Plan?
    /// Whether and how the page was made flat; `nil` unless ``Page/flattening`` asks for it.
    public let flattening: PageFlattener.Outcome?
    #if !hasFeature(Embedded)
        /// What looks like fingers at the page's margins; empty unless ``flattening`` made it flat and
        /// ``Page/fillsFingers`` asks for it.
        public internal(set) var fingers: [PageFinger] = []
    #endif
    /// What the page was taken for; `nil` unless its filter is ``Filter/automatic``.
    public let suggestion: FilterSuggestion?
    /// Straightening and enhancement.
    public let timings: StageTimings

    public var size: PixelSize { image.size }
    public var widthInches: Double { Double(size.width) / dotsPerInch }
    public var heightInches: Double { Double(size.height) / dotsPerInch }
}
