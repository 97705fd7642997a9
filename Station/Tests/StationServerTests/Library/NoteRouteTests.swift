import Foundation
import HTTPTypes
import StationRules
import StationStore
import TestSupport
import Testing

/// Notes, history and attachments of a document, and the colors of tags.
@Suite struct NoteRouteTests {
    private func station() async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes("letter-wood"))
        _ = try await station.post("/scan/0123456789abcdef/save")
        return station
    }

    @Test("Notes are added, changed and deleted, and each of it is undone from its notice")
    func notes() async throws {
        let station = try await station()
        let added = try await station.post("/documents/1/notes", "text=Paid+%3Cb%3E%0D%0Ain+May+").location
        #expect(added == "/documents/1?done=noted&undo=1")
        var text = try await station.get(try #require(added)).text
        #expect(text.contains("<p class=\"note\">Paid &lt;b&gt;\nin May</p>") && text.contains("Note added"))
        #expect(text.contains("action=\"/documents/1/undo/1-1\""))
        #expect(
            try await station.post("/documents/1/notes/1", "text=Paid+in+June").location
                == "/documents/1?done=noteSaved&undo=2")
        // A request without a change is not an event.
        #expect(try await station.post("/documents/1/notes/1", "text=Paid+in+June").location == "/documents/1")
        #expect(
            try await station.post("/documents/1/notes/1/delete").location == "/documents/1?done=noteDeleted&undo=3")
        #expect(try await !station.get("/documents/1").text.contains("Paid in June"))
        #expect(try await station.post("/documents/1/undo/3").location == "/documents/1?done=undone")
        #expect(try await station.get("/documents/1").text.contains("Paid in June"))
        _ = try await station.post("/documents/1/undo/2")
        #expect(try await station.get("/documents/1").text.contains("in May"))
        // It has been changed since it was added.
        _ = try await station.post("/documents/1/notes/1", "text=Other")
        #expect(try await station.post("/documents/1/undo/1").location == "/documents/1?done=undoneInPart")
        text = try await station.get("/documents/1").text
        #expect(text.contains("Other"))
        // It is found by its text.
        #expect(try await station.get("/documents?q=other").text.contains("href=\"/documents/1?q=other\""))
        for (path, body) in [("/documents/1/notes", "text=+%0A"), ("/documents/1/notes/1", "text=")] {
            #expect(try await station.post(path, body).status == .unprocessableContent)
        }
        #expect(try await station.post("/documents/1/notes/9", "text=x").status == .notFound)
        #expect(try await station.post("/documents/9/notes", "text=x").status == .notFound)
    }

    @Test("OD-3: the history tells in words what happened, the latest first, behind everything else")
    func history() async throws {
        let station = try await station()
        _ = try await station.post("/documents/1/edit", "title=Rent&state=inbox")
        _ = try await station.post("/documents/1/edit", "title=Rent&state=reviewed&tags=tax&date=2026-01-02")
        _ = try await station.post("/documents/1/notes", "text=x")
        _ = try await station.post("/documents/1/delete")
        _ = try await station.post("/documents/1/restore")
        let text = try await station.get("/documents/1").text
        let found = text.matches(of: /<li><span>([^<]+)<\/span><span class="subhead">/).map { String($0.output.1) }
        #expect(found.count == 6)
        #expect(
            found.prefix(3) == ["Restored from the trash", "Moved to the trash", "Note added"]
                && found[3] == "Changed: Tags, Document Date, Status" && found[4].hasPrefix("Renamed. It was “Scan ")
                && found[5] == "Imported")
        // OD-1's order: facts, related, notes; the least used section is last.
        let places = ["class=\"facts-list\"", "id=\"notes-title\"", "class=\"accessories history\""].map {
            text.firstRange(of: $0)?.lowerBound
        }
        #expect(!places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test("The same for programs")
    func api() async throws {
        let station = try await station()
        let added = try await station.post("/api/documents/1/notes", "{\"text\": \" Paid \"}")
        #expect(added.status == .created)
        let note = try #require(try JSONSerialization.jsonObject(with: Data(added.body)) as? [String: Any])
        #expect(note["text"] as? String == "Paid" && note["id"] as? Int == 1 && note["person"] as? String == "")
        let changed = try await station.ask(.patch, "/api/documents/1/notes/1", Array("{\"text\": \"x\"}".utf8))
        #expect(changed.status == .ok && changed.text.contains("\"text\":\"x\""))
        #expect(try await station.get("/api/documents/1/notes").text.contains("\"notes\":[{"))
        #expect(try await station.get("/api/documents/1/events").text.contains("Note changed"))
        #expect(try await station.ask(.delete, "/api/documents/1/notes/1").status == .noContent)
        #expect(try await station.ask(.delete, "/api/documents/1/notes/1").status == .notFound)
        #expect(try await station.get("/api/documents/1/notes").text == "{\"notes\":[]}")
        #expect(try await station.post("/api/documents/1/notes", "{\"text\": \"\"}").status == .unprocessableContent)
        #expect(try await station.post("/api/documents/1/notes", "{}").status == .badRequest)
        for path in ["notes", "events", "attachments"] {
            #expect(try await station.get("/api/documents/9/\(path)").status == .notFound)
        }
    }

    @Test("Attachments are listed and saved under their own names")
    func attachments() async throws {
        let station = try await station()
        let library = try Library(folder: station.folder.path("station"))
        var document = ImportedDocument(key: "a", title: "Contract", captured: .now)
        document.attachments = [
            .init(name: "Vertrag März.pdf", mediaType: "application/pdf", file: { Array("%PDF-".utf8) })
        ]
        let id = try library.add(document, at: .now)
        let text = try await station.get("/documents/\(id)").text
        #expect(text.contains("<a href=\"/documents/\(id)/attachments/1\" download>Vertrag März.pdf</a>"))
        #expect(try await station.get("/documents").text.contains("Contract"))
        for path in ["/documents/\(id)/attachments/1", "/api/documents/\(id)/attachments/1"] {
            let file = try await station.get(path)
            #expect(file.text == "%PDF-" && file.headers[.contentType] == "application/pdf")
            #expect(
                file.headers[.contentDisposition] == "attachment; filename*=UTF-8''Vertrag%20M%C3%A4rz.pdf")
        }
        #expect(try await station.get("/api/documents/\(id)/attachments").text.contains("\"size\":5"))
        // A document with only a file is restored from the trash, by its button and by undoing.
        _ = try library.trash([id], at: .now)
        #expect(try await station.post("/documents/\(id)/restore").status == .seeOther)
        #expect(try library.document(id).trashed == nil)
        _ = try library.undo(try #require(try library.trash([id], at: .now)), at: .now)
        #expect(try library.document(id).trashed == nil)
        #expect(try await station.get("/documents/1/attachments/1").status == .notFound)
    }

    @Test("Tags get names and colors in a form, and have those before again from the notice")
    func tags() async throws {
        let station = try await station()
        #expect(try await station.get("/documents/tags").text.contains("No tags yet"))
        _ = try await station.post("/documents/1/edit", "title=Rent&tags=tax,car")
        let library = try Library(folder: station.folder.path("station"))
        let tag = try #require(try library.names(of: .tag).first { $0.name == "tax" }).id
        let text = try await station.get("/documents/tags").text
        #expect(text.matches(of: /name="color" value="gray" checked/).count == 2)
        for color in TagColor.allCases { #expect(text.contains("class=\"tag tag-\(color.rawValue)\"")) }
        let saved = try await station.post("/documents/tags/\(tag)", "name=Steuer+2026&color=green")
        #expect(saved.status == .seeOther)
        let after = try await station.get(try #require(saved.location)).text
        #expect(after.contains("<span class=\"tag tag-green\">Steuer 2026</span>") && after.contains("Tag saved"))
        #expect(try await station.get("/documents").text.contains("<span class=\"tag tag-green\">Steuer 2026</span>"))
        // The form in the toast.
        let undo = try #require(after.firstMatch(of: /action="(\/documents\/undo\/[^"]+)"/)).output.1
        let undone = try await station.post(String(undo).replacing("&amp;", with: "&"))
        #expect(undone.location == "/documents/tags?done=undone")
        #expect(try await station.get("/documents/tags?done=undone").text.contains("Change undone"))
        #expect(
            try library.names(of: .tag).map { "\($0.name) \($0.color ?? "")" } == ["car gray", "tax gray"])
        // Renaming to an existing name asks whether to merge both.
        let asked = try await station.post("/documents/tags/\(tag)", "name=CAR&color=red")
        #expect(asked.status == .conflict)
        #expect(asked.text.contains("“car” is there already. Shall it take the place of “tax” on 1 document?"))
        #expect(try await station.post("/documents/tags/\(tag)", "name=a,b&color=red").status == .unprocessableContent)
        #expect(try await station.post("/documents/tags/\(tag)", "name=&color=red").status == .unprocessableContent)
        #expect(try await station.post("/documents/tags/\(tag)", "name=x&color=pink").status == .badRequest)
        #expect(try await station.post("/documents/tags/99", "name=x&color=red").status == .notFound)
        let other = try #require(try library.names(of: .tag).first { $0.name == "car" }).id
        #expect(try await station.post("/documents/tags/\(tag)/merge", "into=99").status == .notFound)
        let merged = try await station.post("/documents/tags/\(tag)/merge", "into=\(other)")
        let events = try #require(
            merged.location?.wholeMatch(of: /\/documents\/tags\?done=nameMerged&undo=(\d+-\d+)#tag-(\d+)/))
        #expect(events.output.2 == "\(other)")
        #expect(try library.names(of: .tag).map { "\($0.name) \($0.documents)" } == ["car 1"])
        _ = try await station.post("/documents/undo/\(events.output.1)?at=/documents/tags")
        #expect(try library.names(of: .tag).map { "\($0.name) \($0.documents)" } == ["car 1", "tax 1"])
    }

    @Test(
        "Correspondents and types are renamed, merged and deleted as tags are; it is said how many documents lose one")
    func otherNames() async throws {
        let station = try await station()
        for (path, field) in [("correspondents", "correspondent"), ("types", "type")] {
            _ = try await station.post("/documents/1/edit", "title=Rent&\(field)=Typo")
            let text = try await station.get("/documents/\(path)").text
            #expect(text.contains("It is taken off 1 document.") && !text.contains("name=\"color\""))
            #expect(try await station.post("/documents/\(path)/1", "name=Right").status == .seeOther)
            #expect(try await station.get("/documents?q=right").text.contains("Rent"))
            let library = try Library(folder: station.folder.path("station"))
            let kind = try #require(Library.NameKind(rawValue: field))
            let other = try library.name("Other", of: kind)
            #expect(try await station.post("/documents/\(path)/1", "name=other").status == .conflict)
            _ = try await station.post("/documents/\(path)/1/merge", "into=\(other)")
            #expect(try library.names(of: kind).map { "\($0.name) \($0.documents)" } == ["Other 1"])
            #expect(try await station.get("/documents?q=other").text.contains("Rent"))
            let deleted = try await station.post("/documents/\(path)/\(other)/delete")
            let events = try #require(
                deleted.location?.wholeMatch(of: /\/documents\/\w+\?done=nameDeleted&undo=(\d+-\d+)/)
            ).output.1
            #expect(try library.names(of: kind).isEmpty && library.document(1).trashed == nil)
            #expect(try await station.post("/documents/\(path)/\(other)/delete").status == .notFound)
            _ = try await station.post("/documents/undo/\(events)?at=/documents/\(path)")
            #expect(try library.names(of: kind).map { "\($0.name) \($0.documents)" } == ["Other 1"])
        }
    }
}
