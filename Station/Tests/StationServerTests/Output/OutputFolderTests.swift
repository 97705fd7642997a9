import Foundation
import RectoCore
import StationServer
import StationStore
import Testing
import TestSupport

@Suite struct OutputFolderTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let output: OutputFolder

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"), fillsOutbox: true)
        try FileManager.default.createDirectory(atPath: folder.path("out"), withIntermediateDirectories: true)
        output = OutputFolder(path: folder.path("out"), library: library)
    }

    private struct Killed: Error {}

    private func add(_ title: String) throws -> Int64 {
        let page = NewDocument.Page(picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: title, captured: .now, pages: [page]))
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: output.path).sorted() }
    }

    private func empty() async throws { try await output.empty { Array("%PDF \($0.title)".utf8) } }

    @Test func writesEachDocumentOnce() async throws {
        _ = try add("a")
        _ = try add("b")
        try await empty()
        #expect(try files == ["document-1.pdf", "document-2.pdf"])
        #expect(try String(contentsOfFile: output.path + "/document-2.pdf", encoding: .utf8) == "%PDF b")
        // A watcher removes the files, and they are not written again.
        for name in try files { try FileManager.default.removeItem(atPath: "\(output.path)/\(name)") }
        try await empty()
        #expect(try files.isEmpty)
        _ = try add("c")
        try await empty()
        #expect(try files == ["document-3.pdf"])
    }

    @Test("SS-27: nobody else on the machine can read what is written, nor a folder that the station has made")
    func modes() async throws {
        func mode(_ path: String) throws -> Int? {
            (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
        }
        _ = try add("a")
        try await empty()
        #expect(try mode("\(output.path)/document-1.pdf") == 0o600)
        let new = OutputFolder(path: folder.path("new/out"), library: library)
        try new.make()
        #expect(try mode(new.path) == 0o700)
        // What its owner has opened to others stays open.
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: new.path)
        try new.make()
        #expect(try mode(new.path) == 0o750)
    }

    @Test func whatWasStoredWithoutAnOutputFolderStaysInside() async throws {
        let quiet = try Library(folder: folder.path("quiet"))
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        _ = try quiet.add(NewDocument(title: "a", captured: .now, pages: [page]))
        #expect(try Library(folder: folder.path("quiet"), fillsOutbox: true).outbox(.waiting).isEmpty)
    }

    @Test func goesOnAfterAnEndWhileWriting() async throws {
        let id = try add("a")
        await #expect(throws: Killed.self) { try await output.empty { _ in throw Killed() } }
        #expect(try files.isEmpty && library.outbox(.waiting) == [id])
        try await empty()
        #expect(try files == ["document-1.pdf"])
    }

    @Test func goesOnAfterAnEndBeforeTheNaming() async throws {
        let id = try add("a")
        try Data("%PDF whole".utf8).write(to: URL(filePath: output.path + "/.document-\(id).part"))
        try library.setOutbox(.naming, of: id)
        try output.removeLeftovers()
        try await empty()
        #expect(try files == ["document-1.pdf"])
        #expect(try String(contentsOfFile: output.path + "/document-1.pdf", encoding: .utf8) == "%PDF whole")
    }

    @Test func goesOnAfterAnEndBehindTheNaming() async throws {
        let id = try add("a")
        // The file was renamed, and a watcher has removed it.
        try library.setOutbox(.naming, of: id)
        try await empty()
        #expect(try files.isEmpty && library.outbox(.naming).isEmpty && library.outbox(.waiting).isEmpty)
    }

    @Test func leftoversOfUnfinishedDocumentsGo() async throws {
        let id = try add("a")
        for name in [".document-\(id).part", ".document-99.part", "other.part", "document-7.pdf"] {
            try Data([1]).write(to: URL(filePath: "\(output.path)/\(name)"))
        }
        try output.removeLeftovers()
        #expect(try files == ["document-7.pdf", "other.part"])
    }

    @Test func deletedDocumentsAreNotWritten() async throws {
        try library.delete(add("a"))
        try await empty()
        #expect(try files.isEmpty)
    }
}
