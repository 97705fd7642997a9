import FoundationEssentials
import Recto
import RectoCodecs
import StationStore

/// Writes documents of the library to files.
struct DocumentExport {
    let library: Library

    /// A document as the bytes of a PDF or TIFF file.
    func file(of document: DocumentRecord, _ pages: [PageRecord], _ format: DocumentWriter.Format) throws -> [UInt8] {
        var metadata = DocumentMetadata()
        metadata.title = document.title
        return try Self.file(format, pages: max(pages.count, 1), metadata) { writer in
            var renderer = PageRenderer()
            for page in pages {
                let rendered = try renderer.render(try library.content(of: page))
                _ = try writer.add(
                    rendered.image, resolution: Resolution(dotsPerInch: rendered.dotsPerInch) ?? .assumed)
            }
        }
    }

    /// A page as the bytes of a PNG file.
    func png(of page: PageRecord) throws -> [UInt8] {
        let rendered = try library.content(of: page).render()
        return try PNGWriter(resolution: Resolution(dotsPerInch: rendered.dotsPerInch)).encode(rendered.image)
    }

    /// What is written to a file, as bytes: the writers need one that they can go back in.
    static func file(
        _ format: DocumentWriter.Format, pages: Int = 1, _ metadata: DocumentMetadata = DocumentMetadata(),
        write: (DocumentWriter) throws -> Void
    ) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.path + "/recto-export-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/document"
        let writer = try DocumentWriter(
            path: path, format: format, expectedPages: pages, jpeg: .document, metadata: metadata)
        try write(writer)
        try writer.finish()
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StoreError.unwritable(path, reason: "it is gone")
        }
        return [UInt8](data)
    }
}
