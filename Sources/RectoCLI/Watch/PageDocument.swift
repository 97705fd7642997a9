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
            throw UnusableInput(file: path, reason: "exists already and is not replaced: choose another name")
        }
        let draft = path + ".draft"
        if !FileManager.default.fileExists(atPath: draft) { try OutputFolder.create(draft) }
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
        let id = try timings.measure(.write) { () throws(UnusableInput) in
            try storing { () throws(SessionError) in try session.add(page, jpegBytes: scanned.jpegBytes) }
        }
        return StoredPage(
            number: session.pages.count, file: URL(filePath: path).lastPathComponent, rendered,
            rotation: page.rotation, timings: timings, identity: [UInt64(id.number)])
    }

    func writer(ofFused stored: StoredPage) -> @Sendable (FusedPage) throws -> FusedOutput? {
        { fused in
            FusedOutput(page: try stored.fused(fused.page).stored, fused: fused, jpegBytes: try fused.jpegBytes())
        }
    }

    func replace(with output: FusedOutput) throws -> Bool {
        let page = session.pages.first { [UInt64($0.id.number)] == output.page.identity }
        guard let page else { return false }
        return try storing { () throws(SessionError) in
            try session.fuse(page.id, picture: page.id.number, with: output.fused, jpegBytes: output.jpegBytes)
        }
    }

    var isEmptyDocument: Bool { session.pages.isEmpty }

    func finish() throws {
        try storing { () throws(SessionError) in
            if !session.pages.isEmpty { try session.save(to: path, jpeg: jpeg) }
            try session.discard()
        }
    }

    /// A finished document has no draft any more.
    func removeUnused() {}

    private func storing<Result>(_ body: () throws(SessionError) -> Result) throws(UnusableInput) -> Result {
        do { return try body() } catch { throw UnusableInput(file: session.folder, reason: "\(error)") }
    }
}
