import Foundation
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// Attachments of documents, and the data that a form stores in one transaction.
@Suite struct AttachmentTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func document(_ title: String = "Gas") throws -> NewDocument {
        NewDocument(
            title: title, captured: .now,
            pages: [NewDocument.Page(picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)])
    }

    private func file(_ name: String) -> NewAttachment {
        NewAttachment(name: AttachmentName(name), mediaType: "text/plain", bytes: Array(name.utf8))
    }

    private func names(_ id: Int64) throws -> [String] { try library.attachments(of: id).map(\.name) }

    @Test(
        "documents are found by the numbers on their papers and the names of their attachments, while they have them"
    )
    func searched() throws {
        let id = try library.add(
            try document(), DocumentEntry(try FilingEntry([.serial: "4711"]), added: [file("orig_invoice.txt")]),
            at: .now)
        func found(_ text: String) throws -> [Int64] {
            var query = ListQuery()
            query.search(text)
            return try library.documents(query, limit: 5, calendar: Calendar(identifier: .gregorian)).documents.map(
                \.id)
        }
        #expect(try found("4711") == [id] && found("orig invoice") == [id])
        let attachment = try #require(try library.attachments(of: id).first)
        let event = try library.detach(attachment.id, from: id, at: .now)
        #expect(try found("invoice").isEmpty)
        _ = try library.undo(EventRange(event), at: .now)
        #expect(try found("invoice") == [id])
        _ = try library.file(id, try FilingEntry([.serial: ""]), at: .now)
        #expect(try found("4711").isEmpty)
    }

    @Test("What a form changes is stored at once and undone at once, but for what somebody has changed since")
    func change() throws {
        let id = try library.add(
            try document(),
            DocumentEntry(try FilingEntry([.folder: "Home"]), note: try NoteText("one"), added: [file("a.txt")]),
            at: .now)
        #expect(try names(id) == ["a.txt"] && library.notes(of: id).count == 1 && library.document(id).folder != nil)
        let removed = try #require(try library.attachments(of: id).first)
        let entry = DocumentEntry(
            try FilingEntry([.title: "Power"]), note: try NoteText("two"), added: [file("b.txt"), file("c.txt")],
            removed: [removed.id, 99])
        let events = try #require(try library.change(id, entry, at: .now))
        #expect(try names(id) == ["b.txt", "c.txt"] && library.document(id).title == "Power")
        // Its file still exists.
        #expect(library.hasOriginal(removed.file))
        let other = try #require(try library.attachments(of: id).last)
        _ = try library.detach(other.id, from: id, at: .now)
        #expect(try library.undo(events, at: .now) == [id])
        #expect(
            try names(id) == ["a.txt"] && library.notes(of: id).map(\.text) == ["one"]
                && library.document(id).title == "Gas")
        #expect(try library.change(id, DocumentEntry(try FilingEntry([.title: "Gas"])), at: .now) == nil)
    }

    @Test("A change to an older version, or to a number that is used, changes nothing and leaves no file")
    func refused() throws {
        let id = try library.add(try document(), DocumentEntry(try FilingEntry([.serial: "7"])), at: .now)
        let version = try library.document(id).version
        _ = try library.change(id, DocumentEntry(try FilingEntry([.title: "Other"])), at: .now)
        let files = try library.storedFiles().files
        #expect(throws: StoreError.changedMeanwhile(id)) {
            try library.change(
                id, DocumentEntry(try FilingEntry([:]), added: [file("a.txt")]), version: version, at: .now)
        }
        #expect(throws: StoreError.nameInUse("7")) {
            try library.add(
                try document("Two"), DocumentEntry(try FilingEntry([.serial: "7"]), added: [file("b.txt")]), at: .now)
        }
        #expect(throws: StoreError.unknownDocument(9)) { try library.attach(file("c.txt"), to: 9, at: .now) }
        #expect(try library.documentCount() == 1 && names(id).isEmpty)
        try library.removeLeftovers()
        #expect(try library.storedFiles().files == files)
    }

    @Test(
        "The file of an attachment that was removed is kept for thirty days, or until its document is deleted for good")
    func former() throws {
        let id = try library.add(
            try document(), DocumentEntry(try FilingEntry([:]), added: [file("a.txt"), file("b.txt")]), at: .now)
        let files = try library.attachments(of: id)
        let event = try library.detach(files[0].id, from: id, at: .now)
        _ = try library.detach(files[1].id, from: id, at: .now)
        try library.removeLeftovers()
        #expect(library.hasOriginal(files[0].file))
        #expect(try library.undo(EventRange(event), at: .now).isEmpty)
        #expect(try names(id) == ["a.txt"] && library.original(files[0].file) == Array("a.txt".utf8))
        // After undoing, it exists once.
        #expect(try library.undo(EventRange(event), at: .now) == [id])
        try library.emptyTrash(at: .now + Library.trashMemory + 60)
        #expect(library.hasOriginal(files[0].file) && !library.hasOriginal(files[1].file))
        let late = try library.events(of: id).first { $0.kind == .attached }
        #expect(late != nil)
        try library.delete(id)
        #expect(!library.hasOriginal(files[0].file))
    }
}
