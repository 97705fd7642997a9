import FoundationEssentials
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore

/// An uploaded picture and the page in it.
struct ImportedPicture: Sendable {
    /// A PNG or JPEG file.
    let bytes: [UInt8]
    let size: PixelSize
    /// `nil` if no page was found: then the whole picture is the page.
    let quad: Quad?
    /// The rotation that makes the text upright, if its direction is certain.
    let rotation: Rotation
    /// The filter, which leaves pages of PDF files unchanged.
    let filter: Filter
    /// The corners of a page that was found, but not with certainty: the whole picture is the page until a person
    /// decides.
    var unsure: Quad?

    /// Reads a file and detects its page, in the ``CPUWorkQueue``. A PDF has several pages.
    /// - Parameters:
    ///   - password: The password of a locked PDF.
    ///   - deskews: Whether a page that is its picture is turned until its lines are level, where they are sure. The caller
    ///     keeps the file.
    /// - Throws: `PictureError` or ``ForeignFile/Failure`` if the file cannot be read, ``Unsuitable`` if it has no
    ///   page.
    static func reading(
        _ bytes: [UInt8], password: String? = nil, deskews: Bool = true
    ) async throws -> [ImportedPicture] {
        guard let foreign = ForeignFile(bytes) else { return try await readingOwn(bytes, deskews) }
        var pages: [ImportedPicture] = []
        try await ForeignPages.convert(foreign, bytes, within: .upload, password: password) { picture in
            pages.append(foreign == .pdf ? try await whole(picture) : try await page(in: picture, deskews))
        }
        return pages
    }

    /// Reads a file in a format that the engine reads itself. The pages of TIFF files are those of scanners and faxes, and
    /// are not changed.
    private static func readingOwn(_ bytes: [UInt8], _ deskews: Bool) async throws -> [ImportedPicture] {
        let mediaType = OriginalFile.mediaType(of: bytes)
        guard [OriginalFile.tiff, OriginalFile.gif, OriginalFile.bmp].contains(mediaType) else {
            return [try await page(in: bytes, deskews)]
        }
        let document = try await CPUWorkQueue.exports.run { try opened(bytes) }
        var (pages, size): ([ImportedPicture], Int) = ([], 0)
        for index in 0..<document.pageCount {
            try Task.checkCancellation()
            let picture = try await CPUWorkQueue.exports.run {
                let picture = try document.picture(at: index)
                return try PNGWriter(resolution: picture.resolution).encode(picture.pixels.raster)
            }
            size += picture.count
            guard size <= ForeignFile.Limits.upload.bytes else {
                throw ForeignFile.Failure.tooMuch(format: document.format.rawValue)
            }
            pages.append(
                mediaType == OriginalFile.tiff ? try await whole(picture) : try await page(in: picture, deskews))
        }
        return pages
    }

    /// Opens a file that the engine reads in its own memory-safe code.
    private static func opened(_ bytes: [UInt8]) throws -> PictureDocument {
        var reader = PictureReader()
        (reader.formats, reader.limits.pages) = ([.tiff, .gif, .bmp], ForeignFile.Limits.upload.pages)
        return try PictureDocument(bytes: bytes, reader: reader)
    }

    /// Returns the pages of a local file, which may be longer than an upload. Those of a PDF are rendered to files,
    /// which are read one by one while they are stored.
    /// - Parameter folder: The folder for these files.
    static func pages(of bytes: [UInt8], in folder: String) async throws -> [NewDocument.Page] {
        guard ForeignFile(bytes) == .pdf else {
            return try await reading(bytes).map { $0.page(flattening: .off) }
        }
        var drawn: [(path: String, size: PixelSize)] = []
        try await ForeignPages.convert(.pdf, bytes, within: .ownFiles) { picture in
            let path = "\(folder)/page-\(drawn.count)"
            try Data(picture).write(to: URL(filePath: path))
            drawn.append((path, try read(picture).size))
        }
        return drawn.map { path, size in
            NewDocument.Page(
                reading: { [UInt8](try Data(contentsOf: URL(filePath: path))) }, size: size, quad: nil, rotation: .none,
                filter: .original)
        }
    }

    /// A picture that cannot be a page: too small, or too elongated.
    struct Unsuitable: Error, CustomStringConvertible {
        private let size: PixelSize
        /// The minimum side in pixels.
        private static let minimumSide = 16
        private static let ratios = PageRectifier.Parameters.aspectRatioRange

        /// - Returns: `nil` if a picture of this size can be a page.
        init?(_ size: PixelSize) {
            let ratio = Double(size.width) / Double(size.height)
            if size.shortSide >= Self.minimumSide, Self.ratios ~= ratio { return nil }
            self.size = size
        }

        var description: String {
            size.shortSide < Self.minimumSide
                ? localized("This image is too small (\(size.width) × \(size.height) pixels).") + " "
                    + localized("Each side needs \(Self.minimumSide).")
                : localized("This image is too narrow (\(size.width) × \(size.height) pixels).") + " "
                    + localized("It may be \(Int(Self.ratios.upperBound)) times as long as wide.")
        }
    }

    private static func read(_ bytes: [UInt8]) throws -> Picture {
        let picture = try PictureReader.kept().read(bytes: bytes)
        if let unsuitable = Unsuitable(picture.size) { throw unsuitable }
        return picture
    }

    private static func page(in bytes: [UInt8], _ deskews: Bool) async throws -> ImportedPicture {
        try await CPUWorkQueue.shared.run {
            let picture = try read(bytes)
            var scanner = PageScanner(detector: try PageDetector())
            // What is cropped without asking must be as sure as what a camera takes without asking.
            scanner.options.minimumLevel = .capture
            scanner.options.deskewsWholePictures = deskews
            let scan = try scanner.scan(picture)
            let page = try scan.page.upright()
            let detection = scan.detection.flatMap { $0.level != nil && !$0.fillsPicture ? $0 : nil }
            let unsure = page.quad == nil ? detection?.quad : nil
            // A person decides on a page that was found without certainty, in the picture as it came.
            if unsure == nil, case .turned = scan.deskewing {
                return ImportedPicture(
                    bytes: try encoded(page.original, like: picture), size: page.originalSize, quad: nil,
                    rotation: page.rotation, filter: .color)
            }
            return ImportedPicture(
                bytes: bytes, size: picture.size, quad: page.quad, rotation: page.rotation, filter: .color,
                unsure: unsure)
        }
    }

    /// The quality of pictures that were turned level, which is not visibly worse than the file.
    private static let turnedQuality = 92

    /// Returns the pixels as a file with the format and the resolution of a picture.
    private static func encoded(_ pixels: Picture.Pixels, like picture: Picture) throws -> [UInt8] {
        guard picture.format == .jpeg else {
            return try PNGWriter(resolution: picture.resolution).encode(pixels.raster)
        }
        let writer = try JPEGWriter(quality: turnedQuality, chroma: .full, resolution: picture.resolution)
        return try writer.encode(pixels.raster)
    }

    /// Returns a picture that is the page as a whole.
    private static func whole(_ bytes: [UInt8]) async throws -> ImportedPicture {
        try await CPUWorkQueue.shared.run {
            let size = try read(bytes).size
            return ImportedPicture(bytes: bytes, size: size, quad: nil, rotation: .none, filter: .original)
        }
    }

    /// Returns the page to store.
    /// - Parameters:
    ///   - filter: `nil` for that of the picture.
    ///   - flattening: The setting for pages in pictures. Pages of PDF files are not changed.
    func page(filter: Filter? = nil, flattening: PageFlattening) -> NewDocument.Page {
        var page = NewDocument.Page(
            picture: bytes, size: size, quad: quad, rotation: rotation, filter: filter ?? self.filter,
            flattening: self.flattening(flattening))
        page.unsure = unsure
        return page
    }

    /// - Parameter flattening: The setting for pages in pictures. Pages of PDF files are not changed.
    func renderOptions(_ flattening: PageFlattening) -> RenderOptions {
        var options = RenderOptions()
        (options.rotation, options.filter, options.flattening) = (rotation, filter, self.flattening(flattening))
        return options
    }

    func flattening(_ flattening: PageFlattening) -> Flattening {
        filter == .original ? .off : Flattening(flattening)
    }
}

extension PictureReader {
    /// Reads files in formats that browsers support, which are stored unchanged. Others are converted first; see
    /// ``ForeignFile``.
    static func kept(layout: Layout = .asStored, scale: Scale = .full) -> PictureReader {
        var reader = PictureReader(layout: layout, scale: scale)
        reader.formats = [.png, .jpeg]
        return reader
    }

    /// Reads a picture reduced by a power of two, so that its longer side has at least `longSide` pixels.
    func read(bytes: [UInt8], longSide: Int) throws(PictureError) -> Picture {
        var reader = self
        reader.scale = .full
        let picture = try reader.read(bytes: bytes)
        reader.scale = Scale(of: picture.size, longSide: longSide)
        return reader.scale == .full ? picture : try reader.read(bytes: bytes)
    }
}

extension PictureReader.Scale {
    /// Creates the smallest scale at which the longer side of a picture has at least `longSide` pixels.
    init(of size: PixelSize, longSide: Int) {
        let scales = Self.allCases.sorted { $0.rawValue > $1.rawValue }
        self = scales.first { size.longSide / $0.rawValue >= longSide } ?? .full
    }
}

extension ImportedPicture.Unsuitable: AnsweredError {
    var answer: (HTTPResponse.Status, IllustratedMessage) {
        (.unprocessableContent, LibraryMessages.failed("\(self)"))
    }
}
