import Foundation
import RectoCore
import StationStore
import TestSupport
import Testing

/// The commands `recto-station export` and `recto-station import`.
@Suite struct CommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ arguments: String...) throws -> ProgramResult {
        try ProgramResult.run(try ProgramResult.built("recto-station"), arguments)
    }

    private func library() throws -> Library {
        let library = try Library(folder: folder.path("library"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        _ = try library.add(NewDocument(title: "Rent", captured: .now, pages: [page]))
        return library
    }

    @Test("A library is exported and imported, and nobody else may use it meanwhile")
    func commands() throws {
        let library = try library()
        let exported = try run("export", folder.path("export"), "--data", library.folder)
        #expect(exported.status == 0 && exported.output.contains("1 document\n"), "\(exported.output)")
        let imported = try run("--data", folder.path("copy"), "import", folder.path("export"))
        #expect(imported.status == 0 && imported.output.contains("1 document\n"), "\(imported.output)")
        #expect(try Library(folder: folder.path("copy")).document(1).title == "Rent")
        // To a non-empty folder, and to a non-empty library.
        #expect(try run("export", folder.path("export"), "--data", library.folder).output.contains("exists already"))
        let again = try run("import", folder.path("export"), "--data", folder.path("copy"))
        #expect(again.status != 0 && again.output.contains("is not empty"))
        try withExtendedLifetime(LibraryLock(folder: library.folder)) {
            for arguments in [["export", folder.path("other")], ["import", folder.path("export")]] {
                let refused = try ProgramResult.run(
                    try ProgramResult.built("recto-station"), arguments + ["--data", library.folder])
                #expect(refused.status != 0 && refused.output.contains("in use by another Recto station"))
            }
        }
        // Errors in an export are reported before a library is created.
        try FileManager.default.removeItem(atPath: folder.path("export/documents-1.json"))
        let damaged = try run("import", folder.path("export"), "--data", folder.path("none"))
        #expect(damaged.status != 0 && damaged.output.contains("documents-1.json: it is missing"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
    }

    @Test("A folder tree is imported, and what is left out is named")
    func tree() throws {
        let tree = folder.url.appending(path: "tree/Bills")
        try FileManager.default.createDirectory(at: tree, withIntermediateDirectories: true)
        try Data(try Photos.bytes("letter-wood")).write(to: tree.appending(path: "Gas.jpg"))
        try Data("x".utf8).write(to: tree.appending(path: "x.txt"))
        let data = folder.path("library")
        let first = try run("import", "--tree", folder.path("tree"), "--data", data)
        #expect(first.status == 0 && first.output.contains("1 document imported, 0 already known"))
        #expect(first.output.contains("Bills/x.txt is left out: This file is neither"))
        let second = try run("import", "--tree", folder.path("tree"), "--data", data)
        #expect(second.output.contains("0 documents imported, 1 already known"))
        #expect(try Library(folder: data).folders().map(\.name) == ["Bills"])
        #expect(try run("import", "--tree", "--paperless", folder.path("tree")).status != 0)
    }
}
