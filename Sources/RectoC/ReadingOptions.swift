public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// Reads a page of the caller's files.
struct FileReader {
    private var reader: PictureReader
    private var page = 0

    /// Reads the first page of each file, with the default limits.
    init(_ layout: PictureReader.Layout = .asStored) { reader = PictureReader(layout: layout) }

    /// - Parameter options: The caller's options; the defaults if NULL.
    init(
        _ options: UnsafePointer<recto_reading_options>?, _ layout: PictureReader.Layout = .asStored
    ) throws(CallFailure) {
        self.init(layout)
        guard let options else { return }
        let given = try read(options, "options")
        reader.limits.pixels = try Self.count(given.pixels, "options->pixels") ?? reader.limits.pixels
        reader.limits.memoryBytes =
            try Self.count(given.memory_bytes, "options->memory_bytes") ?? reader.limits.memoryBytes
        reader.limits.fileBytes = try Self.count(given.file_bytes, "options->file_bytes") ?? reader.limits.fileBytes
        if given.pages != 0 { reader.limits.pages = Int(given.pages) }
        if given.seconds != 0 {
            guard 0.001...86_400 ~= given.seconds else {
                throw .invalid("options->seconds is \(given.seconds), required: 0, or 0.001 to 86400")
            }
            reader.limits.seconds = given.seconds
        }
        if given.pdf_dots_per_inch != 0 {
            guard 50...1200 ~= given.pdf_dots_per_inch else {
                throw .invalid("options->pdf_dots_per_inch is \(given.pdf_dots_per_inch), required: 0, or 50 to 1200")
            }
            reader.pdfDotsPerInch = given.pdf_dots_per_inch
        }
        if given.password != nil { reader.password = try text(given.password, "options->password") }
        page = Int(given.page)
    }

    private static let largestLimit: UInt64 = 1 << 40

    /// - Returns: `nil` for the default.
    private static func count(_ limit: UInt64, _ name: StaticString) throws(CallFailure) -> Int? {
        guard limit <= largestLimit else { throw .invalid("\(name) is \(limit), required: at most \(largestLimit)") }
        return limit == 0 ? nil : Int(limit)
    }

    /// Sets the limits of `recto_detector_set_limits`.
    mutating func setLimits(pixels: Int, fileBytes: Int) {
        (reader.limits.pixels, reader.limits.fileBytes) = (pixels, fileBytes)
    }

    func picture(path: String) throws(PictureError) -> Picture {
        try picture(of: try PictureDocument(path: path, reader: reader))
    }

    func picture(bytes: [UInt8]) throws(PictureError) -> Picture {
        try picture(of: try PictureDocument(bytes: bytes, reader: reader))
    }

    private func picture(of document: PictureDocument) throws(PictureError) -> Picture {
        guard page < document.pageCount else { throw .noSuchPage(page, count: document.pageCount) }
        return try document.picture(at: page)
    }
}

@c @implementation
public func recto_reading_options_init(_ options: UnsafeMutablePointer<recto_reading_options>!) {
    options?.pointee = .empty
}

@c @implementation
public func recto_detector_set_reading(
    _ detector: OpaquePointer!, _ options: UnsafePointer<recto_reading_options>!
) -> recto_status {
    call { uses in
        let detector = try DetectorHandle.changing(detector, &uses)
        detector.reader = try FileReader(options)
    }
}

@c @implementation
public func recto_code_reader_set_reading(
    _ reader: OpaquePointer!, _ options: UnsafePointer<recto_reading_options>!
) -> recto_status {
    call { uses in
        let reader = try CodeReaderHandle.changing(reader, &uses)
        reader.files = try FileReader(options, .gray)
    }
}

@c @implementation
public func recto_anchor_matcher_set_reading(
    _ matcher: OpaquePointer!, _ options: UnsafePointer<recto_reading_options>!
) -> recto_status {
    call { uses in
        let matcher = try AnchorMatcherHandle.changing(matcher, &uses)
        matcher.files = try FileReader(options, .gray)
    }
}

@c @implementation
public func recto_page_open_with(
    _ path: UnsafePointer<CChar>!, _ options: UnsafePointer<recto_reading_options>!,
    _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    let subject = path.flatMap { String(validatingCString: $0) } ?? "path"
    return call(on: subject) {
        let (path, page) = (try filePath(path, "path"), try required(page, "page"))
        page.pointee = try wholePage(try FileReader(options).picture(path: path)).retained()
    }
}

@c @implementation
public func recto_page_decode_with(
    _ bytes: UnsafePointer<UInt8>!, _ byteCount: Int, _ options: UnsafePointer<recto_reading_options>!,
    _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call(on: "the picture") {
        let page = try required(page, "page")
        guard byteCount >= 0 else { throw CallFailure.invalid("byte_count is above \(Int.max)") }
        // An empty array of C++ has no address.
        let bytes = byteCount == 0 ? nil : try required(bytes, "bytes")
        // SAFETY: the caller guarantees that `byteCount` bytes are readable.
        let file = [UInt8](UnsafeBufferPointer(start: bytes, count: byteCount))
        page.pointee = try wholePage(try FileReader(options).picture(bytes: file)).retained()
    }
}

@c @implementation
public func recto_page_open(
    _ path: UnsafePointer<CChar>!, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status { recto_page_open_with(path, nil, page) }

@c @implementation
public func recto_page_decode(
    _ bytes: UnsafePointer<UInt8>!, _ byteCount: Int, _ page: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status { recto_page_decode_with(bytes, byteCount, nil, page) }

/// Returns a page that is the whole picture.
private func wholePage(_ picture: Picture) throws -> PageHandle {
    var options = PageScanner.Options()
    options.crop = .wholePicture
    var scanner = PageScanner(options, detector: try PageDetector())
    return PageHandle(try scanner.scan(picture).page)
}
