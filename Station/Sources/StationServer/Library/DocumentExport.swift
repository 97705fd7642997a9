import FoundationEssentials
import Recto
import RectoCodecs
import StationStore

/// Writes documents of the library to files.
struct DocumentExport {
    let library: Library

    /// A document as the bytes of a PDF or TIFF file.
    func file(of document: DocumentRecord, _ pages: [PageRecord], _ format: DocumentWriter.Format) throws -> [UInt8] {
        // The writers need a file that they can go back in.
        let folder = FileManager.default.temporaryDirectory.path + "/recto-export-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/document"
        var metadata = DocumentMetadata()
        metadata.title = document.title
        let writer = try DocumentWriter(
            path: path, format: format, expectedPages: max(pages.count, 1), jpeg: .document, metadata: metadata)
        var renderer = PageRenderer()
        for page in pages {
            let rendered = try renderer.render(try library.content(of: page))
            _ = try writer.add(rendered.image, resolution: Resolution(dotsPerInch: rendered.dotsPerInch) ?? .assumed)
        }
        try writer.finish()
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StoreError.unwritable(path, reason: "it is gone")
        }
        return [UInt8](data)
    }
}
