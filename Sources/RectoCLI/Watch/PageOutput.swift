import Recto
import RectoCore
import RectoVision

/// The destination of captured pages in `recto watch`.
protocol PageOutput {
    /// Pages of an interrupted run that this one continues.
    var recoveredPages: Int { get }

    /// Straightens, cleans and stores a page. Once this has returned, the page survives the end of the program.
    mutating func write(_ scanned: ScannedPage) throws -> StoredPage

    /// Returns a function that renders a fused page and replaces the single one, or prepares that for
    /// ``replace(with:)``. It is called on another thread and returns `nil` if the single page no longer exists.
    /// - Parameter stored: The single page.
    func writer(ofFused stored: StoredPage) -> @Sendable (FusedPage) throws -> FusedOutput?

    /// Replaces the single page with a fused page that its writer has prepared.
    /// - Returns: Whether the page was replaced.
    mutating func replace(with output: FusedOutput) throws -> Bool

    /// Whether the output is a document that has no page.
    var isEmptyDocument: Bool { get }

    /// Completes the output after the last page.
    mutating func finish() throws

    /// Removes the folders that were created for pages and hold none, after a failure.
    func removeUnused()
}

/// A captured page that has been stored.
struct StoredPage: Sendable {
    /// Its number in the folder or the document, from 1.
    var number: Int
    /// The name of the file that it is, or will be, in.
    var file: String
    /// The size of the rendered page, whose pixels are not kept.
    var size: PixelSize
    var dotsPerInch: Double
    var paper: String?
    /// The rotation applied to it.
    var rotation: Rotation
    var timings: StageTimings
    /// For a document, the picture's number in the draft; for a folder, the identity of the file.
    var identity: [UInt64]

    init(
        number: Int, file: String, _ rendered: RenderedPage, rotation: Rotation, timings: StageTimings,
        identity: [UInt64]
    ) {
        (self.number, self.file, self.rotation, self.timings) = (number, file, rotation, timings)
        (size, dotsPerInch, paper) = (rendered.size, rendered.dotsPerInch, rendered.paper?.size.rawValue)
        self.identity = identity
    }
}

/// Renders captured pages.
struct CapturedPageRenderer {
    /// Whether pages are rotated so that their text is upright, if its direction is certain.
    private let turnsTextUpright: Bool
    private var renderer = PageRenderer()

    init(turnsTextUpright: Bool) { self.turnsTextUpright = turnsTextUpright }

    /// - Parameter page: Receives the rotation used for rendering.
    mutating func render(_ page: inout Page) throws -> (rendered: RenderedPage, timings: StageTimings) {
        var timings = StageTimings()
        if turnsTextUpright {
            let suggestion = try timings.measure(.orient) { () throws(PageRectifier.Failure) in
                try renderer.suggestOrientation(of: page)
            }
            page.rotation = suggestion.sureRotation ?? .none
        }
        let rendered = try renderer.render(page)
        return (rendered, timings + rendered.timings)
    }
}

extension StoredPage {
    /// Returns the fused page in place of this one, with the same rotation.
    func fused(_ page: Page) throws -> (stored: StoredPage, rendered: RenderedPage) {
        var page = page
        page.rotation = rotation
        let rendered = try page.render()
        // Rendering takes more than once as much memory as the page.
        giveMemoryBack()
        let stored = StoredPage(
            number: number, file: file, rendered, rotation: rotation, timings: rendered.timings, identity: identity)
        return (stored, rendered)
    }
}
