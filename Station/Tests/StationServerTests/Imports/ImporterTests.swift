import Foundation
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Exports of paperless-ngx, created from its documented format, and folder trees.
@Suite struct ImporterTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func write(_ name: String, _ bytes: [UInt8]) throws {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Returns a PDF with two pages.
    private func pdf() async throws -> [UInt8] {
        let station = try await StationUnderTest()
        for name in ["letter-wood", "receipt-tiles"] {
            _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes(name))
        }
        _ = try await station.post("/scan/0123456789abcdef/save")
        return try await station.get("/documents/1.pdf").body
    }

    private func documents(inTrash: Bool = false) throws -> [DocumentRecord] {
        var query = ListQuery()
        query.filter.isTrash = inTrash
        return try library.documents(query, limit: 100, calendar: Calendar(identifier: .gregorian)).documents
    }

    private func importPaperless() async throws -> LibraryImporter.Summary {
        try await LibraryImporter(library: library, zone: .gmt).run(.paperless(folder.path("export")))
    }

    private func paperlessExport() async throws {
        let photo = try Photos.bytes("letter-wood")
        try write("export/2024 Letter.jpg", photo)
        try write("export/Contract.pdf", try await pdf())
        try write("export/Notes.txt", Array("milk, eggs".utf8))
        try write("export/Notes-thumbnail.webp", try Photos.bytes("receipt-tiles"))
        try write("export/Sheet.xlsx", Array("PK no picture".utf8))
        let manifest = """
            [{"model": "documents.tag", "pk": 1, "fields": {"name": "tax", "color": "#33a02c", "is_inbox_tag": false}},
            {"model": "documents.tag", "pk": 2, "fields": {"name": "new", "color": "#ff7f00", "is_inbox_tag": true}},
            {"model": "documents.correspondent", "pk": 1, "fields": {"name": "Landlord"}},
            {"model": "documents.documenttype", "pk": 1, "fields": {"name": "Contract"}},
            {"model": "documents.storagepath", "pk": 1, "fields": {"name": "Flat", "path": "x"}},
            {"model": "auth.user", "pk": 9, "fields": {"username": "anna"}},
            {"model": "documents.note", "pk": 1, "fields": {"note": "Signed", "created": "2024-02-03T04:05:06Z", "document": 2,
             "user": 9}},
            {"model": "documents.document", "pk": 1, "fields": {"title": "Letter", "content": "Dear", "tags": [1, 2],
             "created": "2024-01-02", "added": "2024-01-03T00:00:00Z", "mime_type": "image/jpeg", "archive_serial_number": 7},
             "__exported_file_name__": "2024 Letter.jpg"},
            {"model": "documents.document", "pk": 2, "fields": {"title": "Contract", "content": "Rent", "tags": [1],
             "correspondent": 1, "document_type": 1, "storage_path": 1, "created": "2024-01-05",
             "added": "2024-01-06T00:00:00Z", "mime_type": "application/pdf", "original_filename": "contract final.pdf",
             "owner": 9, "archive_serial_number": 7}, "__exported_file_name__": "Contract.pdf"},
            {"model": "documents.document", "pk": 3, "fields": {"title": "Shopping", "content": "milk, eggs and zucchini",
             "tags": [], "created": "2024-01-07", "added": "2024-01-08T00:00:00Z", "mime_type": "text/plain"},
             "__exported_file_name__": "Notes.txt", "__exported_thumbnail_name__": "Notes-thumbnail.webp"},
            {"model": "documents.document", "pk": 4, "fields": {"title": "Sheet", "content": "", "tags": [],
             "created": "2024-01-09", "added": "2024-01-10T00:00:00Z", "mime_type": "application/vnd.ms-excel",
             "deleted_at": "2024-02-01T00:00:00Z"}, "__exported_file_name__": "Sheet.xlsx"}]
            """
        try write("export/manifest.json", Array(manifest.utf8))
        try write("export/metadata.json", Array("{\"version\": \"2.14.7\"}".utf8))
    }

    @Test("An export of paperless-ngx is imported whole, and once")
    func paperless() async throws {
        try await paperlessExport()
        let summary = try await importPaperless()
        #expect(summary.added == 4 && summary.known == 0)
        #expect(summary.unseen.map(\.file) == ["Sheet.xlsx"])
        let all = try documents()
        #expect(all.map(\.title) == ["Shopping", "Contract", "Letter"])
        let names = try library.listNames()
        let (shopping, contract, letter) = (all[0], all[1], all[2])
        #expect(letter.date == Day("2024-01-02") && letter.captured == Date(timeIntervalSince1970: 1_704_240_000))
        #expect(letter.source == .import && letter.pages == 1 && letter.serial == 7)
        #expect(all.map(\.state) == [.reviewed, .reviewed, .inbox])
        let tags = try library.tags(of: all.map(\.id))
        #expect(names.tags.map(\.text) == ["new", "tax"] && names.tags.map(\.color) == ["orange", "green"])
        #expect(tags[letter.id]?.count == 2 && tags[contract.id]?.count == 1 && tags[shopping.id] == nil)
        #expect(names.correspondents.map(\.id) == [contract.correspondent] && names.types.map(\.id) == [contract.type])
        #expect(names.folders.map(\.id) == [contract.folder])
        // The picture is its unchanged page; the PDF is rendered and attached.
        let page = try library.page(0, of: letter.id)
        #expect(try library.original(page.original) == Photos.bytes("letter-wood"))
        #expect(page.quad != nil)
        #expect(try library.attachments(of: letter.id).isEmpty)
        #expect(try contract.pages == 2 && library.page(1, of: contract.id).filter == .original)
        let kept = try #require(try library.attachments(of: contract.id).first)
        #expect(kept.name == "contract final.pdf" && kept.mediaType == "application/pdf")
        let file = try Data(contentsOf: folder.url.appending(path: "export/Contract.pdf"))
        #expect(try library.original(kept.file) == [UInt8](file) && kept.size == file.count)
        // The first document has the number: the second keeps it in a note, together with text that no page shows.
        #expect(contract.serial == nil)
        let notes = try library.notes(of: contract.id)
        #expect(notes.map(\.text) == ["Signed", "Archive number: 7"] && notes.map(\.person) == ["anna", ""])
        #expect(try library.notes(of: shopping.id).map(\.text) == ["milk, eggs and zucchini"])
        #expect(try shopping.pages == 1 && library.attachments(of: shopping.id).map(\.size) == [10])
        #expect(try library.history(of: contract.id).map(\.event) == [.added(.import)])
        #expect(try library.history(of: contract.id).map(\.person) == ["anna"])
        // A document that cannot be shown is in the trash, without pages but with its file.
        let sheet = try #require(
            try (1...4).map(Int64.init).first { try library.document($0).trashed != nil })
        #expect(try library.document(sheet).title == "Sheet" && library.attachments(of: sheet).count == 1)

        let again = try await importPaperless()
        #expect(again.added == 0 && again.known == 4 && again.unseen.isEmpty)
        #expect(try documents() == all)
        // A deleted document is not imported again until it is permanently deleted.
        _ = try library.trash([letter.id], at: .now)
        #expect(try await importPaperless().added == 0)
        try library.delete(letter.id)
        #expect(try await importPaperless().added == 1)
        #expect(try documents().count == 3)
    }

    @Test("Of an export that lacks a file nothing is imported")
    func missing() async throws {
        try await paperlessExport()
        try FileManager.default.removeItem(atPath: folder.path("export/Contract.pdf"))
        await #expect(throws: LibraryImporter.Failure.missing(["Contract.pdf"])) { try await importPaperless() }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("export/Contract.pdf"), withDestinationPath: "/etc/hostname")
        await #expect(throws: LibraryImporter.Failure.missing(["Contract.pdf"])) { try await importPaperless() }
        #expect(try documents().isEmpty && library.names(of: .tag).isEmpty)
        try FileManager.default.removeItem(atPath: folder.path("export/manifest.json"))
        await #expect(throws: LibraryImporter.Failure.noManifest(folder.path("export"))) {
            try await importPaperless()
        }
    }

    @Test(
        "In a tree folders become folders and files documents; what is no picture is named, and links are not followed")
    func tree() async throws {
        try write("tree/Home/Bills/Gas 2024.jpg", try Photos.bytes("receipt-tiles"))
        try write("tree/Letter.JPG", try Photos.bytes("letter-wood"))
        try write("tree/Home/readme.txt", Array("hello".utf8))
        try write("tree/.hidden/a.jpg", try Photos.bytes("letter-wood"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("tree/Home/round"), withDestinationPath: folder.path("tree"))
        let importer = LibraryImporter(library: library, zone: .gmt)
        let summary = try await importer.run(.tree(folder.path("tree")))
        #expect(summary.added == 2 && summary.leftOut.map(\.file) == ["Home/readme.txt"])
        let all = try documents()
        #expect(Set(all.map(\.title)) == ["Gas 2024", "Letter"])
        let names = try library.listNames()
        #expect(names.folders.map(\.text) == ["Home", "Home / Bills"])
        #expect(all.first { $0.title == "Gas 2024" }?.folder == names.folders[1].id)
        #expect(all.first { $0.title == "Letter" }?.folder == nil)
        let again = try await importer.run(.tree(folder.path("tree")))
        #expect(again.added == 0 && again.known == 2)
        #expect(try documents().count == 2)
        await #expect(throws: LibraryImporter.Failure.noFolder(folder.path("none"))) {
            try await importer.run(.tree(folder.path("none")))
        }
    }
}
