import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// API changes to documents, folders and views, and their undoing.
@Suite struct ChangeAPITests {
    private func station(pages: [Int]) async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        for (number, pages) in pages.enumerated() {
            let pages = try (0..<pages).map { page in
                NewDocument.Page(
                    picture: Array("\(number) \(page)".utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
            }
            _ = try library.add(NewDocument(title: "Letter \(number + 1)", captured: .now, pages: pages))
        }
        return (station, library)
    }

    private func send(
        _ station: StationUnderTest, _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
    ) async throws -> StationUnderTest.Answer { try await station.ask(method, path, Array(body.utf8)) }

    private func json(_ answer: StationUnderTest.Answer) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    private func undo(_ station: StationUnderTest, _ answer: StationUnderTest.Answer) async throws -> [Int] {
        let path = try #require(try json(answer)["undo"] as? String)
        return try #require(try json(try await station.post(path))["changedSince"] as? [Int])
    }

    @Test("Programs split, merge and move pages as screens do, and take each back")
    func documents() async throws {
        let (station, library) = try await station(pages: [3, 2])
        func counts() throws -> [Int] { try (1...2).map { try library.document($0).pages } }
        let split = try await send(station, .post, "/api/documents/1/split", "{\"maximum\": 2}")
        #expect(try json(split)["documents"] as? [Int] == [1, 3] && counts() == [2, 2])
        #expect(try await undo(station, split).isEmpty)
        #expect(try counts() == [3, 2])
        let moved = try await send(station, .post, "/api/documents/1/pages/move", "{\"pages\": [1, 3], \"to\": 2}")
        #expect(try json(moved)["documents"] as? [Int] == [2] && counts() == [1, 4])
        #expect(try await undo(station, moved).isEmpty)
        let new = try await send(station, .post, "/api/documents/1/pages/move", "{\"pages\": [2]}")
        #expect(try json(new)["documents"] as? [Int] == [4] && counts() == [2, 2])
        #expect(try await undo(station, new).isEmpty)
        let merged = try await send(station, .post, "/api/documents/2/merge", "{\"documents\": [1]}")
        #expect(try json(merged)["documents"] as? [Int] == [2] && library.document(2).pages == 5)
        #expect(try await undo(station, merged).isEmpty)
        #expect(try counts() == [3, 2] && library.document(1).trashed == nil)
    }

    @Test(
        "What programs cannot do is said with its reason",
        arguments: [
            ("1/split", "{\"maximum\": 3}", 422), ("1/split", "{\"maximum\": 0}", 422), ("1/split", "{}", 400),
            ("9/split", "{\"maximum\": 1}", 404), ("1/merge", "{\"documents\": []}", 422),
            ("1/merge", "{\"documents\": [1]}", 422), ("1/merge", "{\"documents\": [9]}", 404),
            ("1/pages/move", "{\"pages\": []}", 422), ("1/pages/move", "{\"pages\": [4]}", 404),
            ("1/pages/move", "{\"pages\": [1], \"to\": 1}", 422), ("1/pages/move", "{\"pages\": [1, 2, 3]}", 409),
            ("1/pages/move", "{\"pages\": [1], \"to\": 9}", 404),
        ])
    func refusals(_ path: String, _ body: String, _ status: Int) async throws {
        let (station, library) = try await station(pages: [3])
        let answer = try await send(station, .post, "/api/documents/\(path)", body)
        #expect(answer.status.code == status && answer.headers[.contentType] == "application/problem+json")
        #expect(try library.document(1).pages == 3)
        #expect(try await station.post("/api/undo/99").status == .notFound)
        #expect(try await station.post("/api/undo/x").status == .notFound)
    }

    @Test("Programs make, rename, move and remove folders, and take it back")
    func folders() async throws {
        let (station, library) = try await station(pages: [1])
        let home = try await send(station, .post, "/api/folders", "{\"name\": \"Home\"}")
        #expect(home.status == .created)
        _ = try await send(station, .post, "/api/folders", "{\"name\": \"Bills\", \"parent\": 1}")
        _ = try library.file(1, try FilingEntry([.folder: "Home/Bills"]), at: .now)
        let moved = try await send(station, .patch, "/api/folders/2", "{\"parent\": null}")
        #expect(try library.folderTree().nodes.map(\.path) == ["Bills", "Home"])
        #expect(try await undo(station, moved).isEmpty)
        let renamed = try await send(station, .patch, "/api/folders/2", "{\"name\": \"Letters\"}")
        #expect(try json(renamed)["parent"] as? Int == 1)
        let removed = try await send(station, .delete, "/api/folders/2")
        #expect(try library.document(1).folder == 1)
        #expect(try await undo(station, removed).isEmpty)
        #expect(try library.document(1).folder == 2)
        #expect(try await send(station, .post, "/api/folders", "{\"name\": \"a/b\"}").status == .unprocessableContent)
        #expect(try await send(station, .post, "/api/folders", "{\"name\": \"home\"}").status == .conflict)
        #expect(try await send(station, .patch, "/api/folders/9", "{}").status == .notFound)
        #expect(try await send(station, .delete, "/api/folders/9").status == .notFound)
    }

    @Test(
        "Programs rename, merge and delete tags, correspondents and types, and take it back",
        arguments: [
            ("tags", ListFilter.Field.tag, FilingEntry.Field.tags), ("correspondents", .correspondent, .correspondent),
            ("types", .type, .type),
        ])
    func names(_ kind: String, _ field: ListFilter.Field, _ filed: FilingEntry.Field) async throws {
        let (station, library) = try await station(pages: [1, 1])
        _ = try library.file(1, try FilingEntry([filed: "Gas"]), at: .now)
        _ = try library.file(2, try FilingEntry([filed: "Power"]), at: .now)
        func all() throws -> [String?] { try library.listNames().names(of: field)?.map(\.text) ?? [] }

        let renamed = try await send(station, .patch, "/api/\(kind)/1", "{\"name\": \"Heating\"}")
        #expect(try json(renamed)["name"] as? String == "Heating" && all() == ["Heating", "Power"])
        #expect(try await undo(station, renamed).isEmpty)
        #expect(try all() == ["Gas", "Power"])

        let merged = try await send(station, .post, "/api/\(kind)/1/merge", "{\"into\": 2}")
        #expect(try json(merged)["id"] as? Int == 2 && all() == ["Power"])
        #expect(try await undo(station, merged).isEmpty)
        let removed = try await send(station, .delete, "/api/\(kind)/1")
        #expect(try all() == ["Power"])
        #expect(try await undo(station, removed).isEmpty)
        #expect(try all() == ["Gas", "Power"])

        let same = try await send(station, .patch, "/api/\(kind)/1", "{}")
        #expect(try same.status == .ok && json(same)["undo"] == nil)
        for (method, path, body, status) in [
            (HTTPRequest.Method.patch, "1", "{\"name\": \"\"}", 422), (.patch, "1", "{\"name\": \"power\"}", 409),
            (.patch, "9", "{}", 404), (.post, "1/merge", "{}", 400), (.post, "1/merge", "{\"into\": 9}", 404),
            (.post, "9/merge", "{\"into\": 1}", 404), (.delete, "9", "", 404),
        ] {
            #expect(
                try await send(station, method, "/api/\(kind)/\(path)", body).status.code == status, "\(path) \(body)")
        }
    }

    @Test("Programs give tags colors")
    func colors() async throws {
        let (station, library) = try await station(pages: [1])
        _ = try library.name("Gas", of: .tag)
        let colored = try await send(station, .patch, "/api/tags/1", "{\"color\": \"red\"}")
        #expect(try json(colored)["color"] as? String == "red" && json(colored)["name"] as? String == "Gas")
        #expect(try await send(station, .patch, "/api/tags/1", "{\"color\": \"pink\"}").status == .badRequest)
        #expect(try await send(station, .patch, "/api/tags/1", "{\"name\": \"a,b\"}").status == .unprocessableContent)
    }

    @Test("SO-8: programs keep queries as views, which read the same in lists")
    func views() async throws {
        let (station, library) = try await station(pages: [1])
        let added = try await send(
            station, .post, "/api/views", "{\"name\": \"Unpaid\", \"query\": \"state=inbox&sort=-date\"}")
        #expect(added.status == .created && added.location == "/api/views/1")
        let view = try #require(try library.views().first)
        #expect(view.query.addressText == "state=inbox&sort=-date")
        #expect(try json(added)["documents"] as? String == "/api/documents?state=inbox&sort=-date")
        let changed = try await send(station, .patch, "/api/views/1", "{\"query\": \"q=gas\", \"isUsual\": true}")
        #expect(try json(changed)["name"] as? String == "Unpaid" && json(changed)["query"] as? String == "q=gas")
        let removed = try await send(station, .delete, "/api/views/1")
        #expect(try library.views().isEmpty)
        _ = try await undo(station, removed)
        let list = try #require(try json(try await station.get("/api/views"))["views"] as? [[String: Any]])
        #expect(list.map { $0["name"] as? String } == ["Unpaid"] && list[0]["isUsual"] as? Bool == true)
        for (body, status) in [
            ("{}", 400), ("{\"name\": \"\"}", 422), ("{\"name\": \"unpaid\"}", 409),
            ("{\"name\": \"x\", \"query\": \"pages=x\"}", 400),
        ] {
            #expect(try await send(station, .post, "/api/views", body).status.code == status, "\(body)")
        }
        #expect(try await send(station, .delete, "/api/views/9").status == .notFound)
    }

    @Test("SE-10: programs search everything: documents, names and scenes")
    func search() async throws {
        let (station, library) = try await station(pages: [1, 1])
        _ = try library.file(1, try FilingEntry([.tags: "letters to Ada", .title: "Rent"]), at: .now)
        let found = try json(try await station.get("/api/search?q=letter"))
        #expect(found["count"] as? Int == 2)
        let documents = try #require(found["documents"] as? [[String: Any]])
        #expect(Set(documents.compactMap { ($0["document"] as? [String: Any])?["id"] as? Int }) == [1, 2])
        let names = try #require(found["names"] as? [[String: Any]])
        #expect(names.map { $0["kind"] as? String } == ["tag"])
        #expect(names.first?["documents"] as? String == "/api/documents?tag=1")
        #expect(try await station.get("/api/search?pages=x").status == .badRequest)
    }
}
