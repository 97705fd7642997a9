import CRecto
import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// The functions of recto.h that write a document page by page.
@Suite("Documents page by page from C")
struct CDocumentTests {
    private let folder: TemporaryFolder
    private let page: CObject

    init() throws {
        folder = try TemporaryFolder()
        let jpeg = try WatchFilm.jpegs.get()[0]
        page = try CObject(free: { recto_page_free($0) }, make: { recto_page_decode(jpeg, jpeg.count, $0) })
    }

    private func document(_ path: String?, _ format: recto_document_format = RECTO_DOCUMENT_PDF) throws -> CObject {
        try CObject(free: { recto_document_free($0) }, make: { recto_document_new(path, format, nil, $0) })
    }

    private func bytes(of document: CObject) throws -> [UInt8] {
        let bytes = try CObject(
            free: { recto_bytes_free($0) }, make: { recto_document_finish(document.pointer, $0) })
        var (data, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
        try #require(recto_bytes_get(bytes.pointer, &data, &count) == RECTO_OK)
        return Array(UnsafeBufferPointer(start: data, count: count))
    }

    @Test("Pages that come one by one make the document of all at once", arguments: ["pdf", "tif"])
    func pagesOneByOne(ending: String) throws {
        let (whole, parts) = (folder.path("whole.\(ending)"), folder.path("parts.\(ending)"))
        let pages = [Optional(page.pointer), Optional(page.pointer)]
        try #require(recto_pages_write(pages, 2, whole) == RECTO_OK, "\(lastError)")
        let file = try document(parts)
        let memory = try document(nil, ending == "pdf" ? RECTO_DOCUMENT_PDF : RECTO_DOCUMENT_TIFF)
        var json: UnsafePointer<CChar>?
        for document in [file, memory] {
            for _ in pages { #expect(recto_document_add(document.pointer, page.pointer, &json) == RECTO_OK) }
            #expect(json == nil)
        }
        #expect(!FileManager.default.fileExists(atPath: parts))
        #expect(recto_document_finish(file.pointer, nil) == RECTO_OK)
        let expected = [UInt8](try Data(contentsOf: URL(filePath: whole)))
        #expect([UInt8](try Data(contentsOf: URL(filePath: parts))) == expected)
        #expect(try bytes(of: memory) == expected)
    }

    @Test("A document that is finished, has no pages, or holds one takes no more")
    func refusals() throws {
        let empty = try document(nil)
        expectRefused("bytes", recto_document_finish(empty.pointer, nil))
        var none: OpaquePointer?
        #expect(recto_document_finish(empty.pointer, &none) == RECTO_INVALID_ARGUMENT && none == nil)
        #expect(lastError == "the document has no pages")
        let picture = try document(nil, RECTO_DOCUMENT_PNG)
        #expect(recto_document_add(picture.pointer, page.pointer, nil) == RECTO_OK)
        #expect(recto_document_add(picture.pointer, page.pointer, nil) == RECTO_INVALID_ARGUMENT)
        #expect(lastError == "PNG can hold one page, not 2")
        #expect(try bytes(of: picture).starts(with: [0x89, 0x50]))
        #expect(recto_document_add(picture.pointer, page.pointer, nil) == RECTO_INVALID_ARGUMENT)
        #expect(recto_document_finish(picture.pointer, &none) == RECTO_INVALID_ARGUMENT)
        #expect(lastError == "the document is finished")
        #expect(recto_document_new(folder.path("page.doc"), RECTO_DOCUMENT_PDF, nil, &none) == RECTO_INVALID_ARGUMENT)
        #expect(recto_document_new(folder.path("no/page.pdf"), RECTO_DOCUMENT_PDF, nil, &none) == RECTO_UNWRITABLE)
        expectRefused("document", recto_document_new(nil, RECTO_DOCUMENT_PDF, nil, nil))
        expectRefused("document", recto_document_add(nil, page.pointer, nil))
        expectRefused("page", recto_document_add(empty.pointer, nil, nil))
    }

    @Test("A document that is freed before it is finished leaves nothing")
    func abandonedDocument() throws {
        do {
            let abandoned = try document(folder.path("abandoned.pdf"))
            #expect(recto_document_add(abandoned.pointer, page.pointer, nil) == RECTO_OK)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("JPEG files state the picture's time and place only if asked for", arguments: [0, 1])
    func timeAndPlace(keeps: Int32) throws {
        let photo = DatedPhoto().inserted(
            intoJPEG: try JPEGWriter.standard.encode(.gray(GrayImage(size: PixelSize(width: 40, height: 30)))))
        let dated = try CObject(
            free: { recto_page_free($0) }, make: { recto_page_decode(photo, photo.count, $0) })
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.keeps_time_and_place = keeps
        let document = try CObject(
            free: { recto_document_free($0) },
            make: { recto_document_new(folder.path("dated.jpg"), RECTO_DOCUMENT_JPEG, &options, $0) })
        #expect(recto_document_add(document.pointer, dated.pointer, nil) == RECTO_OK)
        var bytes: OpaquePointer?
        #expect(recto_document_finish(document.pointer, &bytes) == RECTO_OK)
        let known = try PictureReader().read(path: folder.path("dated.jpg")).timeAndPlace
        #expect(known?.captureTime == (keeps == 1 ? DatedPhoto.time : nil))
    }

    @Test("With a reader each page is read once, and its text returned and laid into the PDF")
    func textOfPages() throws {
        let reader = try CObject(free: { recto_text_reader_free($0) }, make: { recto_text_reader_new("eng", $0) })
        var options = recto_document_options()
        recto_document_options_init(&options)
        options.reader = reader.pointer
        let document = try CObject(
            free: { recto_document_free($0) },
            make: { recto_document_new(nil, RECTO_DOCUMENT_PDF, &options, $0) })
        var json: UnsafePointer<CChar>?
        #expect(recto_document_add(document.pointer, page.pointer, &json) == RECTO_OK)
        #expect(String(cString: try #require(json)).contains("\"blocks\""))
        var tiff: OpaquePointer?
        #expect(recto_document_new(nil, RECTO_DOCUMENT_TIFF, &options, &tiff) == RECTO_INVALID_ARGUMENT)
    }
}
