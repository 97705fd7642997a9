/// A file whose pages are read one by one.
///
/// TIFF and PDF files may have many pages. Files of other formats have one: the first frame of an animation, the
/// primary picture of a collection.
public struct PictureDocument: Sendable {
    /// The file's format.
    public let format: PictureFormat
    /// The number of pages, at least 1.
    public let pageCount: Int
    private let bytes: [UInt8]
    private let reader: PictureReader
    private let pdf: PDFPages?

    /// Opens a file or a pipe.
    /// - Parameter reader: Reads the pages.
    /// - Throws: If the file cannot be read, or has more pages than the reader's limits allow.
    public init(path: String, reader: PictureReader = PictureReader()) throws(PictureError) {
        try self.init(bytes: try readPictureFile(path, limit: reader.limits.fileBytes), reader: reader)
    }

    /// Opens a file in memory.
    public init(bytes: [UInt8], reader: PictureReader = PictureReader()) throws(PictureError) {
        self.bytes = bytes
        self.reader = reader
        (format, pageCount, pdf) = try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            let format = try reader.format(of: buffer)
            switch format {
            case .tiff: return (format, try TIFFDecoder(buffer, reader.limits).pageCount(reader.limits), nil)
            case .pdf:
                let pages = try PDFPages(buffer, reader)
                return (format, pages.count, pages)
            default: return (format, 1, nil)
            }
        }
    }

    /// Reads a page.
    /// - Parameter page: `0..<pageCount`.
    public func picture(at page: Int) throws(PictureError) -> Picture {
        precondition(page >= 0 && page < pageCount, "there is no such page")
        if let pdf { return try pdf.picture(page, reader) }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(PictureError) in
            guard format == .tiff else { return try reader.read(buffer: buffer) }
            return try TIFFDecoder(buffer, reader.limits).picture(page, reader.layout, reader.limits)
        }
    }
}
