import Foundation
import GRDB
import Recto
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// Migrations of a library from an earlier version, and libraries of a later one.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var tables: String { folder.path("library/library.sqlite") }
    private var backups: String { folder.path("library/before-migration") }

    private func library() throws -> Library { try Library(folder: folder.path("library")) }

    private func add(_ title: String) throws {
        let page = NewDocument.Page(picture: [1, 2, 3], size: try PixelSize(width: 4, height: 3), quad: nil)
        _ = try library().add(NewDocument(title: title, captured: .now, pages: [page]))
    }

    /// Changes the tables without the library.
    private func change(_ statements: String) throws {
        let database = try DatabaseQueue(path: tables)
        try database.write { try $0.execute(sql: statements) }
        try database.close()
    }

    /// Makes the library one that lacks migrations which can be repeated.
    private func age(_ migrations: String...) throws {
        for name in migrations { try change("DELETE FROM grdb_migrations WHERE identifier = '\(name)'") }
    }

    /// Returns the tables, migrations and settings without the library.
    private func state() throws -> [String] {
        try DatabaseQueue(path: tables).read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT coalesce(sql, name) FROM sqlite_schema
                    UNION ALL SELECT identifier FROM grdb_migrations
                    UNION ALL SELECT name || value FROM setting
                    """)
        }
    }

    private func backupNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: backups).sorted()
    }

    /// Returns the titles of documents and the number of migrations in a backup.
    private func content(of backup: String) throws -> (titles: [String], migrations: Int) {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: "\(backups)/\(backup)", configuration: configuration).read { database in
            (
                try String.fetchAll(database, sql: "SELECT title FROM document ORDER BY id"),
                try Int.fetchOne(database, sql: "SELECT count(*) FROM grdb_migrations") ?? 0
            )
        }
    }

    @Test("SS-33: a new library and one of this version need no backup")
    func noBackup() throws {
        try add("Letter")
        _ = try library()
        #expect(!FileManager.default.fileExists(atPath: backups))
    }

    @Test("SS-33: before a migration the database is copied, for the station's user alone")
    func backup() throws {
        try add("Letter")
        try age("captureOutcomes")
        _ = try library()
        try add("Bill")
        let name = try #require(try backupNames().first)
        let (titles, migrations) = try content(of: name)
        #expect(titles == ["Letter"])
        #expect(name == "library-00\(migrations).sqlite")
        let mode = try FileManager.default.attributesOfItem(atPath: "\(backups)/\(name)")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try backupNames() == [name])
    }

    @Test("SS-33: the two newest copies are kept, and a migration that is repeated replaces its own")
    func newestBackups() throws {
        try add("Letter")
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: backups + "/library-0001.sqlite"))
        try age("captureOutcomes", "searchedNumbers")
        _ = try library()
        let before = try backupNames()
        #expect(before.count == 2)
        #expect(before.first == "library-0001.sqlite")
        try age("captureOutcomes")
        _ = try library()
        let names = try backupNames()
        #expect(names.count == 2)
        #expect(names.first == before.last)
        try age("captureOutcomes")
        try FileManager.default.removeItem(atPath: "\(backups)/\(names[0])")
        _ = try library()
        #expect(try backupNames() == [names[1]])
    }

    @Test("SS-33: a copy that was interrupted is replaced")
    func interruptedBackup() throws {
        try add("Letter")
        try age("captureOutcomes")
        try FileManager.default.createDirectory(atPath: backups, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 5000).write(to: URL(filePath: backups + "/.part"))
        _ = try library()
        #expect(try backupNames().count == 1)
    }

    @Test("SS-33: nothing is migrated without a copy")
    func impossibleBackup() throws {
        try add("Letter")
        try age("captureOutcomes")
        try Data().write(to: URL(filePath: backups))
        #expect(throws: StoreError.self) { try library() }
        try FileManager.default.removeItem(atPath: backups)
        _ = try library()
        #expect(try backupNames().count == 1)
    }

    @Test("SS-33: a library of a later version is refused with that version", arguments: ["9.1.0", nil])
    func laterVersion(version: String?) throws {
        try add("Letter")
        try change("INSERT INTO grdb_migrations (identifier) VALUES ('of tomorrow')")
        try change(
            version.map { "UPDATE setting SET value = '\"\($0)\"' WHERE name = 'migratedBy'" }
                ?? "DELETE FROM setting WHERE name = 'migratedBy'")
        let before = try state()
        let error = try #require(throws: StoreError.self) { try library() }
        #expect("\(error)".contains(version.map { "Recto \($0)" } ?? "a later version"))
        #expect("\(error)".contains(RectoVersion.current))
        #expect(try state() == before)
        #expect(!FileManager.default.fileExists(atPath: backups))
    }

    @Test("SS-33: the program that migrated a library last is noted in it")
    func version() throws {
        #expect(try library().setting("migratedBy", as: String.self) == RectoVersion.current)
        try change("UPDATE setting SET value = '\"0.0.1\"' WHERE name = 'migratedBy'")
        try age("captureOutcomes")
        #expect(try library().setting("migratedBy", as: String.self) == RectoVersion.current)
    }
}
