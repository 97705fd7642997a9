public import Recto
public import RectoCore
public import RectoVision

/// Reads pages: renders each as it is read best, whatever it is to look like, and gives it to a ``TextReader``.
///
/// Places of words are in pixels of the picture that was read, whose size ``RectoCore/PageText/size`` tells: a page in another
/// size is the same page, see ``RectoCore/PageText/scaled(to:)``. A page must lie upright: see
/// `PageRenderer.suggestOrientation(of:)`.
public struct PageTextReader: Sendable {
    /// What was measured of them: docs/accuracy/text.md.
    public struct Parameters: Hashable, Sendable {
        /// How pages are made ready, unless they are black and white already.
        public var filter = Filter.grayscale
        /// What pages are brought to that have less, in dots per inch, `70...600`. Default 300, as Tesseract's documentation
        /// advises.
        public var minimumDotsPerInch = 300.0
        /// What is expected of pages.
        public var layout = TextReader.Layout.automatic

        public init() {}
    }

    /// A page that has been read.
    public struct Reading: Sendable {
        public let text: PageText
        /// Of the picture that was read.
        public let dotsPerInch: Double
    }

    public let parameters: Parameters
    private let reader: TextReader
    private var renderer: PageRenderer

    /// - Parameter reader: May be shared with others, of other threads too.
    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ reader: TextReader, _ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("minimumDotsPerInch", parameters.minimumDotsPerInch, 70...600)
        var rectifying = PageRectifier.Parameters()
        // Where pixels are made of fewer ones, strokes keep their edges.
        rectifying.sampling = .fine
        self.parameters = parameters
        self.reader = reader
        renderer = PageRenderer(rectifier: try PageRectifier(rectifying))
    }

    /// Reads a page.
    /// - Parameter progress: To be asked and cancelled from other threads.
    /// - Throws: ``TextError``; ``TextError/page(_:)`` if the page cannot be rendered.
    public mutating func read(_ page: Page, progress: ReadingProgress? = nil) throws(TextError) -> Reading {
        let rendered: RenderedPage
        do {
            rendered = try renderer.render(prepared(page))
        } catch {
            throw .page(error)
        }
        let text = try reader.read(
            rendered.image, dotsPerInch: rendered.dotsPerInch, layout: parameters.layout, progress: progress)
        return Reading(text: text, dotsPerInch: rendered.dotsPerInch)
    }

    /// The page as it is to be read.
    private func prepared(_ page: Page) throws(PageRectifier.Failure) -> Page {
        var page = page
        page.filter = parameters.filter
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
