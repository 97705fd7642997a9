import FoundationEssentials
import GRDB
import Glibc
import Recto

/// Brings the database of a library to the version of the program, after a backup.
struct LibraryMigration {
    /// The folder of the backups, in that of the library.
    static let folder = "before-migration"
    /// The number of backups that are kept.
    private static let kept = 2
    /// The setting with the version of the program that last migrated the library.
    private static let versionName = "migratedBy"
    private static let unfinished = ".part"

    private let database: DatabasePool
    private let backups: String
    private let migrator: DatabaseMigrator

    /// - Parameter folder: The folder of the library.
    init(of database: DatabasePool, in folder: String, migrator: DatabaseMigrator = Schema.migrator) {
        (self.database, self.migrator) = (database, migrator)
        backups = "\(folder)/\(Self.folder)"
    }

    /// - Returns: Whether the library was of an earlier version.
    /// - Throws: ``StoreError/database(reason:)`` if it is of a later one.
    func run() throws -> Bool {
        guard try !database.read(migrator.hasBeenSuperseded) else { throw try laterVersion() }
        guard try !database.read(migrator.hasCompletedMigrations) else { return false }
        let applied = try database.read(migrator.appliedIdentifiers).count
        if applied > 0 { try backUp(after: applied) }
        try migrator.migrate(database)
        try database.write { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, json_quote(?))",
                arguments: [Self.versionName, RectoVersion.current])
        }
        return applied > 0
    }

    private func laterVersion() throws -> StoreError {
        let version = try database.read { database in
            try String.fetchOne(
                database, sql: "SELECT value ->> '$' FROM setting WHERE name = ?", arguments: [Self.versionName])
        }
        return .database(
            reason: """
                it was last migrated by Recto \(version ?? "of a later version") and cannot be opened by Recto \
                \(RectoVersion.current). Use \(version.map { "Recto \($0) or later" } ?? "the later version"), or a \
                backup from before
                """)
    }

    /// Copies the database in one transaction, and removes the oldest copies.
    /// - Parameter migrations: The number of its migrations. It names the copy, so that a migration that fails at
    ///   every start does not displace the copy of the database as it was before.
    private func backUp(after migrations: Int) throws {
        try PrivateFiles.makeFolder(backups)
        let digits = "\(migrations)"
        let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let (copy, part) = ("\(backups)/library-\(number).sqlite", "\(backups)/\(Self.unfinished)")
        try? FileManager.default.removeItem(atPath: part)
        try PrivateFiles.makeFile(part)
        try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
        try PrivateFiles.sync(part)
        guard rename(part, copy) == 0 else {
            throw StoreError.unwritable(copy, reason: String(cString: strerror(errno)))
        }
        try PrivateFiles.sync(backups)
        let names = try FileManager.default.contentsOfDirectory(atPath: backups).filter { $0.hasPrefix("library-") }
        for name in names.sorted().dropLast(Self.kept) {
            try FileManager.default.removeItem(atPath: "\(backups)/\(name)")
        }
    }
}
