import Foundation
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// The parts of documents besides their pages.
@Suite struct NoteTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func add(_ title: String, note: String, file: String, hasPage: Bool = true) throws -> Int64 {
        var document = ImportedDocument(key: title, title: title, captured: .now)
        document.notes = [ImportedDocument.Note(note, at: .now)]
        document.attachments = [.init(name: file, mediaType: "text/plain", file: { Array(file.utf8) })]
        if hasPage {
            document.pages = [
                NewDocument.Page(
                    picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
            ]
        }
        return try library.add(document, at: .now)
    }

    private func notes(_ id: Int64) throws -> [String] { try library.notes(of: id).map(\.text) }
    private func files(_ id: Int64) throws -> [String] { try library.attachments(of: id).map(\.name) }

    @Test("Documents that become one bring their notes and attachments along, and have them again when it is undone")
    func merge() throws {
        let ids = [try add("a", note: "one", file: "a.txt"), try add("b", note: "two", file: "b.txt")]
        let events = try #require(try library.merge(ids, at: .now))
        #expect(try notes(ids[0]) == ["one", "two"] && files(ids[0]) == ["a.txt", "b.txt"])
        var query = ListQuery()
        query.search("two")
        let calendar = Calendar(identifier: .gregorian)
        #expect(try library.documents(query, limit: 9, calendar: calendar).documents.map(\.id) == [ids[0]])
        #expect(try library.undo(events, at: .now).isEmpty)
        #expect(try notes(ids[0]) == ["one"] && files(ids[0]) == ["a.txt"])
        #expect(try notes(ids[1]) == ["two"] && files(ids[1]) == ["b.txt"])
        #expect(try library.documents(query, limit: 9, calendar: calendar).documents.map(\.id) == [ids[1]])
    }

    @Test("A document without pages is seen in the trash, and deleted for good with its file")
    func withoutPages() throws {
        let id = try add("a", note: "one", file: "a.txt", hasPage: false)
        let file = try #require(try library.attachments(of: id).first).file
        #expect(library.hasOriginal(file))
        _ = try library.trash([id], at: .now)
        var query = ListQuery()
        query.filter.isTrash = true
        #expect(try library.count(query, calendar: Calendar(identifier: .gregorian)) == 1)
        #expect(try !library.isTrashEmpty() && library.purge([id]) == 1)
        #expect(!library.hasOriginal(file))
    }

    @Test("A note that was changed since is not undone, and one that was deleted comes back as it was")
    func undo() throws {
        let id = try add("a", note: "one", file: "a.txt")
        let first = try library.addNote(try NoteText(" two\r\nlines \n"), to: id, at: Date(timeIntervalSince1970: 1))
        #expect(try notes(id) == ["one", "two\nlines"])
        let changed = try #require(
            try library.changeNote(first.note, of: id, to: try NoteText("three"), at: Date(timeIntervalSince1970: 2)))
        #expect(try library.undo(EventRange(first.event), at: .now) == [id])
        #expect(try notes(id) == ["one", "three"])
        let deleted = try library.deleteNote(first.note, of: id, at: Date(timeIntervalSince1970: 3))
        #expect(try library.undo(EventRange(changed), at: .now) == [id])
        #expect(try library.undo(EventRange(deleted), at: .now).isEmpty)
        let back = try #require(try library.notes(of: id).last)
        #expect(back.text == "three" && back.id == first.note && back.at == Date(timeIntervalSince1970: 1))
        let other = try add("b", note: "x", file: "b.txt")
        #expect(throws: StoreError.unknownNote(first.note, document: other)) {
            try library.deleteNote(first.note, of: other, at: .now)
        }
        #expect(throws: NoteText.Failure.tooLong(maximum: 4000)) { try NoteText(String(repeating: "x", count: 4001)) }
    }
}
