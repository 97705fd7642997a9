import Recto
import RectoVision

/// Where `recto watch` puts captured pages.
protocol PageOutput {
    /// Pages of an interrupted run that this one continues.
    var recoveredPages: Int { get }

    /// Straightens, cleans and stores a page. Once this has returned, the page survives the end of the program.
    mutating func write(_ scanned: ScannedPage) throws -> StoredPage

    /// Completes the output after the last page.
    mutating func finish() throws
}

/// A captured page that has been stored.
struct StoredPage {
    /// Its number in the folder or the document, from 1.
    var number: Int
    /// The name of the file that it is, or will be, in.
    var file: String
    var rendered: RenderedPage
    var timings: StageTimings
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
