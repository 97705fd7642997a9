import Foundation
import HTTPTypes
import StationRules
import StationStore
import TestSupport
import Testing

/// Documents entered in a form, with files.
@Suite struct CreateRouteTests {
    private struct File {
        let name: String
        let type: String
        let bytes: [UInt8]
    }

    private static let boundary = "----form7"

    private func body(_ fields: [(String, String)], _ files: [File] = []) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array(
                "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            body += Array(
                "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"attachments\"; filename=\"\(file.name)\"\r\nContent-Type: \(file.type)\r\n\r\n"
                    .utf8)
            body += file.bytes + Array("\r\n".utf8)
        }
        return body + Array("--\(Self.boundary)--\r\n".utf8)
    }

    private func post(_ station: StationUnderTest, _ path: String, _ body: [UInt8]) async throws
        -> StationUnderTest.Answer
    {
        try await station.ask(
            .post, path, body, headers: [.contentType: "multipart/form-data; boundary=\(Self.boundary)"])
    }

    private let note = File(name: "C:\\tmp\\read me.txt", type: "text/plain", bytes: Array("Hello\r\n--\r\n".utf8))

    private func library(_ station: StationUnderTest) throws -> Library {
        try Library(folder: station.folder.path("station"))
    }

    @Test(
        "CR-10, CE-14, CE-12, CR-5: a new document has the pictures as pages, other files attached, and its screen comes next"
    )
    func create() async throws {
        let station = try await StationUnderTest()
        let files = [File(name: "page.jpg", type: "image/jpeg", bytes: try Photos.bytes("letter-wood")), note]
        let created = try await post(
            station, "/documents/new",
            body(
                [
                    ("title", " Gas "), ("received", "2026-11-02T09:30"), ("state", "reviewed"),
                    ("folder", "Home / Bills"),
                    ("tags", ""), ("tags", "tax"), ("tags", "car, house"), ("hasDue", "no"), ("hasDue", "yes"),
                    ("due", "2026-12-24"),
                    ("isKept", "no"), ("isKept", "yes"), ("retained", ""), ("keepFor.count", "10"),
                    ("keepFor.unit", "years"),
                    ("date", "2026-11-01"), ("note", "Paid\r\nin May"),
                ], files))
        #expect(created.location == "/documents/1?done=created")
        let text = try await station.get("/documents/1?done=created").text
        #expect(text.contains("Document created") && text.contains("<h1>Gas</h1>") && text.contains("Paid\nin May"))
        let library = try library(station)
        let document = try library.document(1)
        #expect(document.pages == 1 && document.due == Day("2026-12-24") && document.retained == Day("2036-11-01"))
        #expect(document.state == .reviewed && document.source == .import)
        // In the station's time zone.
        #expect(abs(document.captured.timeIntervalSince1970 - 1_793_611_800) <= 14 * 3600)
        #expect(try library.listNames().tags.map(\.text) == ["car", "house", "tax"])
        let attachment = try #require(try library.attachments(of: 1).first)
        #expect(
            attachment.name == "read me.txt" && attachment.mediaType == "text/plain"
                && attachment.size == note.bytes.count)
        #expect(try await station.get("/documents/1/attachments/\(attachment.id)").body == note.bytes)
        // A document with attachments only.
        let other = try await post(
            station, "/documents/new", body([("title", "Files"), ("received", "2026-11-02T09:30")], [note]))
        #expect(other.location == "/documents/2?done=created")
        #expect(try await station.get("/documents").text.contains("Files"))
    }

    @Test("pictures and PDF files that cannot be read are attached, and that is said")
    func unread() async throws {
        let station = try await StationUnderTest()
        let broken = File(name: "bill.pdf", type: "application/pdf", bytes: Array("%PDF-1.7 nothing".utf8))
        let created = try await post(
            station, "/documents/new", body([("title", "Bill"), ("received", "2026-11-02T09:30")], [broken, note]))
        let location = try #require(created.location)
        #expect(location == "/documents/1?done=createdUnread&count=1")
        #expect(try await station.get(location).text.contains("1 file could not be read: it is an attachment"))
    }

    @Test("A form of a document that was moved to the trash meanwhile says so")
    func trashedMeanwhile() async throws {
        let station = try await StationUnderTest()
        _ = try await post(
            station, "/documents/new", body([("title", "Bill"), ("received", "2026-11-02T09:30")], [note]))
        let version = try library(station).document(1).version
        _ = try library(station).trash([1], at: .now)
        let answer = try await post(
            station, "/documents/1/edit", body([("title", "Gas"), ("version", "\(version)")]))
        #expect(answer.status == .conflict && answer.text.contains("moved to the trash meanwhile"))
        #expect(!answer.text.contains("Somebody else") && answer.text.contains("value=\"Gas\""))
    }

    @Test("CE-3, CR-3: what is missing or wrong is said in the form, with what was entered, and makes nothing")
    func refused() async throws {
        let station = try await StationUnderTest()
        let answer = try await post(
            station, "/documents/new",
            body([("title", ""), ("received", "soon"), ("serial", "0"), ("folder", "Kept")], []))
        #expect(answer.status == .unprocessableContent)
        for text in [
            "Enter a title.", "Enter a date and a time as 2026-11-23T14:30.", "Enter a number from 1 to 9999999.",
            "Add a picture, a PDF or another file.", "value=\"Kept\" checked",
        ] { #expect(answer.text.contains(text), "\(text)") }
        #expect(
            answer.text.contains(/<dialog id="new"[^>]* data-open data-refused="\/documents" data-leads="\/documents"/))
        #expect(try library(station).documentCount() == 0)
    }

    @Test(
        "CE-3, CE-9, CE-16, CR-2, CR-13: the form of a new document opens over the list, named, with today's date and what the list is filtered by"
    )
    func opens() async throws {
        let station = try await StationUnderTest()
        #expect(
            try await station.get("/documents").text.contains(
                /<a [^>]*href="\/documents\/new" aria-label="New Document"/))
        _ = try await station.post("/api/documents?title=Gas", bytes: Photos.bytes("letter-wood"))
        _ = try await station.post("/documents/1/edit", "folder=Home&type=Bill")
        let list = try await station.get("/documents?folder=1&type=1").text
        #expect(list.contains("href=\"/documents/new?folder=1&amp;type=1\""))
        let text = try await station.get("/documents/new?folder=1&type=1").text
        #expect(text.contains("<h2 id=\"new-title\">New Document</h2>") && text.contains("data-saves>Create</button>"))
        #expect(text.contains("value=\"Home\" checked") && text.contains("value=\"Bill\" checked"))
        let today = Day(.now, in: Calendar(identifier: .gregorian))
        let days = [today.adding(-1), today, today.adding(1)]
        #expect(
            days.contains {
                text.contains("name=\"date\" value=\"\($0)\"") && text.contains("name=\"received\" value=\"\($0)T")
            })
    }

    @Test("CR-14: the form has its properties in the order of the document's screen")
    func mirrored() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/api/documents?title=Gas", bytes: Photos.bytes("letter-wood"))
        _ = try await station.post(
            "/documents/1/edit",
            "folder=Home&type=Bill&correspondent=City&tags=tax&date=2026-11-01&due=2026-12-01&retained=2030-01-01&serial=7&note=Paid"
        )
        _ = try library(station).attach(
            NewAttachment(name: AttachmentName("a.txt"), mediaType: "text/plain", bytes: [1]), to: 1, at: .now)
        let text = try await station.get("/documents/1").text
        let form = try #require(text.firstRange(of: "<dialog id=\"edit\"")).lowerBound
        func order(_ part: Substring, _ names: [String]) -> [String] {
            names.compactMap { name in part.firstRange(of: name).map { (name, $0.lowerBound) } }.sorted { $0.1 < $1.1 }
                .map(\.0)
        }
        let facts = [
            "Status", "Folder", "Document Type", "Correspondent", "Tags", "Document Date", "Due Date", "Keep Until",
            "Archive number",
        ]
        #expect(order(text[..<form], facts.map { "<dt>\($0)<" }) == facts.map { "<dt>\($0)<" })
        #expect(order(text[form...], facts.map { ">\($0)<" }) == facts.map { ">\($0)<" })
        let ends = ["id=\"notes-title\"", "id=\"attachments-title\""]
        #expect(order(text[..<form], ends) == ends)
        let cells = ["data-cell=\"note\"", "data-cell=\"attachments\""]
        #expect(order(text[form...], cells) == cells)
    }

    @Test("CE-12, CE-14: attachments come and go with the form, in one change that is undone from its notice")
    func attachments() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/api/documents?title=Gas", bytes: Photos.bytes("letter-wood"))
        let library = try library(station)
        let picture = File(name: "photo.png", type: "image/png", bytes: [1, 2, 3])
        let version = try library.document(1).version
        let saved = try await post(
            station, "/documents/1/edit",
            body([("title", "Gas"), ("version", "\(version)"), ("note", "Paid")], [note, picture]))
        let location = try #require(saved.location)
        #expect(location.hasPrefix("/documents/1?done=edited&undo="))
        let attached = try library.attachments(of: 1)
        #expect(attached.map(\.name) == ["read me.txt", "photo.png"])
        let text = try await station.get("/documents/1").text
        #expect(text.contains("data-previews=\"/documents/1/attachments/2\" data-kind=\"image\""))
        #expect(text.contains("name=\"remove-1\""))
        // Screens show pictures, and otherwise they are downloaded; other files are always downloaded.
        let shown = try await station.get("/documents/1/attachments/2?shown=")
        #expect(shown.headers[.contentDisposition] == nil && shown.headers[.contentType] == "image/png")
        #expect(try await station.get("/documents/1/attachments/1?shown=").headers[.contentDisposition] != nil)
        let removed = try await post(station, "/documents/1/edit", body([("remove-1", "yes"), ("remove-99", "yes")]))
        #expect(try library.attachments(of: 1).map(\.name) == ["photo.png"])
        #expect(try await station.get("/documents/1").text.contains("Removed “read me.txt”"))
        func undo(_ location: String?) async throws -> String? {
            let events = try #require(location?.firstMatch(of: /undo=([0-9-]+)/)?.output.1)
            return try await station.post("/documents/1/undo/\(events)").location
        }
        #expect(try await undo(removed.location) == "/documents/1?done=undone")
        #expect(try library.attachments(of: 1).map(\.id) == [1, 2])
        #expect(try await station.get("/documents/1/attachments/1").body == note.bytes)
        #expect(try await undo(location) == "/documents/1?done=undone")
        #expect(try library.attachments(of: 1).isEmpty && library.notes(of: 1).isEmpty)
    }

    @Test("CR-8: a document is split into several of at most so many pages, which is undone from its notice")
    func split() async throws {
        let station = try await StationUnderTest()
        for _ in 0..<5 {
            _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes("letter-wood"))
        }
        // A single imported file gives the document its name.
        _ = try await station.post("/scan/0123456789abcdef/save?title=Letters")
        let form = try await station.get("/documents/1").text
        #expect(form.contains(">Letters<"))
        #expect(
            form.contains("<input type=\"range\" id=\"field-maximum\" name=\"maximum\" value=\"3\" min=\"1\" max=\"4\"")
        )
        // The button says what it does.
        #expect(form.contains("data-saves>Split</button>"))
        #expect(form.contains(">3: 2 documents, pages 1–3, 4–5</output>"))
        #expect(form.contains("1: 5 documents, pages 1, 2, 3, 4, …|2: 3 documents, pages 1–2, 3–4, 5|3:"))
        for maximum in ["0", "5", "x"] {
            let answer = try await station.post("/documents/1/split", "maximum=\(maximum)")
            #expect(answer.status == .unprocessableContent && answer.text.contains("Enter a number from 1 to 4."))
        }
        let split = try await station.post("/documents/1/split", "maximum=2")
        let location = try #require(split.location)
        #expect(location.hasPrefix("/documents/2?done=split&count=3&undo="))
        let library = try library(station)
        #expect(try [1, 2, 3].map { try library.document($0).pages } == [2, 2, 1])
        #expect(try await station.get(location).text.contains("Split into 3 documents"))
        // A document with one page cannot be split.
        #expect(try await !station.get("/documents/3").text.contains("field-maximum"))
        #expect(try await station.post("/documents/3/split", "maximum=1").status != .seeOther)
        let events = try #require(location.firstMatch(of: /undo=([0-9-]+)/)?.output.1)
        #expect(try await station.post("/documents/2/undo/\(events)").location == "/documents/1?done=undone")
        #expect(try library.document(1).pages == 5 && library.documentCount() == 1)
    }

    @Test("CE-6, CE-15, CR-10: a tag is made in a form beside “+”, and its place in the list comes next")
    func tag() async throws {
        let station = try await StationUnderTest()
        #expect(
            try await station.get("/documents/tags").text.contains(
                "href=\"/documents/tags/new\" aria-label=\"New Tag\""))
        let form = try await station.get("/documents/tags/new").text
        #expect(form.contains(/<dialog id="new" class="sheet beside object-form"[^>]* data-open/))
        #expect(
            form.contains(
                /class="form-cell cell-text inline"[^>]*>\s*<label for="field-name">Name<\/label><input type="text"/))
        #expect(form.contains("class=\"chips-row\"") && form.contains("value=\"gray\" checked"))
        let made = try await station.post("/documents/tags", "name=+tax++2026&color=green")
        #expect(made.location == "/documents/tags?done=tagCreated#tag-1")
        let list = try await station.get("/documents/tags?done=tagCreated").text
        #expect(
            list.contains("Tag created") && list.contains("<li id=\"tag-1\">") && list.contains("tag-green\">tax 2026<")
        )
        for (body, status, text) in [
            ("name=&color=red", HTTPResponse.Status.unprocessableContent, "Enter a name."),
            ("name=a,b&color=red", .unprocessableContent, "A tag has no comma in its name."),
            ("name=x&color=pink", .unprocessableContent, "Choose one of the values of “Color”."),
            ("name=TAX+2026&color=red", .conflict, "“TAX 2026” is used already."),
        ] {
            let answer = try await station.post("/documents/tags", body)
            #expect(answer.status == status && answer.text.contains(text), "\(body)")
        }
    }

    @Test("The same for programs")
    func api() async throws {
        let station = try await StationUnderTest()
        _ = try await station.post("/api/documents?title=Gas", bytes: Photos.bytes("letter-wood"))
        let added = try await station.ask(
            .post, "/api/documents/1/attachments?name=a%2Fb.csv", Array("x;y".utf8),
            headers: [.contentType: "text/csv; charset=utf-8"])
        #expect(
            added.status == .created && added.text.contains("\"mediaType\":\"text/csv\"")
                && added.text.contains("\"name\":\"b.csv\""))
        #expect(added.headers[.location] == "/api/documents/1/attachments/1")
        #expect(try await station.get("/api/documents/1/attachments/1").text == "x;y")
        #expect(try await station.ask(.delete, "/api/documents/1/attachments/1").status == .noContent)
        #expect(try await station.ask(.delete, "/api/documents/1/attachments/1").status == .notFound)
        for (path, status) in [("1/attachments", HTTPResponse.Status.badRequest), ("9/attachments?name=x", .notFound)] {
            #expect(try await station.ask(.post, "/api/documents/\(path)", [1]).status == status)
        }
        #expect(try await station.ask(.post, "/api/documents/1/attachments?name=x", []).status == .badRequest)
    }

    @Test(
        "Bodies that are no form are refused, and change nothing",
        arguments: [
            "", "x", "----form7", "------form7", "------form7\r\n", "------form7\r\n\r\n",
            "------form7\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nx",
            "------form7\r\nContent-Disposition: form-data\r\n\r\nx\r\n------form7--",
            "------form7\r\nno header\r\n\r\nx\r\n------form7--",
        ])
    func hostile(text: String) async throws {
        let station = try await StationUnderTest()
        let answer = try await post(station, "/documents/new", Array(text.utf8))
        #expect(answer.status == .badRequest && answer.text.contains("The form cannot be read."))
        for type in [
            "multipart/form-data", "multipart/form-data; boundary=",
            "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
        ] {
            let other = try await station.ask(
                .post, "/documents/new", body([("title", "x")]), headers: [.contentType: type])
            #expect(other.status == .badRequest)
        }
        #expect(try library(station).documentCount() == 0)
    }
}
