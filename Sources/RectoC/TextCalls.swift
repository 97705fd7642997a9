public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import Synchronization

/// The object behind `recto_text_reader`.
final class TextReaderHandle: ChangingHandle {
    static let name: StaticString = "reader"
    let use = ObjectUse()
    private var reader: PageTextReader
    /// The JSON of the last page.
    private var json: LastingText?
    /// The progress of the current page.
    private let progress = Mutex<ReadingProgress?>(nil)
    /// For `recto_text_reader_read`; documents have their own.
    var control = CallControl()

    init(_ languages: String) throws { reader = try PageTextReader(try TextReader(languages)) }

    /// - Parameters:
    ///   - call: The progress of the call, which ends at the next word if the call does.
    ///   - shares: The shares of the call's work before and after this page.
    func read(_ page: Page, _ call: CallProgress, _ shares: ClosedRange<Double> = 0...1) throws
        -> PageTextReader.Reading
    {
        // SAFETY: Tesseract asks on the thread that reads the page.
        nonisolated(unsafe) let call = call
        let progress = ReadingProgress { fraction in
            call.isEnded(at: shares.lowerBound + fraction * (shares.upperBound - shares.lowerBound))
        }
        self.progress.withLock { $0 = progress }
        defer { self.progress.withLock { $0 = nil } }
        do throws(TextError) { return try reader.read(page, progress: progress) } catch {
            if case .cancelled = error { throw call.failure ?? CallFailure.canceled }
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
    private(set) var keepsTimeAndPlace = false
    private(set) var control = CallControl()

    /// The years 0 to 9999, which documents can state.
    private static let creationTimes: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    init() {}

    /// - Parameter options: The caller's options; the defaults if NULL.
    init(_ options: UnsafePointer<recto_document_options>?) throws(CallFailure) {
        guard let options else { return }
        let given = try read(options, "options")
        if given.reader != nil { reader = try TextReaderHandle.at(given.reader) }
        if given.title != nil { metadata.title = try text(given.title, "options->title") }
        isArchival = given.is_archival != 0
        keepsTimeAndPlace = given.keeps_time_and_place != 0
        if given.jpeg_quality != 0 {
            do { jpeg = try JPEGWriter(quality: Int(given.jpeg_quality)) } catch {
                throw .invalid("options->jpeg_quality is \(given.jpeg_quality), required: 0, or 1 to 100")
            }
        }
        guard Self.creationTimes ~= given.creation_time else {
            let range = Self.creationTimes
            throw .invalid(
                "options->creation_time is \(given.creation_time), required: \(range.lowerBound) to \(range.upperBound)"
            )
        }
        if given.creation_time != 0 { metadata.creationTime = Int(given.creation_time) }
        control = try CallControl(
            given.progress, given.progress_context, deadlineSeconds: given.deadline_seconds, in: "options")
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
    call(on: "the page") { uses in
        let (reader, page) = (try TextReaderHandle.changing(reader, &uses), try PageHandle.reading(page, &uses).page)
        let json = try required(json, "json")
        let progress = CallProgress(reader.control)
        try progress.advance(to: 0)
        json.pointee = reader.keep(try reader.read(page, progress))
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
