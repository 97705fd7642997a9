import CCodecShims
import Glibc
public import RectoCore

/// Writes a TIFF file page by page: memory does not grow with the number of pages.
///
/// 1-bit pages are compressed with CCITT Group 4. The file appears under its name when ``finish()`` succeeds.
public final class TIFFWriter {
    /// The compression of gray and color pages.
    public enum Compression: Hashable, Sendable {
        /// Lossless.
        case deflate
        /// JPEG within TIFF, with the writer's quality and chroma.
        case jpeg(JPEGWriter)
    }

    /// The compression of gray and color pages.
    public let compression: Compression
    /// The metadata in each page.
    public let metadata: DocumentMetadata
    private let file: AtomicFile
    private var writer: OpaquePointer?
    /// The number of pages written so far.
    public private(set) var pageCount = 0

    /// Opens a temporary file in the folder of `path`.
    /// - Parameter path: `nil` for a file in memory, which ``finishInMemory()`` completes.
    public init(
        path: String?, compression: Compression = .deflate, metadata: DocumentMetadata = DocumentMetadata()
    ) throws(OutputError) {
        self.compression = compression
        self.metadata = metadata
        let file = if let path { try AtomicFile(path: path) } else { try AtomicFile() }
        var writer: OpaquePointer?
        var message = codec_message()
        let status = codec_tiff_open(file.descriptor, &writer, &message)
        guard status == CODEC_OK, let writer else {
            let error = OutputError(status, message)
            if let writer { _ = codec_tiff_close(writer, &message) }
            throw error
        }
        self.file = file
        self.writer = writer
    }

    // An unfinished file is discarded, so errors do not matter.
    deinit { try? closeWriter() }

    /// Appends a page.
    public func add(_ raster: Raster, resolution: Resolution) throws(OutputError) {
        switch raster {
        case .bilevel(let image): try add(image, CODEC_GRAY, resolution)
        case .gray(let image): try add(image, CODEC_GRAY, resolution)
        case .rgb(let image): try add(image, CODEC_RGB, resolution)
        }
        pageCount += 1
    }

    /// Names the file. Nothing may be added afterwards.
    public func finish() throws(OutputError) {
        try complete()
        try file.commit()
    }

    /// Completes a file in memory.
    /// - Returns: Its bytes.
    public func finishInMemory() throws(OutputError) -> [UInt8] {
        try complete()
        return try file.takeBytes()
    }

    private func complete() throws(OutputError) {
        guard pageCount > 0 else { throw .noPages }
        // Close the library's writer before the file that it uses.
        try closeWriter()
    }

    private func closeWriter() throws(OutputError) {
        guard let writer else { return }
        self.writer = nil
        var message = codec_message()
        let status = codec_tiff_close(writer, &message)
        guard status == CODEC_OK else { throw OutputError(status, message) }
    }

    private func add<Layout: PixelLayout>(
        _ image: Image<Layout>, _ kind: codec_pixels, _ resolution: Resolution
    ) throws(OutputError) {
        guard let writer else { preconditionFailure("the document has been finished") }
        var page = codec_tiff_page()
        page.width = UInt32(image.width)
        page.height = UInt32(image.height)
        page.kind = kind
        page.resolution_x = resolution.horizontal
        page.resolution_y = resolution.vertical
        page.page = UInt16(clamping: pageCount)
        switch compression {
        case _ where Layout.bitsPerPixel == 1:
            page.compression = CODEC_TIFF_GROUP4
        case .deflate:
            page.compression = CODEC_TIFF_DEFLATE
        case .jpeg(let jpeg):
            try JPEGWriter.check(image.size)
            page.compression = CODEC_TIFF_JPEG
            page.quality = Int32(jpeg.quality)
            page.halves_chroma = jpeg.chroma == .halved
        }
        var message = codec_message()
        // Both texts must stay alive during the call.
        let title = metadata.title.map { strdup($0) } ?? nil
        let date = metadata.creationTime("%Y:%m:%d %H:%M:%S").map { strdup($0) } ?? nil
        defer {
            free(title)
            free(date)
        }
        page.title = UnsafePointer(title)
        page.date = UnsafePointer(date)
        // SAFETY: the view has `height` rows of `width` pixels of this kind, `stride` bytes apart.
        let status = image.withView { codec_tiff_add(writer, &page, $0.base, $0.stride, &message) }
        guard status == CODEC_OK else { throw OutputError(status, message) }
    }
}

extension OutputError {
    /// Creates the error for an incomplete file, where the encoder's errors affect more than one page.
    /// - Precondition: `errno` is unchanged since the failed call.
    init(_ status: codec_status, _ message: codec_message) {
        switch status {
        case CODEC_WRITE_FAILED: self = .unwritable(systemMessage(errno))
        case CODEC_NO_MEMORY: self = .unwritable("out of memory")
        default: self = .unwritable(message.string)
        }
    }
}
