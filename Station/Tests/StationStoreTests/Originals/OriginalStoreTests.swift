import Foundation
import RectoCore
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// The files that documents keep as they came.
@Suite struct OriginalStoreTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func page(_ text: String) throws -> NewDocument.Page {
        NewDocument.Page(picture: Array(text.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
    }

    private func original(_ name: String) -> NewOriginal {
        NewOriginal(name: name, mediaType: "application/pdf", file: { Array("%PDF of \(name)".utf8) })
    }

    /// Adds a document from a file whose pages have its name and their number in them.
    private func add(_ name: String, pages count: Int = 3) throws -> Int64 {
        try library.add(
            NewDocument(
                title: name, captured: .now, pages: try (1...count).map { try page("\(name) \($0)") },
                originals: [NewDocument.Original(original(name), pages: 0..<count)]))
    }

    private func names(_ id: Int64) throws -> [String] { try library.originals(of: id).map(\.name) }

    /// Whether the file is in the library, as it came.
    private func isKept(_ name: String) -> Bool {
        let bytes = Array("%PDF of \(name)".utf8)
        return (try? library.original(BlobName(of: bytes))) == bytes
    }

    @Test("KF-2: files follow pages that are split off and moved, and are taken back when that is undone")
    func moves() throws {
        let (long, other) = (try add("long"), try add("other", pages: 1))
        let split = try library.split(long, maximum: 2, at: .now)
        #expect(try names(split.documents[0]) == ["long"] && names(long) == ["long"])
        let page = try #require(try library.pageList(of: long).items.first?.id)
        let moved = try library.movePages([page], of: long, to: other, at: .now)
        #expect(try names(other) == ["other", "long"])
        _ = try library.undo(moved.events, at: .now)
        #expect(try names(other) == ["other"] && names(long) == ["long"])
        // A document that loses its last page gives away all its files.
        let rest = try Set(library.pageList(of: long).items.compactMap(\.id))
        _ = try library.movePages(rest, of: long, to: other, at: .now)
        #expect(try names(other) == ["other", "long"])
    }

    @Test("KF-2: a merged document has the files of all, until that is undone")
    func merging() throws {
        let (first, second) = (try add("first"), try add("second"))
        let events = try #require(try library.merge([first, second], at: .now))
        #expect(try names(first) == ["first", "second"])
        _ = try library.undo(events, at: .now)
        #expect(try names(first) == ["first"] && names(second) == ["second"])
        _ = try library.merge([first, second], at: .now)
        _ = try library.purge([second])
        #expect(try names(first) == ["first", "second"] && isKept("second"))
    }

    @Test("KF-2: a file goes with the last document that has it, and not before, whatever happens to its pages")
    func deletion() throws {
        let id = try add("letter")
        let (documents, _) = try library.split(id, maximum: 1, at: .now)
        for document in [id] + documents.dropLast() {
            _ = try library.trash([document], at: .now)
            #expect(try library.purge([document]) == 1 && isKept("letter"))
        }
        let last = try #require(documents.last)
        try library.removeLeftovers()
        #expect(isKept("letter"))
        _ = try library.trash([last], at: .now)
        #expect(isKept("letter"))
        _ = try library.purge([last])
        #expect(!isKept("letter"))
    }

    @Test("KF-2: a draft keeps its files until it is saved or discarded, a saved one those of its pages")
    func drafts() throws {
        let names = (0..<3).map { "000000000000000\($0)" }
        for (number, name) in names.enumerated() {
            try library.keep(original("file \(number)"), pictures: [Array("page \(number)".utf8)], inDraft: name)
        }
        try library.keep(original("unused"), pictures: [Array("deleted page".utf8)], inDraft: names[0])
        try library.removeLeftovers()
        #expect((0..<3).allSatisfy { isKept("file \($0)") } && isKept("unused"))
        #expect(try library.nameOfFile(inDraft: names[0]) == "file 0")
        let id = try library.add(
            NewDocument(title: "Saved", captured: .now, draft: names[0], pages: [try page("page 0")]))
        try library.discard(draft: names[1])
        #expect(try self.names(id) == ["file 0"])
        #expect(isKept("file 0") && !isKept("unused") && !isKept("file 1") && isKept("file 2"))
    }

    @Test("KF-2: others do not see the files of private documents, and a file that comes twice keeps both names")
    func privacy() throws {
        let ada = Library.builtInPerson
        let code = SessionIdentifier()
        try library.invite(code, as: .member, by: ada, expires: .now + 60, maximum: 20, at: .now)
        let ben = try #require(try library.accept(code, at: .now))
        let id = try add("secret")
        try DocumentReader.$current.withValue(.person(ada)) {
            _ = try library.file(id, try FilingEntry([.sharing: DocumentSharing.onlyMe.rawValue]), at: .now)
        }
        try DocumentReader.$current.withValue(.person(ben)) {
            let seen = try library.originals(of: id)
            #expect(seen.isEmpty && (try? library.original(1, of: id)) == nil)
        }
        let twin = try library.add(
            NewDocument(
                title: "Twin", captured: .now, pages: [try page("secret 1")],
                originals: [
                    NewDocument.Original(
                        NewOriginal(name: "other name", mediaType: "application/pdf") { Array("%PDF of secret".utf8) },
                        pages: 0..<1)
                ]))
        #expect(try names(twin) == ["other name"] && names(id) == ["secret"])
        let (documents, _) = try DocumentReader.$current.withValue(.person(ada)) {
            try library.split(id, maximum: 1, at: .now)
        }
        #expect(try names(documents[0]) == ["secret"])
    }

    @Test("KF-3: an exported library has the files, which follow pages after the import, too")
    func exports() throws {
        let id = try add("letter")
        try library.export(to: folder.path("export"))
        let target = try Library(folder: folder.path("target"))
        _ = try target.restore(try ExportReader(folder: folder.path("export")))
        let kept = try #require(try target.originals(of: id).first)
        #expect(
            try kept == library.originals(of: id).first && target.original(kept.file) == Array("%PDF of letter".utf8))
        let (documents, _) = try target.split(id, maximum: 1, at: .now)
        #expect(try documents.allSatisfy { try target.originals(of: $0).map(\.name) == ["letter"] })
        try Data("other".utf8).write(
            to: URL(
                filePath: folder.path("export/originals/\(kept.file.text.prefix(2))/\(kept.file.text.dropFirst(2))")))
        #expect(throws: ExportError.self) { try ExportReader(folder: folder.path("export")) }
    }

    @Test("KF-3: exports of earlier versions have no files, and are imported")
    func oldExports() throws {
        let id = try add("letter")
        try library.export(to: folder.path("export"))
        for file in ["library.json", "documents-1.json"] {
            let path = folder.path("export/\(file)")
            var text = try String(contentsOfFile: path, encoding: .utf8)
            text.replace(/"originals":\[.*?\],"origins"/, with: "\"origins\"")
            text.replace(#/ +"original_file" : \d+,\n/#, with: "")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        let (documents, head) = (folder.path("export/documents-1.json"), folder.path("export/library.json"))
        let hash = BlobName(of: [UInt8](try Data(contentsOf: URL(filePath: documents)))).text
        var text = try String(contentsOfFile: head, encoding: .utf8)
        text.replace(/"documents" : \[[^\]]*\]/, with: "\"documents\" : [{\"count\": 1, \"sha256\": \"\(hash)\"}]")
        try text.write(toFile: head, atomically: true, encoding: .utf8)
        let target = try Library(folder: folder.path("target"))
        _ = try target.restore(try ExportReader(folder: folder.path("export")))
        #expect(try target.originals(of: id).isEmpty && target.pages(of: id).count == 3)
    }
}
