import Foundation
import HTTPTypes
import RectoCodecs
import RectoCore
import Testing
import TestSupport

/// The API routes.
@Suite struct APITests {
    private struct Document: Decodable {
        struct Page: Decodable {
            let number: Int
            let filter: String
            let flattening: String
            let picture: String
            let thumbnail: String
            let png: String
        }

        let id: Int
        let title: String
        let pageCount: Int
        let pdf: String
        let tiff: String
        let pages: [Page]?
    }

    private struct List: Decodable {
        let documents: [Document]
        let next: String?
    }

    private struct Problem: Decodable {
        let title: String
        let status: Int
        let detail: String
    }

    private let key: HTTPField.Name

    init() throws { key = try #require(HTTPField.Name("Idempotency-Key")) }

    private func read<Value: Decodable>(_ type: Value.Type, _ answer: StationUnderTest.Answer) throws -> Value {
        try JSONDecoder().decode(type, from: Data(answer.body))
    }

    private func add(
        _ station: StationUnderTest, _ query: String = "", headers: HTTPFields = [:]
    ) async throws -> StationUnderTest.Answer {
        try await station.ask(.post, "/api/documents\(query)", try Photos.bytes("letter-wood"), headers: headers)
    }

    @Test func importsShowsAndExports() async throws {
        let station = try await StationUnderTest()
        let answer = try await add(station, "?title=Rent+%22May%22&filter=grayscale&flattening=automatic")
        #expect(answer.status == .created)
        #expect(answer.location == "/api/documents/1")
        let document = try read(Document.self, try await station.get("/api/documents/1"))
        #expect(document.title == "Rent \"May\"")
        let page = try #require(document.pages?.first)
        #expect(page.filter == "grayscale" && page.flattening == "automatic")
        #expect(try await station.get(document.pdf).body.starts(with: Array("%PDF-".utf8)))
        #expect(try await station.get(document.tiff).headers[.contentType] == "image/tiff")
        let png = try await station.get(page.png)
        #expect(png.headers[.contentDisposition] == "attachment; filename*=UTF-8''Rent-May-1.png")
        let full = try PictureReader().read(bytes: try await station.get(page.picture).body).size
        #expect(try PictureReader().read(bytes: png.body).size == full)
        // The page was detected: it is smaller than the picture, and upright.
        let photo = try PictureReader().read(bytes: Photos.bytes("letter-wood")).size
        #expect(full.height > full.width && full != photo)
        #expect(
            try PictureReader().read(bytes: try await station.get(page.thumbnail).body).size.longSide < full.longSide)
    }

    @Test func aListIsReadPartByPart() async throws {
        let station = try await StationUnderTest()
        for number in 1...5 { #expect(try await add(station, "?title=\(number)").status == .created) }
        var titles: [String] = []
        var path: String? = "/api/documents?limit=2"
        while let asked = path {
            let list = try read(List.self, try await station.get(asked))
            #expect(list.documents.allSatisfy { $0.pages == nil && $0.pageCount == 1 })
            titles += list.documents.map(\.title)
            path = list.next.map { "/api/documents?limit=2&after=\($0)" }
        }
        #expect(titles == ["5", "4", "3", "2", "1"])
    }

    @Test(arguments: [
        "/api/documents?limit=0", "/api/documents?limit=201", "/api/documents?limit=x", "/api/documents?after=x",
        "/api/documents?after=nan,1", "/api/documents?after=1e300,1", "/api/documents?after=1,2,3",
        "/api/captures?limit=-1",
    ])
    func badQueriesAreRefused(_ path: String) async throws {
        let answer = try await StationUnderTest().get(path)
        #expect(answer.status == .badRequest)
        #expect(answer.headers[.contentType] == "application/problem+json")
        let problem = try read(Problem.self, answer)
        #expect(problem.status == 400 && problem.title == "Bad Request" && !problem.detail.isEmpty)
    }

    @Test("SS-28: documents are renamed, deleted and restored, and deleted for good from the trash alone")
    func renamesAndDeletesAndRestores() async throws {
        let station = try await StationUnderTest()
        _ = try await add(station)
        func rename(_ body: String) async throws -> StationUnderTest.Answer {
            try await station.ask(.patch, "/api/documents/1", Array(body.utf8))
        }
        #expect(try read(Document.self, try await rename("{\"title\":\" New \"}")).title == "New")
        #expect(try await rename("{\"title\":\"\"}").status == .unprocessableContent)
        #expect(try await rename("{\"title\":5}").status == .badRequest)
        #expect(try read(Document.self, try await rename("{}")).title == "New")
        #expect(try await rename("[").status == .badRequest)
        // To the trash, repeatedly; then restored; then permanently deleted.
        let deleted = try await station.ask(.delete, "/api/documents/1")
        #expect(try await station.ask(.delete, "/api/documents/1").status == .noContent)
        #expect(try read(List.self, try await station.get("/api/documents")).documents.isEmpty)
        #expect(try read(List.self, try await station.get("/api/documents?trash=yes")).documents.map(\.id) == [1])
        // Each change says how to undo it.
        struct Change: Decodable { let undo: String? }
        _ = try await station.post(try #require(try read(Change.self, deleted).undo))
        let renamed = try await rename("{\"title\":\"Newer\"}")
        #expect(try read(Document.self, renamed).title == "Newer")
        _ = try await station.post(try #require(try read(Change.self, renamed).undo))
        #expect(try read(Document.self, try await station.get("/api/documents/1")).title == "New")
        #expect(try read(Change.self, try await rename("{}")).undo == nil)
        _ = try await station.ask(.delete, "/api/documents/1")
        #expect(try read(Document.self, try await station.post("/api/documents/1/restore")).id == 1)
        #expect(try read(List.self, try await station.get("/api/documents")).documents.map(\.id) == [1])
        #expect(try await station.ask(.delete, "/api/documents/1?forever=maybe").status == .badRequest)
        // What is deleted for good can be taken back before.
        #expect(try await station.ask(.delete, "/api/documents/1?forever=true").status == .conflict)
        #expect(try read(List.self, try await station.get("/api/documents")).documents.map(\.id) == [1])
        _ = try await station.ask(.delete, "/api/documents/1")
        #expect(try await station.ask(.delete, "/api/documents/1?forever=true").status == .noContent)
        for path in ["", "/pdf", "/tiff", "/pages/1/png", "/pages/1/picture"] {
            let answer = try await station.get("/api/documents/1\(path)")
            #expect(answer.status == .notFound)
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
        #expect(try await station.ask(.delete, "/api/documents/1").status == .notFound)
        #expect(try await station.post("/api/documents/1/restore").status == .notFound)
    }

    @Test("Programs file documents by names, find them again by one query, and are told if somebody was faster")
    func programsFileAndFind() async throws {
        let station = try await StationUnderTest()
        for title in ["Rent", "Phone"] { _ = try await add(station, "?title=\(title)") }
        func change(_ body: String) async throws -> StationUnderTest.Answer {
            try await station.ask(.patch, "/api/documents/1", Array(body.utf8))
        }
        let filed = try await change(
            "{\"folder\":[\"Home\",\"Bills\"],\"tags\":[\"tax\",\"2026\"],\"type\":\"Invoice\",\"date\":\"2026-11-02\",\"serial\":7,\"version\":1}"
        )
        #expect(filed.status == .ok && filed.text.contains("\"date\":\"2026-11-02\""))
        let names = try await station.get("/api/names").text
        for name in ["Home / Bills", "tax", "2026", "Invoice"] { #expect(names.contains("\"name\":\"\(name)\"")) }
        #expect(try await change("{\"title\":\"x\",\"version\":1}").status == .conflict)
        #expect(try await change("{\"date\":\"soon\"}").status == .unprocessableContent)
        let unknown = try await change("{\"title\":\"x\",\"keepUntil\":\"2030-01-01\"}")
        #expect(unknown.status == .badRequest && unknown.text.contains("keepUntil"))
        #expect(try await !station.get("/api/documents/1").text.contains("\"title\":\"x\""))
        // The separators of entered names are not allowed in names.
        for (field, name) in [("tags", "tax,2026"), ("tags", ""), ("folder", "Home/Bills"), ("folder", "")] {
            #expect(try await change("{\"\(field)\":[\"\(name)\"]}").status == .badRequest, "\(field), \(name)")
        }
        // Empty form fields are not filters, and `null` counts as missing.
        let all = try await station.get("/api/documents?folder=&tag=&state=&sort=")
        #expect(try read(List.self, all).documents.count == 2)
        #expect(try await change("{\"version\":null,\"serial\":7}").status == .ok)
        for query in ["folder=1", "tag=1", "type=1", "date=2026-11-01..2026-11-30", "q=invoice", "q=ren"] {
            let list = try read(List.self, try await station.get("/api/documents?\(query)"))
            #expect(list.documents.map(\.title) == ["Rent"], "\(query)")
        }
        #expect(try await change("{\"folder\":null,\"tags\":[],\"date\":null,\"version\":2}").status == .ok)
        #expect(try read(List.self, try await station.get("/api/documents?folder=none")).documents.count == 2)
        #expect(try await station.get("/api/documents?pages=x").status == .badRequest)
    }

    @Test func whatIsNoPictureIsRefused() async throws {
        let station = try await StationUnderTest()
        let files: [(bytes: [UInt8], reason: String)] = [
            ([], "This file is empty."),
            (Array("hello".utf8), "This file is neither a PDF nor a picture of a known format."),
            (Array(try Photos.bytes("letter-wood").prefix(20)), "This image is "),
        ]
        for (bytes, reason) in files {
            let answer = try await station.post("/api/documents", bytes: bytes)
            #expect(answer.status == .unprocessableContent)
            #expect(try read(Problem.self, answer).detail.hasPrefix(reason))
        }
        #expect(try await add(station, "?filter=sepia").status == .badRequest)
        #expect(try await add(station, "?flattening=forced").status == .badRequest)
        #expect(try await add(station, "?title=%20").status == .unprocessableContent)
    }

    @Test("A file may come as the only part of a form, with its name")
    func forms() async throws {
        let station = try await StationUnderTest()
        let type: HTTPFields = [.contentType: "multipart/form-data; boundary=x"]
        func form(_ parts: (head: String, bytes: [UInt8])...) -> [UInt8] {
            parts.flatMap {
                Array("--x\r\nContent-Disposition: form-data; \($0.head)\r\n\r\n".utf8) + $0.bytes + Array("\r\n".utf8)
            }
                + Array("--x--\r\n".utf8)
        }
        let photo = try Photos.bytes("letter-wood")
        let file = (head: "name=\"file\"; filename=\"Rent May.jpg\"", bytes: photo)
        let added = try await station.ask(.post, "/api/documents", form(file), headers: type)
        #expect(added.status == .created)
        #expect(try read(Document.self, try await station.get("/api/documents/1")).title == "Rent May")
        #expect(try await station.get("/api/documents/1/originals/1").body == photo)
        let attached = try await station.ask(.post, "/api/documents/1/attachments", form(file), headers: type)
        #expect(attached.status == .created && attached.text.contains("\"name\":\"Rent May.jpg\""))
        let title = (head: "name=\"title\"", bytes: Array("Rent".utf8))
        for parts in [form(file, file), form(file, title), form(title), Array("--x--".utf8), Array("hello".utf8)] {
            let answer = try await station.ask(.post, "/api/documents", parts, headers: type)
            #expect(answer.status == .badRequest)
            #expect(try read(Problem.self, answer).detail.hasPrefix("The form must have one file"))
        }
    }

    @Test("The reason for a body that cannot be decoded distinguishes large numbers from other bodies")
    func bodies() async throws {
        let station = try await StationUnderTest()
        _ = try await add(station)
        for (body, reason) in [
            ("{\"serial\": 9223372036854775808}", "one of its numbers is too large"),
            ("[]", "it is not a JSON object"), ("{", "it is not a JSON object"), ("{\"serial\": \"x\"}", "“serial”"),
        ] {
            let answer = try await station.ask(.patch, "/api/documents/1", Array(body.utf8))
            #expect(answer.status == .badRequest)
            #expect(try read(Problem.self, answer).detail == "The body is not valid: \(reason).", "\(body)")
        }
    }

    @Test func aRequestIsDoneOnce() async throws {
        let station = try await StationUnderTest()
        for _ in 0..<2 {
            #expect(try await add(station, headers: [key: "a-1"]).location == "/api/documents/1")
        }
        #expect(try read(List.self, try await station.get("/api/documents")).documents.count == 1)
        let other = try await add(station, "?title=x", headers: [key: "a-1"])
        #expect(other.status == .unprocessableContent)
        #expect(try await add(station, headers: [key: "a-2"]).location == "/api/documents/2")
        for bad in ["", "a b", String(repeating: "a", count: 256)] {
            #expect(try await add(station, headers: [key: bad]).status == .badRequest)
        }
        // Also after a restart of the station.
        let again = try await StationUnderTest(folder: station.folder)
        #expect(try await add(again, headers: [key: "a-1"]).location == "/api/documents/1")
    }

    // MARK: Cameras

    private struct Taken: Decodable {
        let session: String
        let page: Int
        let pageCount: Int
    }

    private func withCamera(empty: Bool = false) async throws -> StationUnderTest {
        let folder = try TemporaryFolder()
        let film = try empty ? Films.empty(in: folder) : Films.still("letter-wood", in: folder)
        return try await StationUnderTest(folder: folder, cameras: [film])
    }

    @Test func capturesADocument() async throws {
        let station = try await withCamera()
        #expect(try await station.get("/api/sources").text.contains("\"name\":\"still.mjpeg\""))
        let answer = try await station.post(
            "/api/sources/0/captures", "{\"title\":\"Letter\",\"filter\":\"blackAndWhite\"}", headers: [key: "c"])
        #expect(answer.status == .created)
        let document = try read(Document.self, answer)
        #expect(document.title == "Letter" && document.pages?.map(\.filter) == ["blackAndWhite"])
        let again = try await station.post(
            "/api/sources/0/captures", "{\"title\":\"Letter\",\"filter\":\"blackAndWhite\"}", headers: [key: "c"])
        #expect(try read(Document.self, again).id == document.id)
        let captures = try await station.get("/api/captures").text
        #expect(captures.contains("\"outcome\":\"captured\"") && captures.contains("\"sharpness\":"))
    }

    @Test func capturesIntoASession() async throws {
        let station = try await withCamera()
        let session = "00000000000000aa"
        for page in 1...2 {
            let answer = try await station.post("/api/sources/0/captures", "{\"session\":\"\(session)\"}")
            #expect(answer.status == .created)
            let taken = try read(Taken.self, answer)
            #expect(taken.session == session && taken.pageCount == page)
        }
        #expect(try await station.get("/api/sessions").text.contains(session))
        let saved = try await station.post(
            "/api/sessions/\(session)/document", "{\"title\":\"Two\"}", headers: [key: "s"])
        #expect(try read(Document.self, saved).pageCount == 2)
        let again = try await station.post(
            "/api/sessions/\(session)/document", "{\"title\":\"Two\"}", headers: [key: "s"])
        #expect(again.location == saved.location)
        #expect(try await station.post("/api/sessions/\(session)/document").status == .conflict)
        #expect(try await station.get("/api/sessions").text == "{\"sessions\":[]}")
    }

    @Test("A page whose session ends while it is captured begins a new session, which the answer names")
    func aPageOfAnEndedSessionIsKept() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path("film.mjpeg")
        #expect(mkfifo(film, 0o600) == 0)
        // Opened for writing as well, so that the clip does not end before it begins.
        let pipe = open(film, O_RDWR | O_NONBLOCK)
        defer { close(pipe) }
        let station = try await StationUnderTest(folder: folder, cameras: [film])
        let (ended, order) = ("00000000000000aa", "{\"session\":\"00000000000000aa\"}")
        let capture = Task { try await station.post("/api/sources/0/captures", order, headers: [key: "c"]) }
        let limit = ContinuousClock.now + .seconds(600)
        while try await !station.get("/api/sources").text.contains("\"isBusy\":true"), ContinuousClock.now < limit {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(try await station.post("/scan/\(ended)/discard").status == .seeOther)
        // From now on the camera sees a page.
        let pictures = Array(repeating: try Photos.bytes("letter-wood"), count: 90).flatMap(\.self)
        let camera = Task {
            var rest = pictures[...]
            while !rest.isEmpty, !Task.isCancelled {
                let count = rest.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
                if count > 0 { rest = rest.dropFirst(count) } else { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        let answer = try await capture.value
        camera.cancel()
        _ = try? await camera.value
        #expect(answer.status == .created)
        let taken = try read(Taken.self, answer)
        #expect(taken.session != ended && taken.page == 1 && taken.pageCount == 1)
        #expect(try await station.get("/scan/\(taken.session)/pages").text.contains("Scan 1 of 1"))
        let again = try await station.post("/api/sources/0/captures", order, headers: [key: "c"])
        #expect(try read(Taken.self, again).session == taken.session)
        // An ended session accepts no pictures.
        let late = try await station.post("/api/sources/0/captures", order)
        #expect(late.status == .conflict && late.text.contains("This session has ended."))
    }

    @Test func aCaptureWithoutAPageSaysSo() async throws {
        let station = try await withCamera(empty: true)
        let answer = try await station.post("/api/sources/0/captures")
        #expect(answer.status == .unprocessableContent)
        #expect(try read(Problem.self, answer).detail.contains("No page was found"))
        #expect(try await station.get("/api/captures").text.contains("\"outcome\":\"NoPageInView\""))
        #expect(try await station.get("/metrics").text.contains("recto_captures_total{outcome=\"NoPageInView\"} 1"))
    }

    @Test func badOrdersAreRefused() async throws {
        let station = try await withCamera()
        for body in ["[]", "{\"session\":\"../../x\"}", "{\"filter\":\"sepia\"}", "{\"session\":1}"] {
            #expect(try await station.post("/api/sources/0/captures", body).status == .badRequest)
        }
        #expect(try await station.post("/api/sources/1/captures").status == .notFound)
        #expect(try await station.post("/api/sources/x/captures").status == .notFound)
        #expect(try await station.post("/api/sessions/x/document").status == .notFound)
        #expect(try await station.get("/api/captures").text == "{\"captures\":[]}")
    }

    // MARK: Upkeep

    @Test func tellsHowItIs() async throws {
        let station = try await StationUnderTest()
        _ = try await add(station)
        #expect(try await station.get("/health").text.contains("\"status\":\"ok\""))
        let metrics = try await station.get("/metrics")
        #expect(metrics.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        for line in [
            "recto_documents 1", "recto_pages 1", "recto_http_requests_total{method=\"POST\",status=\"201\"} 1",
            "recto_live_views 0", "# TYPE recto_http_requests_total counter",
        ] { #expect(metrics.text.contains(line + "\n")) }
        let memory = try #require(metrics.text.firstMatch(of: /process_resident_memory_bytes (\d+)/)?.output.1)
        #expect((Int(memory) ?? 0) > 1 << 20)
        // Each line is a comment, or a name with labels and a number.
        for line in metrics.text.split(separator: "\n") {
            #expect(line.wholeMatch(of: /#.*|[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [0-9.e+-]+/) != nil)
        }
    }

    @Test func otherSitesCannotUseIt() async throws {
        let station = try await StationUnderTest()
        #expect(try await add(station, headers: [.origin: "http://evil.example"]).status == .forbidden)
        let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
        #expect(try await station.ask(.delete, "/api/documents/1", headers: [site: "cross-site"]).status == .forbidden)
        #expect(try await station.ask(.get, "/api/documents", authority: "evil.example").status == .misdirectedRequest)
    }
}
