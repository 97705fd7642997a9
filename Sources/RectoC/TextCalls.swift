public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import Synchronization

/// The object behind `recto_text_reader`.
final class TextReaderHandle: Handle {
    static let name: StaticString = "reader"
    private var reader: PageTextReader
    /// The JSON of the last page.
    private var json: LastingText?
    /// The progress of the current page.
    private let progress = Mutex<ReadingProgress?>(nil)

    init(_ languages: String) throws { reader = try PageTextReader(try TextReader(languages)) }

    func read(_ page: Page) throws -> PageTextReader.Reading {
        let progress = ReadingProgress()
        self.progress.withLock { $0 = progress }
        defer { self.progress.withLock { $0 = nil } }
        do throws(TextError) { return try reader.read(page, progress: progress) } catch {
            if case .cancelled = error { throw CallFailure.canceled }
            throw error
        }
    }

    /// May be called by any thread.
    func cancel() { progress.withLock { $0?.cancel() } }

    /// Returns the JSON at an address that is valid until the next page.
    func keep(_ reading: PageTextReader.Reading) -> UnsafePointer<CChar>? {
        let text = LastingText(String(decoding: reading.json, as: UTF8.self))
        json = text
        return text.pointer
    }
}

/// The values of `recto_document_options`.
struct DocumentOptions {
    var reader: TextReaderHandle?
    var metadata = DocumentMetadata()
    var isArchival = false
    var jpeg = JPEGWriter.document
    private var progress:
        (function: @convention(c) (Double, UnsafeMutableRawPointer?) -> Int32, UnsafeMutableRawPointer?)?
    private var end: ContinuousClock.Instant?

    init() {}

    /// - Parameter options: The caller's options; the defaults if NULL.
    init(_ options: UnsafePointer<recto_document_options>?) throws(CallFailure) {
        guard let options else { return }
        let given = try read(options, "options")
        if given.reader != nil { reader = try TextReaderHandle.at(given.reader) }
        if given.title != nil { metadata.title = try text(given.title, "options->title") }
        isArchival = given.is_archival != 0
        if given.jpeg_quality != 0 {
            do { jpeg = try JPEGWriter(quality: Int(given.jpeg_quality)) } catch { throw .invalid("options->\(error)") }
        }
        if given.creation_time != 0 { metadata.creationTime = Int(given.creation_time) }
        progress = given.progress.map { ($0, given.progress_context) }
        guard 0...1_000_000 ~= given.deadline_seconds else {
            throw .invalid("options->deadline_seconds is \(given.deadline_seconds), required: 0 to 1000000")
        }
        end = given.deadline_seconds > 0 ? .now + .seconds(given.deadline_seconds) : nil
    }

    /// Reports progress to the caller.
    /// - Throws: ``CallFailure.canceled`` if the caller cancels, or the time limit is exceeded.
    func advance(_ share: Double) throws(CallFailure) {
        if let progress, progress.function(share, progress.1) != 0 { throw .canceled }
        if share < 1, let end, .now > end { throw CallFailure(RECTO_CANCELED, "the time for the call is over") }
    }

    func check(_ format: DocumentWriter.Format, _ path: String?) throws(CallFailure) {
        guard format == .pdf || reader == nil && !isArchival else {
            throw .invalid(
                "\(path.map { "\($0) does not end in .pdf" } ?? "format is not PDF"): text and PDF/A need one")
        }
    }
}

@c @implementation
public func recto_text_reader_new(
    _ languages: UnsafePointer<CChar>!, _ reader: UnsafeMutablePointer<OpaquePointer?>!
) -> recto_status {
    call {
        let (languages, reader) = (try text(languages, "languages"), try required(reader, "reader"))
        reader.pointee = try TextReaderHandle(languages).retained()
    }
}

@c @implementation
public func recto_text_reader_read(
    _ reader: OpaquePointer!, _ page: OpaquePointer!, _ json: UnsafeMutablePointer<UnsafePointer<CChar>?>!
) -> recto_status {
    call(on: "the page") {
        let (reader, page) = (try TextReaderHandle.at(reader), try PageHandle.at(page).page)
        let json = try required(json, "json")
        json.pointee = reader.keep(try reader.read(page))
    }
}

@c @implementation
public func recto_text_reader_cancel(_ reader: OpaquePointer!) -> recto_status {
    call { try TextReaderHandle.at(reader).cancel() }
}

@c @implementation
public func recto_text_reader_free(_ reader: OpaquePointer!) { TextReaderHandle.release(reader) }

@c @implementation
public func recto_document_options_init(_ options: UnsafeMutablePointer<recto_document_options>!) {
    options?.pointee = .empty
}
