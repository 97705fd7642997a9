public import RectoCodecs
public import RectoCore

/// Writes finished pages to a file, or to files, of the format that the name's ending tells.
///
/// PDF and TIFF hold all pages. PNG and JPEG hold one: of several pages each gets a file of its own, numbered from 1
/// before the ending (`page-1.png`, `page-2.png`). Every file appears under its name only when it is complete.
public final class DocumentWriter {
    public enum Format: String, Hashable, Codable, Sendable, CaseIterable {
        case pdf, tiff, png, jpeg

        /// The format of a file name's ending; nothing if it is none of them.
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

        /// Whether one file holds any number of pages.
        public var holdsManyPages: Bool { self == .pdf || self == .tiff }
    }

    private enum Target {
        case pdf(PDFWriter)
        case tiff(TIFFWriter)
        case pictures
    }

    public let path: String
    public let format: Format
    /// Whether pages of a format of single pages are numbered.
    private let numbersFiles: Bool
    private let target: Target
    /// Pages written so far.
    public private(set) var pageCount = 0

    /// - Parameters:
    ///   - path: Where the document, or its first page, will be.
    ///   - expectedPages: How many pages will come; with more than one, PNG and JPEG files are numbered.
    ///   - metadata: Kept by PDF and TIFF.
    public init(
        path: String, format: Format, expectedPages: Int, metadata: DocumentMetadata = DocumentMetadata()
    ) throws(OutputError) {
        self.path = path
        self.format = format
        numbersFiles = expectedPages > 1
        switch format {
        case .pdf: target = .pdf(try PDFWriter(path: path, metadata: metadata))
        case .tiff: target = .tiff(try TIFFWriter(path: path, compression: .jpeg(.standard), metadata: metadata))
        case .png, .jpeg: target = .pictures
        }
    }

    /// All files that a writer of these pages may write.
    public static func files(path: String, format: Format, expectedPages: Int) -> [String] {
        guard expectedPages > 1, !format.holdsManyPages else { return [path] }
        return (1...expectedPages).map { numbered(path, $0) }
    }

    /// Appends a page.
    /// - Returns: The file that the page is, or will be, in.
    @discardableResult
    public func add(_ image: Raster, dotsPerInch: Double) throws(OutputError) -> String {
        guard let resolution = Resolution(dotsPerInch: dotsPerInch) else {
            preconditionFailure("a page has a resolution between 1 and 100000 dots per inch")
        }
        var file = path
        switch target {
        case .pdf(let writer): try writer.add(image, resolution: resolution)
        case .tiff(let writer): try writer.add(image, resolution: resolution)
        case .pictures:
            file = numbersFiles ? Self.numbered(path, pageCount + 1) : path
            try writePicture(image, resolution, to: file)
        }
        pageCount += 1
        return file
    }

    /// Completes the document; without a page nothing is written.
    public func finish() throws(OutputError) {
        guard pageCount > 0 else { return }
        switch target {
        case .pdf(let writer): try writer.finish()
        case .tiff(let writer): try writer.finish()
        case .pictures: break
        }
    }

    private func writePicture(_ image: Raster, _ resolution: Resolution, to file: String) throws(OutputError) {
        guard format == .jpeg else { return try PNGWriter(resolution: resolution).write(image, path: file) }
        let standard = JPEGWriter.standard
        guard let writer = try? JPEGWriter(quality: standard.quality, chroma: standard.chroma, resolution: resolution)
        else { preconditionFailure("the standard quality is valid") }
        try writer.write(image, path: file)
    }

    private static func numbered(_ path: String, _ page: Int) -> String {
        guard let dot = path.lastIndex(of: ".") else { return "\(path)-\(page)" }
        return "\(path[..<dot])-\(page)\(path[dot...])"
    }
}
