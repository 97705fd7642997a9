public import RectoCodecs
public import RectoCore
import RectoVision

/// Pictures of pages, and documents.
extension ScanSession {
    /// Returns the file of a page's current picture, PNG or JPEG, original or fused.
    public func picture(of id: PageID) throws(SessionError) -> [UInt8] { try bytes(of: try known(id).original, id) }

    /// Returns the file of a page's original picture, even if the current one was fused.
    public func reference(of id: PageID) throws(SessionError) -> [UInt8] {
        let page = try known(id)
        return try bytes(of: (page.single ?? page).original, id)
    }

    private func bytes(of original: DraftOriginal, _ id: PageID) throws(SessionError) -> [UInt8] {
        guard let bytes = try? openFiles().readOriginal(original.name), bytes.count == original.bytes,
            crc32(bytes) == original.checksum
        else { throw .damagedOriginal(id) }
        return bytes
    }

    /// Returns a page with its picture, for rendering.
    public func page(_ id: PageID) throws(SessionError) -> Page {
        let page = try known(id)
        guard let picture = try? PictureReader().read(bytes: try self.picture(of: id)),
            picture.size == page.original.size
        else { throw .damagedOriginal(id) }
        var rendered = Page(
            picture.pixels, quad: page.quad, renderOptions: page.renderOptions,
            focalLength: page.focal ?? picture.focalLength)
        rendered.fusion = page.fusion
        return rendered
    }

    /// Writes all pages to a document or to numbered files; see ``DocumentWriter``. The draft remains.
    ///
    /// - Parameters:
    ///   - path: The extension selects the format; PDF if it is unknown.
    ///   - jpeg: How gray and color pages are compressed in PDF, TIFF and JPEG.
    ///   - metadata: The metadata for PDF and TIFF.
    ///   - isArchival: Whether to write PDF/A-2.
    ///   - texts: The pages' texts, for searching, selecting and copying in a PDF; for a picture of any size.
    ///   - isCancelled: Called after each page with the share of pages that are written; if it returns true, no
    ///     document is left. Numbered files that are complete remain.
    /// - Returns: Whether the document is complete.
    @discardableResult
    public func save(
        to path: String, jpeg: JPEGWriter = .document, metadata: DocumentMetadata = DocumentMetadata(),
        isArchival: Bool = false, texts: [PageID: PageText] = [:], isCancelled: (Double) -> Bool = { _ in false }
    ) throws(SessionError) -> Bool {
        _ = try openFiles()
        guard !state.order.isEmpty else { throw .noPages }
        var renderer = PageRenderer()
        let document = try saving { () throws(DocumentWriter.Failure) in
            try DocumentWriter(
                path: path, format: DocumentWriter.Format(path: path) ?? .pdf, expectedPages: state.order.count,
                jpeg: jpeg, metadata: metadata, isArchival: isArchival)
        }
        for (index, number) in state.order.enumerated() {
            let page = PageID(number: number)
            let rendered = try render(page, &renderer)
            _ = try saving { () throws(DocumentWriter.Failure) in try document.add(rendered, text: texts[page]) }
            if isCancelled(Double(index + 1) / Double(state.order.count)) { return false }
        }
        try saving { () throws(DocumentWriter.Failure) in try document.finish() }
        return true
    }

    private func render(_ id: PageID, _ renderer: inout PageRenderer) throws(SessionError) -> RenderedPage {
        let page = try page(id)
        do { return try renderer.render(page) } catch { throw .page(id, error) }
    }

    private func saving<Result>(
        _ body: () throws(DocumentWriter.Failure) -> Result
    ) throws(SessionError) -> Result {
        do { return try body() } catch { throw .document(error) }
    }
}
