import FoundationEssentials
import Recto
import RectoCodecs

/// Writes captured pages to one document.
///
/// A PDF or TIFF file is complete only when its last page is known. Until then the pages are in a draft, a folder beside
/// the document. If the program is interrupted the draft stays, and the next run with the same document continues it.
struct PageDocument: PageOutput {
    let recoveredPages: Int
    private let path: String
    private let jpeg: JPEGWriter
    private let session: ScanSession
    private var renderer: CapturedPageRenderer

    init(path: String, jpeg: JPEGWriter, renderer: CapturedPageRenderer) throws(UnusableInput) {
        // A camera's pages cannot be captured again: no document is replaced.
        guard !FileManager.default.fileExists(atPath: path) else {
            throw UnusableInput(file: path, reason: "already exists")
        }
        let draft = path + ".draft"
        do {
            session = try ScanSession(folder: draft)
        } catch {
            throw UnusableInput(file: draft, reason: "\(error)")
        }
        recoveredPages = session.pages.count
        (self.path, self.jpeg, self.renderer) = (path, jpeg, renderer)
    }

    mutating func write(_ scanned: ScannedPage) throws -> StoredPage {
        var page = scanned.page
        // Rendered before it is stored: a page that cannot be rendered would stand in the way of the whole document.
        let (rendered, rendering) = try renderer.render(&page)
        var timings = rendering
        try timings.measure(.write) { () throws(UnusableInput) in
            try storing { () throws(SessionError) in _ = try session.add(page, jpegBytes: scanned.jpegBytes) }
        }
        return StoredPage(
            number: session.pages.count, file: URL(filePath: path).lastPathComponent, rendered: rendered,
            timings: timings)
    }

    func finish() throws {
        try storing { () throws(SessionError) in
            if !session.pages.isEmpty { try session.save(to: path, jpeg: jpeg) }
            try session.discard()
        }
    }

    private func storing(_ body: () throws(SessionError) -> Void) throws(UnusableInput) {
        do { try body() } catch { throw UnusableInput(file: session.folder, reason: "\(error)") }
    }
}
