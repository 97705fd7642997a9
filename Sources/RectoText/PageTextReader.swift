public import Recto
public import RectoCore
public import RectoVision

/// Reads pages: renders each in the form that is read best, regardless of its display settings, and passes it to a
/// ``TextReader``.
///
/// Places of words are in pixels of the straightened page, even if it was flattened for reading.
/// ``RectoCore/PageText/size`` is its size; for a page in another size see ``RectoCore/PageText/scaled(to:)``.
public struct PageTextReader: Sendable {
    /// Settings for reading; for their effect see docs/accuracy/text.md.
    public struct Parameters: Hashable, Sendable {
        /// Filters for preparing pages. If the text is not read with confidence after the first, the next is tried too,
        /// and the most confident reading counts.
        public var filters = [Filter.blackAndWhite, .grayscale]
        /// Resolution to which coarser pages are enlarged, in dots per inch, `70...600`. Default 300, as Tesseract's
        /// documentation recommends.
        public var minimumDotsPerInch = 300.0
        /// Expected layout of pages.
        public var layout = TextReader.Layout.automatic
        /// How bent pages are read, unless they are flattened anyway. Default ``Flattening/automatic``: flattened where
        /// that is certain; also unchanged if the flattened page is not read with confidence.
        public var flattening = Flattening.automatic
        /// Whether the whole picture is read too if the page found in it is not read with confidence, since its corners
        /// may be wrong. Default false, because places then refer to the whole picture: ``Reading/isWholePicture``.
        public var readsWholePicture = false

        public init() {}
    }

    /// The text of a page, and how it was read.
    public struct Reading: Sendable {
        public let text: PageText
        /// Resolution of the picture that places refer to.
        public let dotsPerInch: Double
        /// Rotation of the page when it was read.
        public let rotation: Rotation
        /// Filter that prepared the page.
        public let filter: Filter
        /// Whether the page was flattened for reading.
        public let isFlattened: Bool
        /// Whether the whole picture was read instead of the detected page.
        public fileprivate(set) var isWholePicture = false
    }

    public let parameters: Parameters
    private let reader: TextReader
    private var renderer: PageRenderer

    /// Largest rise or fall of lines that count as level, in letter heights: a line as long as 60 letter heights has
    /// 0.5 if it rises by 1 in 35. Tesseract straightens a uniform tilt, but loses lines with different tilts.
    private static let maximumLevel = 0.5

    /// - Parameter reader: May be shared, even between threads.
    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ reader: TextReader, _ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("minimumDotsPerInch", parameters.minimumDotsPerInch, 70...600)
        guard !parameters.filters.isEmpty else {
            throw ParameterError("filters", found: "none", required: "one or more")
        }
        var rectifying = PageRectifier.Parameters()
        // Enlarged strokes keep their edges.
        rectifying.sampling = .fine
        self.parameters = parameters
        self.reader = reader
        renderer = PageRenderer(rectifier: try PageRectifier(rectifying))
    }

    /// Reads a page in its orientation.
    ///
    /// Places refer to the page as ``Page/flattening`` specifies, even if it was flattened for reading.
    /// - Parameter progress: For reading progress and canceling from other threads; with several attempts it reports
    ///   the latest.
    /// - Throws: ``TextError``; ``TextError/page(_:)`` if the page cannot be rendered.
    public mutating func read(_ page: Page, progress: ReadingProgress? = nil) throws(TextError) -> Reading {
        try result(page) { (reader, page) throws(TextError) in try reader.attempts(page, progress) }
    }

    /// Reads a page in any orientation, and finds the rotation that makes its text upright.
    ///
    /// The page is read as suggested by `PageRenderer.suggestOrientation(of:)`. Other directions are tried only if that
    /// is in doubt or the text is hardly legible.
    /// - Throws: As ``read(_:progress:)``.
    public mutating func readUpright(_ page: Page, progress: ReadingProgress? = nil) throws(TextError) -> Reading {
        try result(page) { (reader, page) throws(TextError) in try reader.attemptsUpright(page, progress) }
    }

    /// The reading of a page, or of its whole picture if that is requested and better.
    private mutating func result(
        _ page: Page, _ attempts: (inout PageTextReader, Page) throws(TextError) -> Attempts
    ) throws(TextError) -> Reading {
        let found = try attempts(&self, page)
        guard parameters.readsWholePicture, page.quad != nil, !found.isSure else { return found.result }
        var picture = page
        picture.quad = nil
        let whole = try attempts(&self, picture)
        guard whole.isBetter(than: found) else { return found.result }
        var result = whole.result
        result.isWholePicture = true
        return result
    }

    private mutating func attempts(_ page: Page, _ progress: ReadingProgress?) throws(TextError) -> Attempts {
        var attempts = Attempts()
        try attempt(page, parameters.filters[...], &attempts, progress)
        try attemptBent(page, &attempts, progress)
        return attempts
    }

    private mutating func attemptsUpright(_ page: Page, _ progress: ReadingProgress?) throws(TextError) -> Attempts {
        var attempts = Attempts()
        for rotation in try rotations(page) where !attempts.isSure {
            var turned = page
            turned.rotation = rotation
            try attempt(turned, parameters.filters.prefix(1), &attempts, progress)
        }
        var turned = page
        turned.rotation = attempts.best?.rotation ?? .none
        try attempt(turned, parameters.filters.dropFirst(), &attempts, progress)
        try attemptBent(turned, &attempts, progress)
        return attempts
    }

    /// All rotations, the most likely first: a page that cannot be read in any direction keeps its orientation, unless
    /// its direction is certain. Text is more likely upside down than on its side.
    private mutating func rotations(_ page: Page) throws(TextError) -> [Rotation] {
        let suggestion: OrientationSuggestion
        do { suggestion = try renderer.suggestOrientation(of: page) } catch { throw .page(error) }
        let likely = suggestion.rotation ?? .none
        var rotations = [suggestion.sureRotation ?? .none]
        for turn in [Rotation.none, .half, .clockwise90, .clockwise270] where !rotations.contains(likely + turn) {
            rotations.append(likely + turn)
        }
        return rotations
    }

    /// Reads a page with several filters until one gives a confident reading, flattened if the page is bent.
    private mutating func attempt(
        _ page: Page, _ filters: ArraySlice<Filter>, _ attempts: inout Attempts, _ progress: ReadingProgress?
    ) throws(TextError) {
        var flat = page
        if page.flattening == .off { flat.flattening = parameters.flattening }
        for filter in filters where !attempts.isSure {
            attempts.add(try reading(flat, filter, shownAs: page, progress))
        }
    }

    /// Reads a page again without flattening, if the flattened page was not read with confidence.
    private mutating func attemptBent(
        _ page: Page, _ attempts: inout Attempts, _ progress: ReadingProgress?
    ) throws(TextError) {
        guard page.flattening == .off, attempts.hasFlattened else { return }
        for filter in parameters.filters where !attempts.isSure {
            attempts.add(try reading(page, filter, shownAs: page, progress))
        }
    }

    /// - Parameter shown: The same page in the form that places refer to.
    private mutating func reading(
        _ page: Page, _ filter: Filter, shownAs shown: Page, _ progress: ReadingProgress?
    ) throws(TextError) -> Reading {
        let ready: RenderedPage
        let plan: PageRectifier.Plan
        do {
            ready = try rendered(page, filter, shownAs: shown)
            plan = try renderer.plan(for: prepared(shown, filter))
        } catch {
            throw .page(error)
        }
        var text = try reader.read(
            ready.image.withDarkType, dotsPerInch: ready.dotsPerInch, layout: parameters.layout, progress: progress)
        var dotsPerInch = ready.dotsPerInch
        var isFlattened = false
        if case .flattened(let flat) = ready.flattening {
            isFlattened = true
            if shown.flattening == .off, let flatPlan = ready.plan, let pageOfPicture = plan.pageToPicture.inverse {
                text = text.mapped(to: plan.size) { place in
                    pageOfPicture.map(flat.picturePoint(of: flatPlan.pageToPicture.map(place)))
                }
                dotsPerInch = plan.dotsPerInch
            }
        }
        return Reading(
            text: text, dotsPerInch: dotsPerInch, rotation: page.rotation, filter: filter,
            isFlattened: isFlattened)
    }

    /// The page prepared for reading. A picture without corners is straightened by its lines if they are far from
    /// level.
    private mutating func rendered(
        _ page: Page, _ filter: Filter, shownAs shown: Page
    ) throws(PageRectifier.Failure) -> RenderedPage {
        var page = try prepared(page, filter)
        let rendered = try renderer.render(page)
        guard case .refused(.flat) = rendered.flattening, page.quad == nil, shown.flattening == .off,
            renderer.flatteningTrace.pictureLevel > Self.maximumLevel
        else { return rendered }
        page.flattening = .forced
        return try renderer.render(page)
    }

    /// The page in the form for reading.
    private func prepared(_ page: Page, _ filter: Filter) throws(PageRectifier.Failure) -> Page {
        var page = page
        page.filter = filter
        page.dotsPerInch = nil
        page.room = nil
        let plan = try renderer.plan(for: page)
        let factor = parameters.minimumDotsPerInch / plan.dotsPerInch
        guard factor > 1 else { return page }
        page.room = enlarged(plan.size, by: factor)
        return page
    }

    /// Returns `nil` if the picture would be larger than Tesseract accepts.
    private func enlarged(_ size: PixelSize, by factor: Double) -> PixelSize? {
        let factor = min(factor, Double(TesseractHandle.maximumSide) / Double(max(size.width, size.height)))
        return try? PixelSize(
            width: Int(Double(size.width) * factor), height: Int(Double(size.height) * factor))
    }
}

/// Readings of one page, of which the most confident counts.
private struct Attempts {
    private(set) var best: PageTextReader.Reading?
    private var letters = 0.0

    /// Whether another attempt would hardly be better.
    private(set) var isSure = false
    /// Whether a page was flattened.
    private(set) var hasFlattened = false

    /// Number of additional letters that outweigh a direction's lower likelihood.
    private static let margin = 20.0

    mutating func add(_ reading: PageTextReader.Reading) {
        let surety = Surety(reading.text)
        hasFlattened = hasFlattened || reading.isFlattened
        if let best {
            // If nothing is legible, as on a blurred page, noise must not rotate the page.
            let isTurned = reading.rotation != best.rotation
            guard surety.letters > letters + (isTurned ? letters + Self.margin : 0) else { return }
        }
        (best, letters, isSure) = (reading, surety.letters, surety.isSure)
    }

    /// Whether these readings are significantly more confident.
    func isBetter(than others: Attempts) -> Bool { letters > others.letters + Self.margin }

    var result: PageTextReader.Reading {
        // There is at least one filter, so there was an attempt.
        guard let best else { preconditionFailure("a page that was not read") }
        return best
    }
}

/// How much of a page was read, by the confidences of its words.
private struct Surety {
    /// Letters and digits of words, each weighted by the word's confidence above one half: noise and rotated pages give
    /// many words with low confidence.
    let letters: Double
    let isSure: Bool

    /// Smallest number of letters of a readable page: the mean of fewer says little.
    private static let minimumLetters = 20
    /// Smallest mean confidence of letters at which a page counts as read.
    private static let minimumConfidence = 0.85

    init(_ text: PageText) {
        var (count, total, sure) = (0, 0.0, 0.0)
        for word in text.words {
            let letters = word.text.count { $0.isLetter || $0.isNumber }
            count += letters
            total += Double(letters) * word.confidence
            sure += Double(letters) * max(0, word.confidence - 0.5)
        }
        letters = sure
        isSure = count >= Self.minimumLetters && total >= Self.minimumConfidence * Double(count)
    }
}
