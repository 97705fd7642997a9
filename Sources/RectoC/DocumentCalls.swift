public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// The object behind `recto_document`.
final class DocumentHandle: ChangingHandle {
    static let name: StaticString = "document"
    let use = ObjectUse()
    let writer: DocumentWriter
    let options: DocumentOptions
    private var renderer = PageRenderer()
    private var isFinished = false

    /// - Parameter path: `nil` for a document in memory.
    init(_ path: String?, _ format: DocumentWriter.Format, _ options: DocumentOptions) throws {
        try options.check(format, path)
        self.options = options
        writer = try DocumentWriter(
            path: path, format: format, expectedPages: 1, jpeg: options.jpeg, metadata: options.metadata,
            isArchival: options.isArchival)
    }

    /// - Parameters:
    ///   - progress: The progress of the call, which may end before the page is written.
    ///   - shares: The shares of the call's work before and after this page.
    /// - Returns: The text that was read, if any.
    func add(
        _ page: Page, _ uses: inout CallUses, _ progress: CallProgress, _ shares: ClosedRange<Double> = 0...1
    ) throws -> PageTextReader.Reading? {
        try checkOpen()
        if let reader = options.reader { try uses.begin(reader, .changing) }
        guard writer.pageCount == 0 || writer.format.holdsManyPages else {
            throw holdsOnePage(writer.path.isEmpty ? nil : writer.path, writer.format, writer.pageCount + 1)
        }
        try progress.check()
        let rendered = try renderer.render(page)
        try progress.check()
        guard let resolution = Resolution(dotsPerInch: rendered.dotsPerInch) else {
            throw CallFailure(RECTO_NOT_A_PAGE, "the page has \(rendered.dotsPerInch) dots per inch")
        }
        let reading = try options.reader?.read(page, progress, shares)
        try progress.check()
        try writer.add(
            rendered.image, resolution: resolution, text: reading?.text,
            timeAndPlace: options.keepsTimeAndPlace ? page.timeAndPlace : nil)
        return reading
    }

    /// Returns the JSON at an address that is valid until the next page.
    func keep(_ reading: PageTextReader.Reading?) -> UnsafePointer<CChar>? {
        reading.flatMap { options.reader?.keep($0) }
    }

    /// - Returns: The bytes of a document in memory.
    func finish() throws -> [UInt8]? {
        try checkOpen()
        guard writer.pageCount > 0 else { throw CallFailure.invalid("the document has no pages") }
        isFinished = true
        if writer.path.isEmpty { return try writer.finishInMemory() }
        try writer.finish()
        return nil
    }

    private func checkOpen() throws(CallFailure) {
        if isFinished { throw .invalid("the document is finished") }
    }
}

/// Returns why a document accepts no more pages.
func holdsOnePage(_ path: String?, _ format: DocumentWriter.Format, _ count: Int) -> CallFailure {
    .invalid("\(path ?? format.rawValue.uppercased()) can hold one page, not \(count)")
}

@c @implementation
public func recto_document_new(
    _ path: UnsafePointer<CChar>!, _ format: recto_document_format,
    _ options: UnsafePointer<recto_document_options>!, _ document: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let document = try required(document, "document")
        let path = path == nil ? nil : try filePath(path, "path")
        let format = if let path { try documentFormat(path) } else { try DocumentWriter.Format(format) }
        document.pointee = try DocumentHandle(path, format, try DocumentOptions(options)).retained()
    }
}

@c @implementation
public func recto_document_add(
    _ document: OpaquePointer!, _ page: OpaquePointer!, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> recto_status {
    call(on: "the page") { uses in
        let document = try DocumentHandle.changing(document, &uses)
        let page = try PageHandle.reading(page, &uses).page
        let progress = CallProgress(document.options.control)
        try progress.advance(to: 0)
        let reading = try document.add(page, &uses, progress)
        json?.pointee = document.keep(reading)
    }
}

@c @implementation
public func recto_document_finish(
    _ document: OpaquePointer!, _ bytes: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call { uses in
        let document = try DocumentHandle.changing(document, &uses)
        if document.writer.path.isEmpty { _ = try required(bytes, "bytes") }
        let finished = try document.finish()
        bytes?.pointee = finished.map { BytesHandle($0).retained() }
    }
}

@c @implementation
public func recto_document_free(_ document: OpaquePointer!) { DocumentHandle.release(document) }
