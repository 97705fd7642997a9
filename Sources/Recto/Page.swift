public import RectoCodecs
public import RectoCore
public import RectoVision

/// A page as it was captured and how it is to look: nothing is lost by changing one's mind.
///
/// A page keeps the original picture; corners and render options are only notes. Every rendering starts from the original,
/// so what was changed and changed back gives the same page again. Copies share the picture's memory.
///
/// The render options are members of the page as well: `page.filter` is `page.renderOptions.filter`.
#if !hasFeature(Embedded)
    @dynamicMemberLookup
#endif
public struct Page: Sendable {
    /// The picture as it was captured.
    public let original: Picture.Pixels
    /// The page's corners in the original, clockwise from the page's top-left; `nil` if the picture is the page.
    public var quad: Quad?
    /// How the page is to look.
    public var renderOptions: RenderOptions
    /// Room in pixels that the finished page is to fill, one side at least, whatever ``RenderOptions/dotsPerInch`` says;
    /// `nil` where it may have any size.
    public var room: PixelSize?
    /// The resolution that the original's file states; it counts where the picture is the page.
    public var statedDotsPerInch: Double?
    /// The camera's focal length in pixels of the original, if known: it makes the proportions of tilted pages sure.
    public var focalLength: FocalLength?
    #if !hasFeature(Embedded)
        /// How ``original`` was made of several frames; `nil` if it is one picture.
        public var fusion: PageFusion?
    #endif

    public init(
        _ original: Picture.Pixels, quad: Quad? = nil, renderOptions: RenderOptions = RenderOptions(),
        statedDotsPerInch: Double? = nil, focalLength: FocalLength? = nil
    ) {
        self.original = original
        self.quad = quad
        self.renderOptions = renderOptions
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

    #if !hasFeature(Embedded)
        /// One of the ``renderOptions``.
        public subscript<Value>(dynamicMember option: WritableKeyPath<RenderOptions, Value>) -> Value {
            get { renderOptions[keyPath: option] }
            set { renderOptions[keyPath: option] = newValue }
        }
    #endif

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
    /// Whether and how the page was made flat; `nil` unless ``RenderOptions/flattening`` asks for it.
    public let flattening: PageFlattener.Outcome?
    #if !hasFeature(Embedded)
        /// What looks like fingers at the page's margins; empty unless ``flattening`` made it flat and
        /// ``RenderOptions/fillsFingers`` asks for it.
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
