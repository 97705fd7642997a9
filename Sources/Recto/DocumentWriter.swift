public import RectoCodecs
public import RectoCore

/// Writes finished pages to one or more files, in the format given by the file name's extension.
///
/// PDF and TIFF hold all pages. PNG and JPEG hold one: with several pages each gets a separate file, numbered from 1
/// before the extension (`page-01.png`, `page-02.png`). Every file appears under its name only when it is complete.
public final class DocumentWriter {
    public enum Format: String, Hashable, Codable, Sendable, CaseIterable {
        case pdf, tiff, png, jpeg

        /// The format for a file name's extension; `nil` if the extension is unknown.
        public init?(path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            switch path[path.index(after: dot)...].lowercased() {
            case "pdf": self = .pdf
            case "tif", "tiff": self = .tiff
            case "png": self = .png
            case "jpg", "jpeg": self = .jpeg
            default: return nil
            }
        }

        /// Whether one file can hold any number of pages.
        public var holdsManyPages: Bool { self == .pdf || self == .tiff }
    }

    /// Why a page or the document cannot be written.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file that cannot be written.
        public let file: String
        public let reason: OutputError
        /// Whether the whole document fails; otherwise only this page does, and more may follow.
        public let endsDocument: Bool

        package init(file: String, reason: OutputError, endsDocument: Bool) {
            (self.file, self.reason, self.endsDocument) = (file, reason, endsDocument)
        }

        /// The file name and the reason. A document in memory has no name.
        public var description: String { "\(file.isEmpty ? "the document" : file) \(reason)" }
    }

    /// Where a page was written.
    public struct Place: Hashable, Sendable {
        /// The file that contains, or will contain, the page.
        public let file: String
        /// The page's number in the document, from 1.
        public let page: Int
    }

    private enum Target {
        case pdf(PDFWriter)
        case tiff(TIFFWriter)
        case pictures
    }

    /// The path of the document, or of its first page; empty in memory.
    public let path: String
    /// For a document in memory in a single-page format, the file.
    private var picture: [UInt8] = []
    private let isInMemory: Bool
    public let format: Format
    /// With more than one, pages in single-page formats are numbered.
    private let expectedPages: Int
    private let target: Target
    /// How gray and color pages are compressed in all formats except PNG.
    private let jpeg: JPEGWriter
    /// The number of pages written so far.
    public private(set) var pageCount = 0
    /// The number of the latest page. In single-page formats, a page that could not be written keeps its number, so
    /// that the next page does not hit the same problem.
    private var number = 0
    private var isFinished = false

    /// - Parameters:
    ///   - path: The path of the document, or of its first page, whose files are replaced if they exist; `nil` for a
    ///     document in memory, see ``finishInMemory()``.
    ///   - expectedPages: The expected number of pages; with more than one, PNG and JPEG files are numbered.
    ///   - jpeg: How gray and color pages are compressed in PDF, TIFF and JPEG.
    ///   - tiff: How gray and color pages are compressed in TIFF; `nil` to use `jpeg`. `.deflate` is lossless.
    ///   - metadata: The metadata for PDF and TIFF.
    ///   - isArchival: Whether to write PDF/A-2.
    ///   - workers: The number of threads that encode a bilevel page for PDF.
    /// - Precondition: `workers` is at least 1.
    public init(
        path: String?, format: Format, expectedPages: Int, jpeg: JPEGWriter = .document,
        tiff: TIFFWriter.Compression? = nil, metadata: DocumentMetadata = DocumentMetadata(), isArchival: Bool = false,
        workers: Int = 1
    ) throws(Failure) {
        self.path = path ?? ""
        isInMemory = path == nil
        self.jpeg = jpeg
        self.format = format
        self.expectedPages = expectedPages
        do throws(OutputError) {
            target =
                switch format {
                case .pdf:
                    .pdf(
                        try PDFWriter(
                            path: path, jpeg: jpeg, metadata: metadata, isArchival: isArchival, workers: workers))
                case .tiff:
                    .tiff(try TIFFWriter(path: path, compression: tiff ?? .jpeg(jpeg), metadata: metadata))
                case .png, .jpeg:
                    try Self.pictures(
                        path.map { Self.files(path: $0, format: format, expectedPages: expectedPages)[0] })
                }
        } catch {
            throw Failure(file: path ?? "", reason: error, endsDocument: true)
        }
    }

    /// Fails before the first page if nothing can be written in the folder. Errors that concern a single page are
    /// reported with that page.
    private static func pictures(_ first: String?) throws(OutputError) -> Target {
        guard let first else { return .pictures }
        do throws(OutputError) {
            try AtomicFile(path: first).discard()
        } catch {
            if case .unwritable = error { throw error }
        }
        return .pictures
    }

    /// Returns all files that a writer of these pages may create.
    public static func files(path: String, format: Format, expectedPages: Int) -> [String] {
        guard expectedPages > 1, !format.holdsManyPages else { return [path] }
        return (1...expectedPages).map { numbered(path, $0, of: expectedPages) }
    }

    /// Appends a page.
    ///
    /// PNG and JPEG with one expected page, or in memory, hold one page.
    /// - Parameters:
    ///   - text: The page's text, for searching, selecting and copying in a PDF; other formats ignore it.
    ///   - timeAndPlace: When and where the page was photographed, for JPEG; other formats ignore it.
    @discardableResult
    public func add(
        _ image: Raster, resolution: Resolution, text: PageText? = nil, timeAndPlace: TimeAndPlace? = nil
    ) throws(Failure) -> Place {
        let isNumbered = expectedPages > 1 && !format.holdsManyPages && !isInMemory
        let file = isNumbered ? Self.numbered(path, number + 1, of: expectedPages) : path
        guard !isFinished else { throw Failure(file: file, reason: .finished, endsDocument: true) }
        guard pageCount == 0 || isNumbered || format.holdsManyPages else {
            throw Failure(file: file, reason: .onePage, endsDocument: false)
        }
        do throws(OutputError) {
            switch target {
            case .pdf(let writer): try writer.add(image, resolution: resolution, text: text)
            case .tiff(let writer): try writer.add(image, resolution: resolution)
            case .pictures: try writePicture(image, resolution, timeAndPlace, to: file)
            }
        } catch {
            if !format.holdsManyPages { number += 1 }
            throw Failure(file: file, reason: error, endsDocument: format.holdsManyPages && !error.concernsPageOnly)
        }
        pageCount += 1
        number += 1
        return Place(file: file, page: number)
    }

    /// Appends a page with the resolution that it was rendered with.
    @discardableResult
    public func add(_ page: RenderedPage, text: PageText? = nil) throws(Failure) -> Place {
        try add(page.image, resolution: page.resolution, text: text)
    }

    /// Completes the document; without a page nothing is written. A second call has no effect.
    public func finish() throws(Failure) {
        guard !isInMemory else { throw Failure(file: path, reason: .isInMemory(true), endsDocument: false) }
        guard pageCount > 0, !isFinished else { return }
        isFinished = true
        do throws(OutputError) {
            switch target {
            case .pdf(let writer): try writer.finish()
            case .tiff(let writer): try writer.finish()
            case .pictures: break
            }
        } catch {
            throw Failure(file: path, reason: error, endsDocument: true)
        }
    }

    /// Completes a document in memory.
    /// - Returns: The bytes of the file.
    public func finishInMemory() throws(Failure) -> [UInt8] {
        guard isInMemory else { throw Failure(file: path, reason: .isInMemory(false), endsDocument: false) }
        guard !isFinished else { throw Failure(file: path, reason: .finished, endsDocument: true) }
        isFinished = pageCount > 0
        do throws(OutputError) {
            switch target {
            case .pdf(let writer): return try writer.finishInMemory()
            case .tiff(let writer): return try writer.finishInMemory()
            case .pictures where pageCount > 0: return picture
            case .pictures: throw .noPages
            }
        } catch {
            throw Failure(file: path, reason: error, endsDocument: true)
        }
    }

    private func writePicture(
        _ image: Raster, _ resolution: Resolution, _ timeAndPlace: TimeAndPlace?, to file: String
    ) throws(OutputError) {
        let bytes: [UInt8]
        if format == .jpeg {
            var writer = jpeg
            (writer.resolution, writer.timeAndPlace) = (resolution, timeAndPlace)
            bytes = try writer.encode(image)
        } else {
            bytes = try PNGWriter(resolution: resolution).encode(image)
        }
        if isInMemory { return picture = bytes }
        let output = try AtomicFile(path: file)
        try output.write(bytes)
        try output.commit()
    }

    /// Inserts a number before a path's extension, padded to at least two digits and to the width of `count`, so that
    /// the files sort in page order.
    package static func numbered(_ path: String, _ number: Int, of count: Int) -> String {
        let (digits, length) = (String(number), max(2, String(count).count))
        let padded = String(repeating: "0", count: max(0, length - digits.count)) + digits
        guard let dot = path.lastIndex(of: ".") else { return "\(path)-\(padded)" }
        return "\(path[..<dot])-\(padded)\(path[dot...])"
    }
}

extension OutputError {
    /// Whether the rest of a multi-page document can still be written.
    fileprivate var concernsPageOnly: Bool {
        if case .encoding = self { true } else { false }
    }
}
