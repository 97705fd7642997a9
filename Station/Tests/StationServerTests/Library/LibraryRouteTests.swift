import FoundationEssentials
import HTTPTypes
import RectoCore
import RectoVision
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct LibraryRouteTests {
    private func station(documents: Int = 1) async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        for number in 0..<documents {
            let session = "/scan/00000000000000\(number < 10 ? "0" : "")\(number)"
            _ = try await station.post("\(session)/import", bytes: Photos.bytes("letter-wood"))
            _ = try await station.post("\(session)/save")
        }
        return station
    }

    @Test("ES-1, ES-2: an empty library says so, and leads to the first scan")
    func emptyLibrary() async throws {
        let text = try await StationUnderTest().get("/documents").text
        #expect(text.contains("No documents yet"))
        #expect(text.contains("class=\"illustration\" aria-hidden=\"true\""))
        #expect(text.contains("href=\"/scan\">Scan Document"))
    }

    @Test func theLibraryListsItsDocuments() async throws {
        let text = try await station(documents: 2).get("/documents").text
        #expect(text.matches(of: /<a class="cell" href="\/documents\/\d+"/).count == 2)
        #expect(text.contains("<time datetime="))
    }

    @Test("Rows of lists and of searches say which documents are in the inbox")
    func unreviewed() async throws {
        let station = try await station(documents: 2)
        _ = try await station.post("/documents/selection/edit", "documents=1&state=reviewed")
        for path in ["/documents", "/search?q=scan"] {
            let text = try await station.get(path).text
            #expect(text.matches(of: /1 page · Inbox</).count == 1 && text.matches(of: /1 page</).count == 1, "\(path)")
        }
    }

    @Test("FI-3: the list comes in parts, each with a link to the next one, which needs no module")
    func listInParts() async throws {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        for number in 0..<120 {
            let page = NewDocument.Page(picture: [UInt8(number)], size: try PixelSize(width: 4, height: 3), quad: nil)
            _ = try library.add(
                NewDocument(
                    title: "Letter \(number)", captured: Date(timeIntervalSince1970: Double(number)), pages: [page]))
        }
        var path: String? = "/documents"
        var titles: [String] = []
        var parts: [Int] = []
        while let part = path {
            let text = try await station.get(part).text
            let found = text.matches(of: /<span class="headline">(Letter [0-9]+)</).map { String($0.output.1) }
            titles += found
            parts.append(found.count)
            #expect(text.matches(of: /src="\/documents\/[0-9]+\/pages\/0\/thumbnail/).count == found.count)
            path = text.firstMatch(of: /<a class="button" href="([^"]+)">Older Documents/).map { String($0.output.1) }
        }
        #expect(parts == [50, 50, 20])
        #expect(titles == (0..<120).reversed().map { "Letter \($0)" })
    }

    @Test(
        "EH-3, MO-13, NV-6: a title that cannot be is refused at its field, with what was entered, which counts as a change"
    )
    func anImpossibleTitleIsRefused() async throws {
        let station = try await station()
        #expect(
            try await station.post("/documents/1/edit", "title=%20Rent+%3Cb%3E%20").location
                == "/documents/1?done=edited&undo=1-1")
        #expect(try await station.get("/documents/1").text.contains("<h1>Rent &lt;b&gt;</h1>"))
        let refused = try await station.post("/documents/1/edit", "title=" + String(repeating: "x", count: 121))
        #expect(refused.status == .unprocessableContent)
        #expect(refused.text.contains("Shorten “Title” to 120 characters."))
        #expect(refused.text.contains("aria-invalid=\"true\""))
        #expect(refused.text.contains("<h1>Rent"))
        // Its screen has a URL, which supports reloading.
        #expect(
            refused.text.contains(
                /id="edit" class="sheet dissolves object-form"[^>]+data-refused="\/documents\/1" data-leads="\/documents\/1"/
            )
        )
        #expect(try await !station.get("/documents/1").text.contains("data-refused"))
        #expect(try await station.post("/documents/9/edit", "title=x").status == .notFound)
    }

    @Test("A deleted document lies in the trash, from which it comes back or is deleted for good")
    func aDeletedDocumentLiesInTheTrash() async throws {
        let station = try await station()
        #expect(try await station.post("/documents/1/delete").location == "/documents?done=trashed&undo=1-1")
        let list = try await station.get("/documents?done=trashed&undo=1-1").text
        #expect(list.contains("Document moved to the trash") && list.contains("action=\"/documents/undo/1-1\""))
        #expect(!list.contains("href=\"/documents/1\""))
        #expect(try await station.get("/documents?trash=yes").text.contains("href=\"/documents/1?trash=yes\""))
        let document = try await station.get("/documents/1").text
        #expect(document.contains("In the trash until") && !document.contains("data-opens=\"edit\""))
        #expect(try await station.post("/documents/1/restore").location == "/documents/1?done=restored")
        #expect(try await station.get("/documents").text.contains("href=\"/documents/1\""))

        _ = try await station.post("/documents/1/delete")
        #expect(try await station.post("/documents/1/delete").location == "/documents?done=deleted&trash=yes")
        #expect(try await station.get("/documents/1").status == .notFound)
        #expect(try await station.get("/documents?done=deleted&trash=yes").text.contains("Document deleted"))
    }

    @Test func aDocumentIsExportedAsFiles() async throws {
        let station = try await station()
        _ = try await station.post("/documents/1/edit", "title=Rent+2026")
        let pdf = try await station.get("/documents/1.pdf")
        #expect(pdf.body.starts(with: Array("%PDF-".utf8)))
        #expect(pdf.headers[.contentType] == "application/pdf")
        #expect(pdf.headers[.contentDisposition] == "attachment; filename*=UTF-8''Rent-2026.pdf")
        // The formats have different names.
        let archival = try await station.get("/documents/1.pdf?as=pdfa")
        #expect(archival.headers[.contentDisposition] == "attachment; filename*=UTF-8''Rent-2026-PDF-A.pdf")
        #expect(Set(ExportFormat.allCases.map { $0.fileTitle(of: "Rent") + $0.file.prefix(4) }).count == 5)
        #expect(
            try await station.get("/documents/1/pages/0").text.contains("href=\"/documents/1/pages/0/png\" download"))
        let png = try await station.get("/documents/1/pages/0/png")
        #expect(png.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(png.headers[.contentDisposition] == "attachment; filename*=UTF-8''Rent-2026-1.png")
        #expect(try await station.get("/documents/1/pages/1/png").status == .notFound)
        let tiff = try await station.get("/documents/1.tif")
        #expect(tiff.body.starts(with: [0x49, 0x49]) || tiff.body.starts(with: [0x4D, 0x4D]))
    }

    @Test func picturesAreKeptByBrowsers() async throws {
        let station = try await station()
        let first = try await station.get("/documents/1/pages/0/screen?v=1")
        let tag = try #require(first.headers[.eTag])
        #expect(first.headers[.cacheControl]?.contains("immutable") == true)
        // The picture at this URL may change.
        #expect(try await station.get("/documents/1/pages/0/screen").headers[.cacheControl] == "no-store")
        let again = try await station.get("/documents/1/pages/0/screen", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        #expect(again.body.isEmpty)
        #expect(try await station.get("/documents/1/pages/1/screen").status == .notFound)
    }

    @Test("TD-6, TD-11: in narrow places a document's time is an hour, and in narrower ones it is left out")
    func shortTimes() async throws {
        let text = try await station().get("/documents").text
        #expect(
            text.contains(
                /Today<span class="less">, \d+:\d\d [AP]M<\/span><span class="least">, \d+ [AP]M<\/span><\/time>/))
    }
}
