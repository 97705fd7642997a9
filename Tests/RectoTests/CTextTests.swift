import CRecto
import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import Synchronization
import TestSupport
import Testing

/// The functions of recto.h that read pages and write the text.
@Suite("Text from C")
struct CTextTests {
    private let folder: TemporaryFolder
    private let page: CObject
    private let truth: Set<String>

    init() throws {
        folder = try TemporaryFolder()
        let drawn = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + 7, kind: .letter, format: .a5, pixelsPerMillimetre: 200 / 25.4)
        truth = Set(drawn.text.split(whereSeparator: \.isWhitespace).map(String.init))
        try Data(try PNGWriter().encode(.rgb(drawn.image))).write(to: folder.url.appending(path: "page.png"))
        let session = try CObject(
            free: { recto_session_free($0) }, make: { [folder] in recto_session_open(folder.path("draft"), $0) })
        var id: Int64 = 0
        try #require(recto_session_add_file(session.pointer, folder.path("page.png"), nil, nil, &id) == RECTO_OK)
        page = try CObject(
            free: { recto_page_free($0) }, make: { recto_session_load_page(session.pointer, id, $0) })
    }

    private func reader() throws -> CObject {
        try CObject(free: { recto_text_reader_free($0) }, make: { recto_text_reader_new("eng", $0) })
    }

    private func share(of found: [String]) -> Double {
        Double(truth.intersection(found).count) / Double(truth.count)
    }

    @Test("A page is read as JSON with places")
    func aPageIsReadAsJSON() throws {
        let reader = try reader()
        var json: UnsafePointer<CChar>?
        try #require(recto_text_reader_read(reader.pointer, page.pointer, &json) == RECTO_OK)
        let text = String(cString: try #require(json))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let blocks = try #require(object["blocks"] as? [[String: Any]])
        let lines = blocks.flatMap { $0["lines"] as? [[String: Any]] ?? [] }
        let words = lines.flatMap { $0["words"] as? [[String: Any]] ?? [] }
        #expect(share(of: words.compactMap { $0["text"] as? String }) >= 0.9)
        #expect(words.allSatisfy { ($0["box"] as? [Double])?.count == 4 })
        #expect((object["width"] as? Int).map { $0 > 1000 } == true)
        #expect((object["dpi"] as? Double).map { abs($0 - 300) < 1 } == true)
    }

    @Test("Another thread ends the reading")
    func readingIsCanceled() throws {
        let reader = try reader()
        #expect(recto_text_reader_cancel(reader.pointer) == RECTO_OK)
        // Until it is heard: nothing is read before the call has begun.
        nonisolated(unsafe) let pointer = reader.pointer
        let isOver = Flag()
        let thread = Thread { while !isOver.isSet { _ = recto_text_reader_cancel(pointer) } }
        thread.start()
        defer { isOver.set() }
        var json: UnsafePointer<CChar>?
        #expect(recto_text_reader_read(reader.pointer, page.pointer, &json) == RECTO_CANCELED)
        #expect(recto_text_reader_cancel(nil) == RECTO_INVALID_ARGUMENT)
    }

    @Test(
        "A document can be searched", .enabled(if: ProgramResult.isInstalled("pdftotext"), "pdftotext is not installed")
    )
    func aDocumentCanBeSearched() throws {
        let reader = try reader()
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.reader = reader.pointer
        options.is_archival = 1
        let (pages, file) = ([OpaquePointer?](repeating: page.pointer, count: 2), folder.path("out.pdf"))
        let status = "A title".withCString { title in
            options.title = title
            return recto_pages_write_document(pages, 2, file, &options)
        }
        #expect(status == RECTO_OK)
        let copied = try ProgramResult.run("pdftotext", ["-f", "2", file, "-"]).output
        #expect(share(of: copied.split(whereSeparator: \.isWhitespace).map(String.init)) >= 0.9)
        #expect(try Data(contentsOf: URL(filePath: file)).range(of: Data("pdfaid:part>2<".utf8)) != nil)
        #expect(recto_pages_write_document(pages, 2, folder.path("plain.pdf"), nil) == RECTO_OK)
        let plain = try ProgramResult.run("pdftotext", [folder.path("plain.pdf"), "-"]).output
        #expect(plain.allSatisfy { $0.isWhitespace })
    }

    @Test(
        "A draft is saved with its text",
        .enabled(if: ProgramResult.isInstalled("pdftotext"), "pdftotext is not installed"))
    func aDraftIsSavedWithItsText() throws {
        let session = try CObject(
            free: { recto_session_free($0) }, make: { recto_session_open(folder.path("draft"), $0) })
        let reader = try reader()
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.reader = reader.pointer
        #expect(recto_session_save_document(session.pointer, folder.path("out.pdf"), &options) == RECTO_OK)
        let copied = try ProgramResult.run("pdftotext", [folder.path("out.pdf"), "-"]).output
        #expect(share(of: copied.split(whereSeparator: \.isWhitespace).map(String.init)) >= 0.9)
    }

    @Test("What is not installed, and what is no language, is told by name")
    func whatIsNotInstalledIsTold() throws {
        var none: OpaquePointer?
        #expect(recto_text_reader_new("eng+chi_xxx", &none) == RECTO_NOT_INSTALLED && none == nil)
        #expect(lastError.contains("tesseract-ocr-chi-xxx"))
        #expect(recto_text_reader_new("../eng", &none) == RECTO_INVALID_ARGUMENT && none == nil)
        let reader = try reader()
        var json: UnsafePointer<CChar>?
        expectRefused("languages", recto_text_reader_new(nil, &none))
        expectRefused("reader", recto_text_reader_new("eng", nil))
        expectRefused("reader", recto_text_reader_read(nil, page.pointer, &json))
        expectRefused("page", recto_text_reader_read(reader.pointer, nil, &json))
        expectRefused("json", recto_text_reader_read(reader.pointer, page.pointer, nil))
        recto_text_reader_free(nil)
    }

    @Test("Text and PDF/A need a PDF")
    func textNeedsAPDF() throws {
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.is_archival = 1
        let pages: [OpaquePointer?] = [page.pointer]
        #expect(recto_pages_write_document(pages, 1, folder.path("page.png"), &options) == RECTO_INVALID_ARGUMENT)
        #expect(lastError.contains("page.png"))
        options.is_archival = 0
        #expect(recto_pages_write_document(pages, 1, folder.path("page.png"), &options) == RECTO_OK)
    }
}

/// Set by one thread, seen by another.
private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}
