import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// Files as they come in, which documents keep.
enum OriginalFile {
    /// Returns the media type by the first bytes of a file.
    static func mediaType(of bytes: [UInt8]) -> String {
        switch ForeignFile(bytes) {
        case .webp: return "image/webp"
        case .heif: return bytes.dropFirst(8).starts(with: "avif".utf8) ? "image/avif" : "image/heic"
        case .pdf: return "application/pdf"
        case nil: return signatures.first { bytes.starts(with: $0.start) }?.mediaType ?? MediaType.unknown
        }
    }

    /// Media types of scanned and drawn pages that the engine reads itself.
    static let tiff = "image/tiff"
    static let gif = "image/gif"
    static let bmp = "image/bmp"

    private static let signatures: [(start: [UInt8], mediaType: String)] = [
        ([0x89, 0x50, 0x4e, 0x47], "image/png"), ([0xff, 0xd8], "image/jpeg"), ([0x47, 0x49, 0x46, 0x38], gif),
        ([0x42, 0x4d], bmp), ([0x49, 0x49, 0x2a, 0], tiff), ([0x4d, 0x4d, 0, 0x2a], tiff),
        // TIFF files of more than four gigabytes.
        ([0x49, 0x49, 0x2b, 0], tiff), ([0x4d, 0x4d, 0, 0x2b], tiff),
    ]

    /// Returns the name under which a file is downloaded.
    /// - Parameter title: The title of the document, for files that came without a name.
    static func name(of original: OriginalRecord, title: String) -> String {
        guard original.name.isEmpty else { return original.name }
        return DocumentTitle.fileName(of: title) + (endings[original.mediaType] ?? "")
    }

    /// Responds with a file of a document, byte for byte.
    static func answer(_ library: Library, _ context: StationContext) throws -> Response {
        guard let id = context.parameters.get("original", as: Int64.self) else { throw HTTPError(.notFound) }
        let document = try library.document(try context.document)
        let original = try library.original(id, of: document.id)
        return FileAnswer.make(
            try library.original(original.file), named: name(of: original, title: document.title),
            mediaType: original.mediaType)
    }

    private static let endings = [
        "image/png": ".png", "image/jpeg": ".jpg", "image/tiff": ".tif", "image/webp": ".webp", "image/heic": ".heic",
        "image/avif": ".avif", "image/gif": ".gif", "image/bmp": ".bmp", "application/pdf": ".pdf",
    ]
}

extension NewOriginal {
    /// - Parameter name: The name that the file came with.
    init(_ bytes: [UInt8], name: String?) {
        self.init(
            name: name.map { AttachmentName($0).text } ?? "", mediaType: OriginalFile.mediaType(of: bytes),
            file: { bytes })
    }
}
