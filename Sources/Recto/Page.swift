public import RectoCodecs
public import RectoCore
public import RectoVision

/// A captured page and its render options: editing is non-destructive.
///
/// A page keeps its original picture; corners and render options are metadata. Every rendering starts from the
/// original, so undoing a change restores the same page. Copies share the picture's memory.
///
/// The render options are also members of the page: `page.filter` is `page.renderOptions.filter`.
#if !hasFeature(Embedded)
    @dynamicMemberLookup
#endif
public struct Page: Sendable {
    /// The captured picture.
    public internal(set) var original: Picture.Pixels
    /// The page's corners in the original, clockwise from the page's top-left; `nil` if the picture is the page.
    public var quad: Quad?
    /// How the page is rendered.
    public var renderOptions: RenderOptions
    /// The size in pixels that the finished page fits into, filling at least one side, regardless of
    /// ``RenderOptions/dotsPerInch``; `nil` for no restriction.
    public var room: PixelSize?
    /// The resolution stated in the original's file; used if the picture is the page.
    public var statedDotsPerInch: Double?
    /// The camera's focal length in pixels of the original, if known. It makes the aspect ratio of tilted pages
    /// reliable.
    public var focalLength: FocalLength?
    #if !hasFeature(Embedded)
        /// How ``original`` was fused from several frames; `nil` for a single picture.
        public var fusion: PageFusion?
        /// When and where the picture was taken; used where it is to be kept.
        public var timeAndPlace: TimeAndPlace?
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

    /// The size of the original.
    public var originalSize: PixelSize {
        switch original {
        case .gray(let image): image.size
        case .rgb(let image): image.size
        }
    }

    /// How many times as large the original is as what the camera took.
    var enlargement: Double {
        #if hasFeature(Embedded)
            1
        #else
            Double(fusion?.scale ?? 1)
        #endif
    }

    #if !hasFeature(Embedded)
        /// Accesses one of the ``renderOptions``.
        public subscript<Value>(dynamicMember option: WritableKeyPath<RenderOptions, Value>) -> Value {
            get { renderOptions[keyPath: option] }
            set { renderOptions[keyPath: option] = newValue }
        }
    #endif

    /// Renders the page. For many pages use one ``PageRenderer``, which reuses its memory.
    public func render() throws(PageRectifier.Failure) -> RenderedPage {
        var renderer = PageRenderer()
        return try renderer.render(self)
    }
}

/// A rendered page.
public struct RenderedPage: Sendable {
    public let image: Raster
    /// Pixels per inch of paper: exact if ``paper`` is known, otherwise a convention.
    public let dotsPerInch: Double
    /// The standard size that was assumed for the page.
    public let paper: Paper?
    /// How the page was rectified; `nil` if the picture's pixels were kept unchanged. For a flattened page, the plan
    /// of the flat page.
    public let plan: PageRectifier.Plan?
    /// The result of flattening; `nil` unless ``RenderOptions/flattening`` requests it.
    public let flattening: PageFlattener.Outcome?
    #if !hasFeature(Embedded)
        /// The fingers found at the page's margins; empty unless ``flattening`` made the page flat and
        /// ``RenderOptions/fillsFingers`` is set.
        public internal(set) var fingers: [PageFinger] = []
    #endif
    /// The suggested filter; `nil` unless the page's filter is ``Filter/automatic``.
    public let suggestion: FilterSuggestion?
    /// The durations of straightening and enhancement.
    public let timings: StageTimings

    public var size: PixelSize { image.size }
    /// What a file states; ``Resolution/assumed`` where ``dotsPerInch`` is outside the range that files have.
    public var resolution: Resolution { Resolution(dotsPerInch: dotsPerInch) ?? .assumed }
    public var widthInches: Double { Double(size.width) / dotsPerInch }
    public var heightInches: Double { Double(size.height) / dotsPerInch }
}
