import Foundation
import LibraryCrash
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// Backups of a library, also beside a station that uses it.
@Suite struct BackupTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var backup: LibraryBackup { LibraryBackup(of: folder.path("library"), to: folder.path("backup")) }

    private func library(_ name: String = "library") throws -> Library { try Library(folder: folder.path(name)) }

    private func add(_ number: UInt16, to library: Library) throws -> Int64 {
        let page = NewDocument.Page(
            picture: [UInt8(number >> 8), UInt8(number & 255)], size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: "\(number)", captured: .now, pages: [page]))
    }

    /// Returns the files of an export by path.
    private func exported(_ library: Library, as name: String) throws -> [String: Data] {
        let path = folder.path(name)
        try library.export(to: path)
        return try FileManager.default.subpathsOfDirectory(atPath: path).reduce(into: [:]) { files, file in
            files[file] = FileManager.default.contents(atPath: "\(path)/\(file)")
        }
    }

    @Test(
        "SS-32: a backup is the same library, whatever is in it, and a later one copies what is new", arguments: 1...6)
    func roundTrip(seed: UInt64) throws {
        let library = try library()
        var random = RandomLibrary(library, seed: seed)
        try random.fill(changes: 60)
        try FileManager.default.createDirectory(
            atPath: folder.path("library/drafts"), withIntermediateDirectories: true)
        for (file, text) in [("token", "secret"), ("drafts/journal", "first")] {
            try Data(text.utf8).write(to: URL(filePath: folder.path("library/\(file)")))
        }
        let first = try backup.run()
        #expect(first.copiedFiles > 0 && first.missing.isEmpty)
        #expect(try backup.run() == LibraryBackup.Report(documents: first.documents))
        let added = try (1...3).map { try add($0, to: library) }
        try library.delete(added[1])
        try Data("second".utf8).write(to: URL(filePath: folder.path("library/drafts/journal")))
        let second = try backup.run()
        #expect(second.missing.isEmpty && second.copiedFiles == 2 && second.documents == first.documents + 2)
        let restored = try self.library("backup")
        #expect(try exported(restored, as: "b") == exported(library, as: "a"))
        #expect(FileManager.default.contents(atPath: folder.path("backup/token")) == Data("secret".utf8))
        #expect(FileManager.default.contents(atPath: folder.path("backup/drafts/journal")) == Data("second".utf8))
    }

    @Test("SS-32: a backup beside a station that adds and removes documents has every file that it names")
    func besideAStation() async throws {
        let library = try library()
        for number in UInt16(0)..<100 { _ = try add(number, to: library) }
        let station = Task {
            for number in UInt16(100)..<1000 where !Task.isCancelled {
                try library.delete(add(number, to: library) - 100)
            }
        }
        for _ in 0..<4 {
            #expect(try backup.run().missing.isEmpty)
            try FileManager.default.copyItem(atPath: folder.path("backup"), toPath: folder.path("copy"))
            let copy = try self.library("copy")
            let documents = try copy.documents(ListQuery(), limit: 100_000, calendar: .current).documents
            #expect(documents.count >= 100)
            for document in documents {
                #expect(try copy.original(copy.page(0, of: document.id).original).count == 2)
            }
            try FileManager.default.removeItem(atPath: folder.path("copy"))
        }
        station.cancel()
        try await station.value
    }

    @Test("SS-32: a file that the library has lost is named, and the rest is copied")
    func lostFile() throws {
        let library = try library()
        for number in UInt16(0)..<3 { _ = try add(number, to: library) }
        let lost = try library.page(0, of: 1).original
        let path = folder.path("library/originals/\(lost.text.prefix(2))/\(lost.text.dropFirst(2))")
        try FileManager.default.removeItem(atPath: path)
        #expect(try backup.run() == LibraryBackup.Report(documents: 3, copiedFiles: 2, missing: [lost]))
    }

    @Test("SS-32: no folder of anything else is written to, and nobody else can read a backup")
    func folders() throws {
        #expect(throws: StoreError.self) { try backup.run() }
        #expect(!FileManager.default.fileExists(atPath: folder.path("backup")))
        _ = try add(1, to: library())
        for target in ["library", "library/backup", "library/../library"] {
            let inside = LibraryBackup(of: folder.path("library"), to: folder.path(target))
            #expect(throws: StoreError.self, "\(target)") { try inside.run() }
        }
        try FileManager.default.createDirectory(atPath: folder.path("backup"), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: folder.path("backup/letter.txt")))
        #expect(throws: StoreError.self) { try backup.run() }
        #expect(FileManager.default.contents(atPath: folder.path("backup/letter.txt")) == Data("mine".utf8))
        try FileManager.default.removeItem(atPath: folder.path("backup/letter.txt"))
        _ = try backup.run()
        for file in [""] + (try FileManager.default.subpathsOfDirectory(atPath: folder.path("backup"))) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("backup/\(file)"))
            #expect((attributes[.posixPermissions] as? NSNumber).map { $0.intValue & 0o077 } == 0, "\(file)")
        }
    }
}
