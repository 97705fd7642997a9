public import RectoCodecs
public import RectoCore
public import RectoVision

/// Scans the page in a still picture.
///
/// The page keeps the whole picture; see ``Page``. If no page is found with confidence, the whole picture is the
/// page, so that nothing is lost.
public struct PageScanner: Sendable {
    /// Where the page's corners come from.
    public enum Crop: Hashable, Sendable {
        /// From `PageDetector`, if it is confident; see ``Options/minimumLevel``.
        case detected
        /// From an approximate quad, such as a live one (see `Quad.scaled(from:to:)`), refined to the page's sides by
        /// `CropRefiner`; in pixels of the picture.
        case near(Quad)
        /// Given by the caller, in pixels of the picture.
        case corners(Quad)
        /// The picture is the page.
        case wholePicture
    }

    /// How the page is located and rendered.
    public struct Options: Hashable, Sendable {
        public var crop = Crop.detected
        /// The minimum level at which a detected page is cropped; below it, the whole picture is the page.
        public var minimumLevel = PageDetection.Level.show
        /// Whether a picture that is the page is turned until its lines of print are level, where their direction is sure.
        public var deskewsWholePictures = false
        /// How pages are rendered.
        public var renderOptions = RenderOptions()

        public init() {}
    }

    /// A page and how it was found.
    public struct Scan: Sendable {
        public let page: Page
        /// The detector's result, even if it was not confident enough to crop; `nil` if the detector was not used.
        public let detection: PageDetection?
        /// The curvature of the page's sides; `nil` if its corners were given, or the picture is the page.
        public let sagittas: SideSagittas?
        /// What ``Options/deskewsWholePictures`` did; `nil` if it was not asked for, or the page has corners. A page that was
        /// turned has the turned picture as its original.
        public let deskewing: PageDeskewer.Outcome?
        public let timings: StageTimings

        package init(
            page: Page, detection: PageDetection?, sagittas: SideSagittas?, deskewing: PageDeskewer.Outcome? = nil,
            timings: StageTimings
        ) {
            (self.page, self.detection, self.sagittas) = (page, detection, sagittas)
            (self.deskewing, self.timings) = (deskewing, timings)
        }
    }

    public var options: Options
    var detector: PageDetector
    private var refiner = CropRefiner()
    private var deskewer = PageDeskewer()
    var book = Scratch(BookMemory())

    public init(_ options: Options = Options(), detector: PageDetector) {
        self.options = options
        self.detector = detector
    }

    /// - Throws: `ParameterError` if given corners are not clockwise and convex.
    public mutating func scan(_ picture: Picture) throws(ParameterError) -> Scan {
        try scan(picture, limit: 1).scan
    }

    /// Returns the page and other candidates.
    ///
    /// - Parameter limit: The maximum number of pages for the detector, if it is used.
    /// - Returns: The page and all detections, the most likely page first.
    mutating func scan(
        _ picture: Picture, limit: Int
    ) throws(ParameterError) -> (scan: Scan, detections: [PageDetection]) {
        var timings = StageTimings()
        var detections: [PageDetection] = []
        var quad: Quad?
        var sagittas: SideSagittas?
        var isCut = false
        switch options.crop {
        case .detected:
            detections = timings.measure(.detect) { detector.detectAll(picture, limit: limit) }
            if let found = detections.first, isSure(found) {
                (quad, sagittas, isCut) = (found.quad, found.sagittas, !found.cutSides.isEmpty)
            }
        case .near(let live):
            try Self.check(live)
            let refined = timings.measure(.detect) { picture.withFrame { refiner.refine(live, in: $0) } }
            (quad, sagittas) = (refined.quad, refined.sagittas)
        case .corners(let corners):
            try Self.check(corners)
            quad = corners
        case .wholePicture: break
        }
        var (pixels, deskewing) = (picture.pixels, PageDeskewer.Outcome?.none)
        if quad == nil, options.deskewsWholePictures {
            let deskewed = timings.measure(.straighten) { deskewer.deskew(pixels) }
            (pixels, deskewing) = (deskewed.pixels, deskewed.outcome)
        }
        let scan = Scan(
            page: page(pixels, of: picture, quad: quad, isCut: isCut), detection: detections.first, sagittas: sagittas,
            deskewing: deskewing, timings: timings)
        return (scan, detections)
    }

    /// Returns a page of a picture, whose pixels may have been turned.
    /// - Parameter isCut: Whether the picture shows only a part of the page, whose proportions are those of no paper.
    func page(_ pixels: Picture.Pixels, of picture: Picture, quad: Quad?, isCut: Bool) -> Page {
        var page = Page(
            pixels, quad: quad, renderOptions: options.renderOptions,
            statedDotsPerInch: picture.resolution?.square, focalLength: picture.focalLength)
        page.timeAndPlace = picture.timeAndPlace
        if isCut, page.renderOptions.paper == .automatic { page.renderOptions.paper = .measured }
        return page
    }

    /// Returns whether a detection is certain enough to crop.
    func isSure(_ detection: PageDetection) -> Bool {
        detection.level.map { $0 >= options.minimumLevel } ?? false
    }

    private static func check(_ corners: Quad) throws(ParameterError) {
        guard !corners.isConvexClockwise else { return }
        throw ParameterError(
            "corners", found: "\(corners.corners.map { "\($0.x),\($0.y)" }.joined(separator: " "))",
            required: "a convex quad, clockwise from the top-left")
    }
}

extension Resolution {
    /// Dots per inch, if both axes agree to within 1%.
    fileprivate var square: Double? {
        abs(horizontal - vertical) <= 0.01 * horizontal ? horizontal : nil
    }
}
