public import Recto
public import RectoCore
public import RectoVision

/// Reads pages: renders each as it is read best, whatever it is to look like, and gives it to a ``TextReader``.
///
/// Places of words are in pixels of the page as it was straightened, even where it was made flat to be read.
/// ``RectoCore/PageText/size`` tells its size: a page in another size is the same page, see
/// ``RectoCore/PageText/scaled(to:)``.
public struct PageTextReader: Sendable {
    /// What was measured of them: docs/accuracy/text.md.
    public struct Parameters: Hashable, Sendable {
        /// How pages are made ready. Where the text is not read surely with the first of them, the next is tried too, and the
        /// surest reading counts.
        public var filters = [Filter.blackAndWhite, .grayscale]
        /// What pages are brought to that have less, in dots per inch, `70...600`. Default 300, as Tesseract's documentation
        /// advises.
        public var minimumDotsPerInch = 300.0
        /// What is expected of pages.
        public var layout = TextReader.Layout.automatic
        /// How pages that are bent are read, if they are not to be made flat anyway. Default ``Flattening/automatic``: flat where
        /// that is sure; and as they are too where the flat page is not read surely.
        public var flattening = Flattening.automatic
        /// Whether the whole picture is read too where a page was found in it whose text is not read surely: its corners may be
        /// wrong. Default false, as places are then those of the whole picture: ``Reading/isWholePicture``.
        public var readsWholePicture = false

        public init() {}
    }

    /// A page that has been read.
    public struct Reading: Sendable {
        public let text: PageText
        /// Of the picture that places refer to.
        public let dotsPerInch: Double
        /// How the page was turned when it was read.
        public let rotation: Rotation
        /// What the page was made ready with.
        public let filter: Filter
        /// Whether the page was made flat to be read.
        public let isFlattened: Bool
        /// Whether the whole picture was read instead of the page that was found in it.
        public fileprivate(set) var isWholePicture = false
    }

    public let parameters: Parameters
    private let reader: TextReader
    private var renderer: PageRenderer

    /// How far lines rise and fall at most to be taken for level, in letter heights: a line as long as 60 letters are high
    /// has 0.5 if it rises by 1 in 35. Tesseract straightens what is tilted as a whole, and loses lines that are tilted otherwise.
    private static let maximumLevel = 0.5

    /// - Parameter reader: May be shared with others, of other threads too.
    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ reader: TextReader, _ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("minimumDotsPerInch", parameters.minimumDotsPerInch, 70...600)
        guard !parameters.filters.isEmpty else {
            throw ParameterError("filters", found: "none", required: "one or more")
        }
        var rectifying = PageRectifier.Parameters()
        // Where pixels are made of fewer ones, strokes keep their edges.
        rectifying.sampling = .fine
        self.parameters = parameters
        self.reader = reader
        renderer = PageRenderer(rectifier: try PageRectifier(rectifying))
    }

    /// Reads a page as it lies.
    ///
    /// Places are those of the page as ``Page/flattening`` says, even if it was made flat to be read.
    /// - Parameter progress: To be asked and cancelled from other threads; of several attempts it tells the latest.
    /// - Throws: ``TextError``; ``TextError/page(_:)`` if the page cannot be rendered.
    public mutating func read(_ page: Page, progress: ReadingProgress? = nil) throws(TextError) -> Reading {
        try result(page) { (reader, page) throws(TextError) in try reader.attempts(page, progress) }
    }

    /// Reads a page whichever way it lies, and tells by which rotation its text comes upright.
    ///
    /// The page is read as `PageRenderer.suggestOrientation(of:)` says. Only where that is in doubt, or the text is hardly
    /// read, the other directions are tried too.
    /// - Throws: As ``read(_:progress:)``.
    public mutating func readUpright(_ page: Page, progress: ReadingProgress? = nil) throws(TextError) -> Reading {
        try result(page) { (reader, page) throws(TextError) in try reader.attemptsUpright(page, progress) }
    }

    /// The reading of a page, or that of its whole picture where that is asked for and better.
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

    /// All of them, the likeliest first: a page that is read no way stays as it lies, unless its direction is sure. Text is
    /// rather taken for upside down than for lying on its side.
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

    /// Reads a page with some filters until one is sure, flat where it is bent.
    private mutating func attempt(
        _ page: Page, _ filters: ArraySlice<Filter>, _ attempts: inout Attempts, _ progress: ReadingProgress?
    ) throws(TextError) {
        var flat = page
        if page.flattening == .off { flat.flattening = parameters.flattening }
        for filter in filters where !attempts.isSure {
            attempts.add(try reading(flat, filter, shownAs: page, progress))
        }
    }

    /// Reads a page that was made flat, but is not read surely, as it is.
    private mutating func attemptBent(
        _ page: Page, _ attempts: inout Attempts, _ progress: ReadingProgress?
    ) throws(TextError) {
        guard page.flattening == .off, attempts.hasFlattened else { return }
        for filter in parameters.filters where !attempts.isSure {
            attempts.add(try reading(page, filter, shownAs: page, progress))
        }
    }

    /// - Parameter shown: The same page as places are to tell it.
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
            ready.image, dotsPerInch: ready.dotsPerInch, layout: parameters.layout, progress: progress)
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

    /// The page ready to be read. Where no corners tell how the picture is tilted, its lines do if they are far from level.
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

    /// The page as it is to be read.
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

    /// `nil` where the picture would be larger than Tesseract takes.
    private func enlarged(_ size: PixelSize, by factor: Double) -> PixelSize? {
        let factor = min(factor, Double(TesseractHandle.maximumSide) / Double(max(size.width, size.height)))
        return try? PixelSize(
            width: Int(Double(size.width) * factor), height: Int(Double(size.height) * factor))
    }
}

/// Readings of one page, of which the surest counts.
private struct Attempts {
    private(set) var best: PageTextReader.Reading?
    private var letters = 0.0

    /// Whether another attempt is hardly better.
    private(set) var isSure = false
    /// Whether a page was made flat.
    private(set) var hasFlattened = false

    /// How many more letters of another direction make up for that it is less likely.
    private static let margin = 20.0

    mutating func add(_ reading: PageTextReader.Reading) {
        let surety = Surety(reading.text)
        hasFlattened = hasFlattened || reading.isFlattened
        if let best {
            // Where nothing can be read, such as on a page out of focus, noise does not turn the page.
            let isTurned = reading.rotation != best.rotation
            guard surety.letters > letters + (isTurned ? letters + Self.margin : 0) else { return }
        }
        (best, letters, isSure) = (reading, surety.letters, surety.isSure)
    }

    /// Whether these read more surely, by as much as says something.
    func isBetter(than others: Attempts) -> Bool { letters > others.letters + Self.margin }

    var result: PageTextReader.Reading {
        // There is a filter at least, so there has been an attempt.
        guard let best else { preconditionFailure("a page that was not read") }
        return best
    }
}

/// How much of a page was read, by the confidences of its words.
private struct Surety {
    /// Letters and digits of words, each as much as the word's confidence is above one half: noise and pages that lie the
    /// wrong way give many words, none of them surely.
    let letters: Double
    let isSure: Bool

    /// Letters from which on a page may be taken as read: the mean of fewer says little.
    private static let minimumLetters = 20
    /// Mean confidence of a letter from which on a page is taken as read.
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
