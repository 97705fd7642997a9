import Recto
import RectoVision

/// Where `recto watch` puts captured pages.
protocol PageOutput {
    /// Pages of an interrupted run that this one continues.
    var recoveredPages: Int { get }

    /// Straightens, cleans and stores a page. Once this has returned, the page survives the end of the program.
    mutating func write(_ scanned: ScannedPage) throws -> StoredPage

    /// What renders a fused page and stores it in the place of the single one, or prepares that for ``replace(with:)``: it is called
    /// on another thread. It gives `nil` if the single page is not there any more.
    /// - Parameter stored: The single page.
    func writer(ofFused stored: StoredPage) -> @Sendable (FusedPage) throws -> FusedOutput?

    /// Puts a fused page that its writer has prepared in the place of the single one.
    /// - Returns: Whether it is there.
    mutating func replace(with output: FusedOutput) throws -> Bool

    /// Completes the output after the last page.
    mutating func finish() throws
}

/// A captured page that has been stored.
struct StoredPage: Sendable {
    /// Its number in the folder or the document, from 1.
    var number: Int
    /// The name of the file that it is, or will be, in.
    var file: String
    var rendered: RenderedPage
    /// How it was turned.
    var rotation: Rotation
    var timings: StageTimings
    /// Of a document, the picture's number in the draft; of a folder, what tells the file from another one of its name.
    var identity: [UInt64] = []
}

/// Renders captured pages.
struct CapturedPageRenderer {
    /// Whether pages are rotated so that their text is upright, if its direction is certain.
    private let turnsTextUpright: Bool
    private var renderer = PageRenderer()

    init(turnsTextUpright: Bool) { self.turnsTextUpright = turnsTextUpright }

    /// - Parameter page: Gets the rotation that it is rendered with.
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
    /// The fused page in the place of this one, turned as it is.
    func fused(_ page: Page) throws -> StoredPage {
        var page = page
        page.rotation = rotation
        let rendered = try page.render()
        // Rendering takes more than once as much as the page.
        giveMemoryBack()
        return StoredPage(
            number: number, file: file, rendered: rendered, rotation: rotation, timings: rendered.timings,
            identity: identity)
    }
}
