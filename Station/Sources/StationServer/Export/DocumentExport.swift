import FoundationEssentials
import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision
import StationRules
import StationStore

/// Exports documents: PDF in a size for sending, with the text if wanted, or lossless TIFF and PNG.
struct DocumentExport {
    let library: Library

    /// Returns a document as the bytes of a file.
    func file(of document: DocumentRecord, _ pages: [PageRecord], _ format: ExportFormat) throws -> [UInt8] {
        try Self.bytes { try write(document, pages, format, to: $0) }
    }

    /// Writes a document to a file with the text recognized so far.
    /// - Parameter progress: Receives the number of finished pages, before each page and at the end. Its errors stop
    ///   the export.
    func write(
        _ document: DocumentRecord, _ pages: [PageRecord], _ format: ExportFormat, to path: String,
        progress: (Int) throws -> Void = { _ in }
    ) throws {
        let texts = format.textNeed == .none ? [:] : try library.texts(of: document.id)
        if format == .text {
            let file = try AtomicFile(path: path)
            try file.write(Array(TextFormat.plain.document(try Self.textPages(of: document, pages, texts)).utf8))
            try file.commit()
            return try progress(pages.count)
        }
        var metadata = DocumentMetadata()
        metadata.title = document.title
        try Self.write(
            format == .tiff ? .tiff : .pdf, pages: max(pages.count, 1), metadata, isArchival: format == .pdfa, to: path
        ) { writer in
            var renderer = PageRenderer()
            for (index, page) in pages.enumerated() {
                try progress(index)
                let rendered = try renderer.render(try library.content(of: page))
                _ = try writer.add(rendered, text: texts[index]?.text)
            }
            try progress(pages.count)
        }
    }

    /// Returns the text of a document's pages. Unread pages are empty.
    static func textPages(
        of document: DocumentRecord, _ pages: [PageRecord], _ texts: [Int: StoredText]
    ) throws -> [TextFormat.Page] {
        try pages.enumerated().map { index, page in
            TextFormat.Page(
                name: "\(document.title) \(index + 1)",
                text: try texts[index]?.text ?? PageText(size: PixelSize(width: page.width, height: page.height)),
                dotsPerInch: texts[index]?.dotsPerInch ?? Resolution.assumed.horizontal)
        }
    }

    /// Returns a page as the bytes of a PNG file.
    func png(of page: PageRecord) throws -> [UInt8] {
        let rendered = try library.content(of: page).render()
        return try PNGWriter(resolution: Resolution(dotsPerInch: rendered.dotsPerInch)).encode(rendered.image)
    }

    /// Returns the bytes of a written file. The writers need a real file, because they seek.
    static func file(
        _ format: DocumentWriter.Format, pages: Int = 1, _ metadata: DocumentMetadata = DocumentMetadata(),
        write body: (DocumentWriter) throws -> Void
    ) throws -> [UInt8] {
        try bytes { try write(format, pages: pages, metadata, to: $0, body) }
    }

    private static func write(
        _ format: DocumentWriter.Format, pages: Int, _ metadata: DocumentMetadata, isArchival: Bool = false,
        to path: String, _ body: (DocumentWriter) throws -> Void
    ) throws {
        let writer = try DocumentWriter(
            path: path, format: format, expectedPages: pages, jpeg: .document, tiff: .deflate, metadata: metadata,
            isArchival: isArchival)
        try body(writer)
        try writer.finish()
    }

    /// Returns the bytes of a temporary file.
    private static func bytes(_ write: (String) throws -> Void) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.path + "/recto-export-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/document"
        try write(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StoreError.unwritable(path, reason: "it no longer exists")
        }
        return [UInt8](data)
    }
}

extension PageRecord {
    /// Identifies the page and its render options.
    var key: String {
        let quad = corners.map { $0.map { "\($0)" }.joined(separator: " ") } ?? "-"
        return BlobName(of: Array("\(original) \(quad) \(lookText)".utf8)).text
    }
}

extension Library {
    /// Returns the page with its picture, for rendering.
    func content(of page: PageRecord) throws -> Page {
        let picture = try PictureReader().read(bytes: try original(page.original))
        var content = Page(
            picture.pixels, quad: page.quad, renderOptions: page.renderOptions, focalLength: picture.focalLength)
        content.fusion = page.fusion?.made
        return content
    }
}
