public import RectoVision
import RectoCodecs
import RectoCore

/// Renders pages from their originals.
///
/// It computes only what a filter needs: gray and black-and-white pages are reduced to luma before they are
/// straightened. Rotation is part of the sampling and costs nothing.
public struct PageRenderer: Sendable {
    /// At a lower resolution a page would be the size of a wall.
    private static let minimumStated = 20.0
    /// Placeholder resolutions in dots per inch that cameras, screenshots and editors write. They match within the
    /// rounding of formats that count dots per meter or centimeter.
    private static let placeholders = [72.0, 96.0]
    private static let placeholderTolerance = 0.7

    var rectifier: PageRectifier
    private var enhancer: Enhancer
    private var classifier = OrientationClassifier()
    var refiner = CropRefiner()
    var flattener = Scratch(Flattener())
    /// Scratch memory, reused from page to page.
    private var grayPage: GrayImage?
    private var rgbPage: RGBImage?
    /// The timings of the current page.
    var timings = StageTimings()

    /// - Parameters:
    ///   - rectifier: Its number of threads is also used for enhancement.
    ///   - binarization: How black-and-white pages separate ink from paper.
    public init(rectifier: PageRectifier = PageRectifier(), binarization: Binarization = .adaptive) {
        self.rectifier = rectifier
        enhancer = Enhancer(binarization: binarization, workers: rectifier.parameters.workers)
    }

    /// - Throws: `PageRectifier.Failure` if the corners do not form the image of a page, or the page would be too
    ///   large.
    public mutating func render(_ page: Page) throws(PageRectifier.Failure) -> RenderedPage {
        timings = StageTimings()
        let flattening = page.renderOptions.flattening == .off ? nil : flatten(page)
        if case .flattened(let flat) = flattening {
            let plan = try plan(for: page, flat)
            return try rendered(
                page, by: plan, through: flat, flattening, try fingers(of: page, by: plan, through: flat))
        }
        if let quad = page.quad { return try rendered(page, by: try plan(for: page, quad), flattening) }
        // The picture is the page already: its pixels are kept, unless a size is asked for, or a resolution that means
        // one: of known paper, or of a fused picture, which is as large on paper as one frame.
        let turned = Self.turnedSize(page)
        let sheet = rectifier.paper(ofWholePage: turned, choice: Self.paperChoice(page))
        let paper = sheet.flatMap { Self.hasProportions(turned, of: $0) ? $0 : nil }
        let isSizeKnown = paper != nil || page.enlargement != 1
        if page.room != nil || page.renderOptions.dotsPerInch != nil && isSizeKnown {
            return try rendered(page, by: try plan(for: page, Quad(page.originalSize)), flattening)
        }
        let resolution = try resolution(ofWhole: page, turned, on: sheet)
        let image = enhanceWhole(page)
        return RenderedPage(
            image: image, dotsPerInch: resolution, paper: paper, plan: nil, flattening: flattening,
            suggestion: enhancer.suggestion, timings: timings)
    }

    /// Returns how a page is straightened: its size, paper and resolution, before any pixel is read. If the picture
    /// is the page, its own corners are used. A flattened page has about the same size.
    /// - Throws: `PageRectifier.Failure` if the corners do not form the image of a page, or the page would be too
    ///   large.
    public func plan(for page: Page) throws(PageRectifier.Failure) -> PageRectifier.Plan {
        try plan(for: page, page.quad ?? Quad(page.originalSize))
    }

    /// Suggests the rotation that makes the page's text upright, relative to the order of its corners, regardless of
    /// ``RenderOptions/rotation``.
    ///
    /// The page is straightened with a long side of at most ``OrientationClassifier/workingSide`` pixels. A whole
    /// picture that is too small or too narrow for that, such as one of a single row, shows no text.
    /// - Throws: `PageRectifier.Failure` if the corners do not form the image of a page.
    public mutating func suggestOrientation(of page: Page) throws(PageRectifier.Failure) -> OrientationSuggestion {
        do { return try orientation(of: page) } catch {
            guard page.quad == nil else { throw error }
            return OrientationSuggestion(rotation: nil, confidence: 1)
        }
    }

    private mutating func orientation(of page: Page) throws(PageRectifier.Failure) -> OrientationSuggestion {
        let natural = try rectifier.plan(
            for: page.quad ?? Quad(page.originalSize), in: page.originalSize, paper: .measured,
            focalLength: page.focalLength)
        let plan = try rectifier.reduced(natural, toLongSide: OrientationClassifier.workingSide)
        var straight = grayPage.take() ?? GrayImage(size: plan.size)
        defer { grayPage = straight }
        switch page.original {
        case .rgb(let original):
            try original.withView { (view) throws(PageRectifier.Failure) in
                try rectifier.rectify(lumaOf: view, by: plan, into: &straight)
            }
        case .gray(let original):
            try original.withView { (view) throws(PageRectifier.Failure) in
                try rectifier.rectify(view, by: plan, into: &straight)
            }
        }
        return straight.withView { classifier.suggest($0) }
    }

    /// Whether a picture has the proportions of a sheet, so that it fills the sheet without being stretched.
    private static func hasProportions(_ size: PixelSize, of sheet: Paper) -> Bool {
        abs(Double(size.width) / Double(size.height) / sheet.aspectRatio - 1) <= paperTolerance
    }

    /// Returns the requested resolution, or else that at which the picture fits a given paper size, that of the file, or
    /// of a standard size with the same aspect ratio.
    private func resolution(
        ofWhole page: Page, _ size: PixelSize, on sheet: Paper?
    ) throws(PageRectifier.Failure) -> Double {
        let range = PageRectifier.Parameters.dotsPerInchRange
        if let asked = page.renderOptions.dotsPerInch {
            guard range ~= asked else { throw .resolution(asked, required: range) }
            return asked
        }
        let ofPaper = sheet.map { max(Double(size.height) / $0.heightInches, Double(size.width) / $0.widthInches) }
        if case .fixed = page.renderOptions.paper, let ofPaper {
            guard range ~= ofPaper else { throw .resolution(ofPaper, required: range) }
            return ofPaper
        }
        if let stated = Self.stated(page), range ~= stated { return stated }
        if let ofPaper, range ~= ofPaper { return ofPaper }
        return rectifier.parameters.assumedDotsPerInch * page.enlargement
    }

    /// Returns the resolution stated in the picture's file, if it is plausible.
    private static func stated(_ page: Page) -> Double? {
        page.statedDotsPerInch.flatMap { stated in
            let isPlaceholder = placeholders.contains { abs($0 - stated) <= placeholderTolerance }
            return stated >= minimumStated && !isPlaceholder ? stated : nil
        }
    }

    /// The maximum relative difference between a sheet's sides and the standard size. Scanned pages are cropped to
    /// within a few millimeters.
    private static let paperTolerance = 0.025

    /// Returns what is known about the paper. If the picture is the page and states its resolution, the size in
    /// inches decides between sizes of the same aspect ratio, such as A4, A5 and the ISO B sizes.
    private static func paperChoice(_ page: Page) -> PaperChoice {
        guard page.renderOptions.paper == .automatic, page.quad == nil, let stated = stated(page) else {
            return page.renderOptions.paper
        }
        let (short, long) = (page.originalSize.shortSide, page.originalSize.longSide)
        func matches(_ pixels: Int, _ millimeters: Double) -> Bool {
            abs(Double(pixels) / stated * 25.4 / millimeters - 1) <= paperTolerance
        }
        for size in PaperSize.allCases
        where matches(short, size.shortSideMillimetres) && matches(long, size.longSideMillimetres) {
            return .fixed(size)
        }
        return .measured
    }

    private static func turnedSize(_ page: Page) -> PixelSize {
        page.renderOptions.rotation.quarterTurns % 2 == 1 ? page.originalSize.transposed : page.originalSize
    }

    // MARK: - Pages with corners

    private mutating func rendered(
        _ page: Page, by plan: PageRectifier.Plan, through flat: FlatPage? = nil,
        _ flattening: PageFlattener.Outcome?, _ fingers: FingerFill? = nil
    ) throws(PageRectifier.Failure) -> RenderedPage {
        let image = try enhance(page, by: plan, through: flat, fingers)
        var rendered = RenderedPage(
            image: image, dotsPerInch: plan.dotsPerInch, paper: plan.paper, plan: plan, flattening: flattening,
            suggestion: enhancer.suggestion, timings: timings)
        fingers?.note(on: &rendered)
        return rendered
    }

    private func plan(for page: Page, _ quad: Quad) throws(PageRectifier.Failure) -> PageRectifier.Plan {
        let plan = try rectifier.plan(
            for: Self.turned(quad, page), in: page.originalSize, paper: Self.paperChoice(page),
            dotsPerInch: page.renderOptions.dotsPerInch,
            focalLength: page.focalLength, enlargement: page.enlargement)
        return try page.room.map { (room) throws(PageRectifier.Failure) in try rectifier.fitted(plan, into: room) }
            ?? plan
    }

    /// Returns the corners of the rotated page.
    static func turned(_ quad: Quad, _ page: Page) -> Quad {
        // A clockwise quarter turn makes the bottom-left corner the top-left one.
        quad.rotatingCorners(by: -page.renderOptions.rotation.quarterTurns)
    }

    private mutating func enhance(
        _ page: Page, by plan: PageRectifier.Plan, through flat: FlatPage?, _ fingers: FingerFill?
    ) throws(PageRectifier.Failure) -> Raster {
        let hasDesk = page.quad != nil && flat == nil && page.renderOptions.filter != .original
        let fringe = hasDesk ? DeskFringe(plan) : nil
        switch page.original {
        case .rgb(let original) where !page.renderOptions.filter.isGray:
            var straight = rgbPage.take() ?? RGBImage(size: plan.size)
            defer { rgbPage = straight }
            try timings.measure(.straighten) { () throws(PageRectifier.Failure) in
                try original.withView { (view) throws(PageRectifier.Failure) in
                    try rectifier.rectify(view, by: plan, through: flat, into: &straight)
                    if let fringe { straight.withMutableView { fringe.paint($0, from: view) } }
                }
                if let fingers { straight.withMutableView { fingers.paint($0) } }
            }
            return timings.measure(.enhance) {
                straight.withView { enhancer.enhance($0, as: page.renderOptions.filter) }
            }
        case .rgb(let original):
            var straight = grayPage.take() ?? GrayImage(size: plan.size)
            defer { grayPage = straight }
            try timings.measure(.straighten) { () throws(PageRectifier.Failure) in
                try original.withView { (view) throws(PageRectifier.Failure) in
                    try rectifier.rectify(lumaOf: view, by: plan, through: flat, into: &straight)
                    if let fringe { straight.withMutableView { fringe.paint($0, from: view) } }
                }
                if let fingers { straight.withMutableView { fingers.paint($0) } }
            }
            return timings.measure(.enhance) {
                straight.withView { enhancer.enhance($0, as: page.renderOptions.filter) }
            }
        case .gray(let original):
            var straight = grayPage.take() ?? GrayImage(size: plan.size)
            defer { grayPage = straight }
            try timings.measure(.straighten) { () throws(PageRectifier.Failure) in
                try original.withView { (view) throws(PageRectifier.Failure) in
                    try rectifier.rectify(view, by: plan, through: flat, into: &straight)
                    if let fringe { straight.withMutableView { fringe.paint($0, from: view) } }
                }
            }
            return timings.measure(.enhance) {
                straight.withView { enhancer.enhance($0, as: page.renderOptions.filter) }
            }
        }
    }

    // MARK: - Bent pages

    private func plan(for page: Page, _ flat: FlatPage) throws(PageRectifier.Failure) -> PageRectifier.Plan {
        let stated = page.quad == nil ? Self.stated(page) : nil
        func planned(_ paper: PaperChoice) throws(PageRectifier.Failure) -> PageRectifier.Plan {
            try rectifier.plan(
                for: flat, paper: paper, dotsPerInch: page.renderOptions.dotsPerInch ?? stated,
                enlargement: page.enlargement)
        }
        var plan = try planned(page.renderOptions.paper)
        if plan.paper == nil, let paper = paper(ofCornersOf: page),
            abs(plan.ratio / paper.aspectRatio - 1) < Self.flatTolerance
        {
            plan = try planned(.fixed(paper.size))
        }
        return try page.room.map { (room) throws(PageRectifier.Failure) in try rectifier.fitted(plan, into: room) }
            ?? plan
    }

    /// How far a page that was made flat may be from the proportions of the paper that its corners have.
    private static let flatTolerance = 0.04

    /// The paper that a page would have if it were not made flat.
    private func paper(ofCornersOf page: Page) -> Paper? {
        guard page.quad != nil, page.renderOptions.paper == .automatic else { return nil }
        return try? plan(for: page).paper
    }

    // MARK: - Whole pictures

    private mutating func enhanceWhole(_ page: Page) -> Raster {
        let turns = page.renderOptions.rotation.quarterTurns
        return timings.measure(.enhance) {
            switch page.original {
            case .gray(let original):
                original.turned(quarterTurns: turns).withView { enhancer.enhance($0, as: page.renderOptions.filter) }
            case .rgb(let original):
                original.turned(quarterTurns: turns).withView { enhancer.enhance($0, as: page.renderOptions.filter) }
            }
        }
    }
}

extension Filter {
    /// Whether only luma is needed.
    fileprivate var isGray: Bool { self == .grayscale || self == .blackAndWhite }
}
