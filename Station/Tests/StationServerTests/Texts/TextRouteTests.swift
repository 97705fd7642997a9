import Foundation
import HTTPTypes
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct TextRouteTests {
    private let reader = ScriptedReader()

    private func station(pages: Int = 1) async throws -> StationUnderTest {
        let station = try await StationUnderTest { [reader] configuration in
            configuration.pageReader = reader
            configuration.textLoad = .infinity
        }
        for _ in 0..<pages {
            _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes("letter-wood"))
        }
        _ = try await station.post("/scan/0123456789abcdef/save")
        return station
    }

    private func json(_ answer: StationUnderTest.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    /// Runs a function concurrently with the reader.
    private func whileReading(_ station: StationUnderTest, _ body: () async throws -> Void) async throws {
        let task = Task { await station.readTexts() }
        defer { task.cancel() }
        try await body()
    }

    private func until(_ station: StationUnderTest, waiting: Int) async throws {
        let limit = ContinuousClock.now + .seconds(600)
        while try json(try await station.get("/api/reading"))["waiting"] as? Int != waiting {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("TX-12: programs get the text of a document and its pages as text, JSON and hOCR, and the state of reading")
    func programs() async throws {
        let station = try await station(pages: 2)
        #expect(try await station.get("/api/documents/1/pages/1/text").body.elementsEqual([0x0C]))
        #expect(
            try json(try await station.get("/api/documents/1/pages/1/text?format=json"))["state"] as? String
                == "waiting")
        reader.follow { _ in try StoredText.words("Dear <Sir>") }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let text = try await station.get("/api/documents/1/text")
        #expect(text.text == "Dear <Sir>\n\u{C}Dear <Sir>\n\u{C}")
        #expect(text.headers[.contentType] == "text/plain; charset=utf-8")
        let page = try json(try await station.get("/api/documents/1/pages/2/text?format=json"))
        #expect(page["number"] as? Int == 2 && page["state"] as? String == "read" && page["width"] as? Int == 1000)
        #expect(page["text"] as? String == "Dear <Sir>\n" && page["languages"] as? [String] == ["eng"])
        let whole = try json(try await station.get("/api/documents/1/text?format=json"))
        #expect((whole["pages"] as? [Any])?.count == 2)
        let hocr = try await station.get("/api/documents/1/pages/1/text?format=hocr").text
        #expect(hocr.contains("bbox 300 50 450 90") && hocr.contains("&lt;Sir&gt;"))
        #expect(try await station.get("/api/documents/1/text?format=doc").status == .badRequest)
        #expect(try await station.get("/api/documents/1/pages/3/text").status == .notFound)
        #expect(try await station.get("/api/documents/9/text").status == .notFound)
        let state = try json(try await station.get("/api/reading"))
        #expect(state["waiting"] as? Int == 0 && state["languages"] as? [String] == ["eng"])
    }

    @Test("TX-13: what a search has found leads to its place on the page, and on to the next one")
    func hits() async throws {
        let station = try await station(pages: 2)
        reader.follow { _ in try StoredText.words("Dear guests and guests") }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let search = try await station.get("/search?q=guest").text
        #expect(search.contains("href=\"/documents/1/pages/0?q=guest&amp;hit=1#hit-1\""))
        #expect(search.contains("href=\"/documents/1/pages/1?q=guest&amp;hit=3#hit-3\""))
        // The list links to the document, whose screen shows the matches.
        #expect(
            try await station.get("/documents?q=guest").text.contains("class=\"cell\" href=\"/documents/1?q=guest\""))
        let document = try await station.get("/documents/1?q=guest").text
        #expect(
            document.contains("“guest” in the text")
                && document.contains("/documents/1/pages/1?q=guest&amp;hit=3#hit-3"))
        #expect(document.contains("<li><a href=\"/documents/1/pages/0?q=guest\"><img"))
        #expect(try await !station.get("/documents/1").text.contains("found-pages"))
        let page = try await station.get("/documents/1/pages/0?q=guest&hit=2").text
        #expect(page.contains("viewBox=\"0 0 1000 1400\"") && page.contains("role=\"status\">2 of 4</span>"))
        #expect(page.contains("<g id=\"hit-1\"><rect x=\"295\" y=\"45\" width=\"160\" height=\"50\"/></g>"))
        #expect(page.contains("<g id=\"hit-2\" class=\"current\">"))
        #expect(page.contains("id=\"previous-hit\" data-hit href=\"/documents/1/pages/0?q=guest&amp;hit=1#hit-1\""))
        #expect(page.contains("id=\"next-hit\" data-hit href=\"/documents/1/pages/1?q=guest&amp;hit=3#hit-3\""))
        // The links to its neighbors keep the search.
        #expect(page.contains("rel=\"next\" href=\"/documents/1/pages/1?q=guest\""))
        let none = try await station.get("/documents/1/pages/0?q=zebra").text
        #expect(none.contains("Not on this page") && !none.contains("data-marks") && !none.contains("<rect"))
        #expect(try await !station.get("/documents/1/pages/0").text.contains("id=\"hits\""))
        // A page rotated since is read again: until then its words have no positions.
        let library = try Library(folder: station.folder.path("station"))
        let list = try library.pageList(of: 1)
        try library.beginEdit(of: 1, in: "fedcba9876543210", seeing: list)
        let pages: [(id: Int64?, page: NewDocument.Page)] = try list.items.map { item in
            (
                item.id,
                NewDocument.Page(
                    picture: try library.original(item.page.original),
                    size: try PixelSize(width: item.page.width, height: item.page.height), quad: item.page.quad,
                    rotation: item.page.rotation + (item.id == list.items[0].id ? .clockwise90 : .none),
                    filter: item.page.filter)
            )
        }
        _ = try library.saveEdit(in: "fedcba9876543210", pages: pages, at: .now)
        let turned = try await station.get("/documents/1/pages/0?q=guest&hit=2").text
        #expect(turned.contains("data-waiting") && !turned.contains("<rect"))
        let other = try await station.get("/documents/1/pages/1?q=guest&hit=4").text
        #expect(other.contains("role=\"status\">1 of 2</span>"))
    }

    @Test(
        "TX-9, SN-1, SN-2, SN-3, SN-6: a page's screen has its words at their places, and leads to its neighbours alone"
    )
    func pageScreen() async throws {
        let station = try await station(pages: 2)
        let waiting = try await station.get("/documents/1/pages/0").text
        #expect(waiting.contains("data-waiting") && !waiting.contains("<svg"))
        reader.follow { _ in try StoredText.words("Dear <Sir>") }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let text = try await station.get("/documents/1/pages/0").text
        #expect(text.contains("viewBox=\"0 0 1000 1400\""))
        #expect(
            text.contains(
                "<tspan x=\"100\" y=\"80\" textLength=\"150\" lengthAdjust=\"spacingAndGlyphs\">Dear</tspan> <tspan x=\"300\" y=\"80\""
            ))
        #expect(text.contains("&lt;Sir&gt;</tspan>") && !text.contains("<Sir>"))
        #expect(text.contains("<span class=\"subhead\">1 of 2</span>"))
        #expect(
            text.contains("id=\"previous\" disabled")
                && text.contains("id=\"next\" rel=\"next\" href=\"/documents/1/pages/1\""))
        let last = try await station.get("/documents/1/pages/1").text
        #expect(last.contains("rel=\"prev\" href=\"/documents/1/pages/0\"") && last.contains("id=\"next\" disabled"))
        #expect(try await station.get("/documents/1").text.contains("<a href=\"/documents/1/pages/1\"><img"))
        for path in ["/documents/1/pages/2", "/documents/1/pages/-1", "/documents/2/pages/0", "/documents/1/pages/x"] {
            #expect(try await station.get(path).status == .notFound)
        }
    }

    @Test("OD-3: the text of all pages is a facet, which is drilled down to and leads to its pages")
    func facet() async throws {
        let station = try await station(pages: 2)
        reader.follow { _ in try StoredText.words("Dear <Sir>") }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let document = try await station.get("/documents/1").text
        let places = ["id=\"notes-title\"", "href=\"/documents/1/text\"", "class=\"accessories history\""].map {
            document.firstRange(of: $0)?.lowerBound
        }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
        let text = try await station.get("/documents/1/text").text
        #expect(text.matches(of: /<p class="note">Dear &lt;Sir&gt;/).count == 2)
        #expect(text.contains("<h2><a href=\"/documents/1/pages/1\">Page 2</a></h2>"))
        #expect(try await station.get("/documents/9/text").status == .notFound)
    }

    @Test("What a new document's text tells is proposed above its pages, and taken over one by one or all at once")
    func suggestions() async throws {
        let station = try await station()
        // The place where they appear as soon as the text is read, without a reload.
        let empty = try await station.get("/documents/1").text
        #expect(empty.contains("<div id=\"suggestions\" data-part></div>"))
        reader.follow { _ in try StoredText.words("Invoice Acme Ltd Date 2.11.2026 due 24.12.2026") }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let text = try await station.get("/documents/1").text
        #expect(text.contains("<div id=\"suggestions\" data-part><section class=\"suggestions\""))
        let section = try #require(text.firstMatch(of: /(?s)<section class="suggestions".*?<\/section>/)).output
        #expect(section.contains("name=\"type\" value=\"Invoice\"") && section.contains("Use All"))
        let places = [section.startIndex, try #require(text.firstRange(of: "class=\"sheets\"")).lowerBound]
        #expect(places == places.sorted())
        // Sent like the buttons do. A second one from the same screen is outdated.
        let version = try #require(section.firstMatch(of: /name="version" value="(\d+)"/)).output.1
        let used = try await station.post("/documents/1/edit", "version=\(version)&type=Invoice")
        #expect(used.location?.hasPrefix("/documents/1?done=edited") == true)
        #expect(try await station.post("/documents/1/edit", "version=\(version)&type=Letter").status == .conflict)
        let after = try await station.get("/documents/1").text
        #expect(after.contains("<dt>Document Type</dt>") && !after.contains("name=\"type\" value=\"Invoice\"><button"))
        // After the review, nothing is proposed.
        _ = try await station.post("/documents/1/edit", "state=reviewed")
        #expect(try await !station.get("/documents/1").text.contains("class=\"suggestions\""))
    }

    @Test("TX-9: a line that runs to the left begins at the right")
    func leftward() async throws {
        let station = try await station()
        reader.follow { _ in try StoredText.words("שלום", direction: .rightToLeft) }
        try await whileReading(station) { try await until(station, waiting: 0) }
        let text = try await station.get("/documents/1/pages/0").text
        #expect(text.contains("direction=\"rtl\"") && text.contains("<tspan x=\"250\""))
    }

    @Test(
        "TX-10: an export with text reads what is not read yet, whatever else goes on", arguments: ExportFormat.allCases
    )
    func exports(_ format: ExportFormat) async throws {
        let station = try await station()
        reader.follow { _ in try StoredText.words("Dear Sir") }
        try await whileReading(station) {
            let begun = try json(try await station.post("/api/documents/1/exports?format=\(format.rawValue)"))
            let id = try #require(begun["id"] as? String)
            var job = begun
            while job["state"] as? String == "running" {
                try await Task.sleep(for: .milliseconds(10))
                job = try json(try await station.get("/api/jobs/\(id)"))
            }
            #expect(job["state"] as? String == "done")
            let file = try await station.get("/api/jobs/\(id)/file")
            #expect(file.body == (try await station.get("/documents/1\(format.file)")).body)
            switch format {
            case .text: #expect(file.text == "Dear Sir\n\u{C}")
            case .pdfa: #expect(file.text.contains("pdfaid:part"))
            case .pdf, .searchable:
                let path = station.folder.path("export.pdf")
                try Data(file.body).write(to: URL(filePath: path))
                let words = try ProgramResult.runApart("pdftotext", [path, "-"]).output.split(
                    whereSeparator: \.isWhitespace)
                #expect(words == (format == .searchable ? ["Dear", "Sir"] : []))
            case .tiff: #expect(file.headers[.contentType] == "image/tiff")
            }
            if format.textNeed != .none { #expect(!reader.pages.isEmpty) }
        }
    }

    @Test(
        "TX-7, TX-10: where nothing can be read, screens and exports say what to install, and PDF/A comes without text")
    func nothingCanBeRead() async throws {
        let station = try await station()
        reader.follow { _ in throw ReadingFailure.unavailable(.noReader) }
        try await whileReading(station) {
            for format in [ExportFormat.text, .searchable, .pdfa] {
                let begun = try json(try await station.post("/api/documents/1/exports?format=\(format.rawValue)"))
                let id = try #require(begun["id"] as? String)
                var job = begun
                while job["state"] as? String == "running" {
                    try await Task.sleep(for: .milliseconds(10))
                    job = try json(try await station.get("/api/jobs/\(id)"))
                }
                #expect(job["state"] as? String == (format == .pdfa ? "done" : "failed"))
                #expect((job["error"] as? String)?.contains("libtesseract5") == (format == .pdfa ? nil : true))
            }
            #expect(try json(try await station.get("/api/reading"))["package"] as? String == "libtesseract5")
            for path in ["/documents/1", "/documents/1/pages/0", "/profile"] {
                #expect(try await station.get(path).text.contains("install libtesseract5"), "\(path)")
            }
        }
        // Scanning continues.
        #expect(
            try await station.post("/scan/fedcba9876543210/import", bytes: Photos.bytes("letter-wood")).status
                == .seeOther)
    }

    @Test("TX-8: the profile chooses the languages and has all pages read again")
    func profile() async throws {
        let station = try await station()
        let text = try await station.get("/profile").text
        #expect(text.contains("<option value=\"eng\" selected>English</option>") && text.contains("1 page waits"))
        #expect(
            try await station.post("/profile/text", "language=deu&second=eng&third=").location
                == "/profile?done=languages")
        #expect(try json(try await station.get("/api/reading"))["languages"] as? [String] == ["deu", "eng"])
        #expect(try await station.post("/profile/text", "language=..%2Fx").status == .unprocessableContent)
        #expect(try await station.post("/profile/text", "second=eng").status == .badRequest)
        try await whileReading(station) { try await until(station, waiting: 0) }
        #expect(try await station.post("/profile/text/again", "language=deu").location == "/profile?done=again")
        try await until(station, waiting: 1)
    }

    @Test("TX-3: pages that could not be read are told of, with a way to try again")
    func tryAgain() async throws {
        let station = try await station()
        let library = try Library(folder: station.folder.path("station"))
        let page = try #require(try library.nextUnreadPage())
        try library.noteFailure(of: page, reason: "it is damaged", isSetAside: true)
        let text = try await station.get("/documents/1").text
        #expect(text.contains("The text could not be recognized") && text.contains("action=\"/documents/1/read\""))
        #expect(try await station.post("/documents/1/read", "at=/documents/1").location == "/documents/1")
        #expect(try library.readings(of: 1).map(\.state) == [.waiting])
        #expect(try await station.post("/documents/2/read").status == .notFound)
    }

    @Test func withoutAReaderNothingIsSaid() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        let text = try await station.get("/documents/1").text
        #expect(!text.contains("Recognizing") && !text.contains("Searchable PDF") && text.contains("PDF/A"))
        #expect(try json(try await station.get("/api/reading"))["state"] as? String == "off")
    }
}
