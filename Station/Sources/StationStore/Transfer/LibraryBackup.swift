import FoundationEssentials
import Glibc
import GRDB

/// Copies a library, also beside a station that uses it, into a folder that is then a library of its own.
///
/// The database is copied first, in one transaction, and then the files that it names. These never change, so those of
/// an earlier backup in the folder stay.
package struct LibraryBackup {
    package struct Report: Hashable, Sendable {
        package var documents = 0
        package var copiedFiles = 0
        /// Files that the library itself is missing.
        package var missing: [BlobName] = []

        package init(documents: Int = 0, copiedFiles: Int = 0, missing: [BlobName] = []) {
            (self.documents, self.copiedFiles, self.missing) = (documents, copiedFiles, missing)
        }
    }

    /// A running station may remove a file between both steps. Then both are repeated.
    private static let attempts = 5
    private static let tables = "library.sqlite"
    /// What belongs to the running station, and is not copied.
    private static let transient: Set<String> = [
        tables, "\(tables)-wal", "\(tables)-shm", unfinished, "lock", "jobs", "demonstration", "originals",
        LibraryMigration.folder,
    ]
    private static let unfinished = ".\(tables).part"

    private let source: String
    private let target: String
    private let (files, copies): (BlobFolder, BlobFolder)

    package init(of source: String, to target: String) {
        (self.source, self.target) = (source, target)
        (files, copies) = (BlobFolder(path: source + "/originals"), BlobFolder(path: target + "/originals"))
    }

    /// Makes the backup, or brings an earlier one up to date. An interrupted one leaves the earlier one valid.
    package func run() throws(StoreError) -> Report {
        try check()
        try PrivateFiles.makeFolder(target)
        let lock = try LibraryLock(folder: target)
        defer { withExtendedLifetime(lock) {} }
        try PrivateFiles.makeFolder(copies.path)
        do {
            var report = Report()
            var used: Set<String> = []
            for _ in 0..<Self.attempts {
                (report.documents, used) = try copyTables()
                report.missing = try copyFiles(used, &report)
                if report.missing.isEmpty { break }
            }
            try copyOthers()
            try exchange()
            for name in copies.names() where !used.contains(name.text) { copies.remove(name) }
            try PrivateFiles.closeAll(in: target)
            return report
        } catch { throw (error as? StoreError) ?? StoreError(error) { .unwritable(target, reason: $0) } }
    }

    private func check() throws(StoreError) {
        guard FileManager.default.fileExists(atPath: "\(source)/\(Self.tables)") else {
            throw .folder(source, reason: "there is no library in it")
        }
        let (from, to) = (Self.resolved(source), Self.resolved(target))
        guard to != from, !to.hasPrefix(from + "/") else {
            throw .folder(target, reason: "it belongs to the library")
        }
        let content = (try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []
        guard
            content.allSatisfy({ $0 == "lock" || $0 == "originals" || $0 == Self.unfinished })
                || content.contains(Self.tables)
        else { throw .folder(target, reason: "it is neither empty nor a backup") }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else {
            // A folder that does not exist yet.
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
            return resolved(String(path[..<slash])) + path[slash...]
        }
        defer { free(real) }
        return String(cString: real)
    }

    /// - Returns: The number of documents, and the names of all files that the copied tables use.
    private func copyTables() throws -> (documents: Int, used: Set<String>) {
        let copy = "\(target)/\(Self.unfinished)"
        try? FileManager.default.removeItem(atPath: copy)
        var configuration = Library.configuration
        configuration.readonly = true
        let original = try DatabaseQueue(path: "\(source)/\(Self.tables)", configuration: configuration)
        // A transaction is not possible around this statement, which is one itself.
        try original.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        return try DatabaseQueue(path: copy, configuration: configuration).read { database in
            (try Int.fetchOne(database, sql: "SELECT count(*) FROM document") ?? 0, try Library.usedFiles(database))
        }
    }

    /// Copies the files that the backup does not have yet.
    /// - Returns: Those that the library does not have.
    private func copyFiles(_ names: Set<String>, _ report: inout Report) throws -> [BlobName] {
        var missing: [BlobName] = []
        for name in names.compactMap({ BlobName($0) }) where !copies.has(name) {
            guard files.has(name) else {
                missing.append(name)
                continue
            }
            do { try copy(files.file(name), to: copies.file(name)) } catch  where !files.has(name) {
                missing.append(name)
                continue
            }
            report.copiedFiles += 1
        }
        return missing
    }

    /// Copies drafts, keys and settings.
    private func copyOthers() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: source) where !Self.transient.contains(name) {
            let (from, to) = ("\(source)/\(name)", "\(target)/\(name)")
            if FileManager.default.fileExists(atPath: to) { try FileManager.default.removeItem(atPath: to) }
            try FileManager.default.copyItem(atPath: from, toPath: to)
        }
    }

    private func copy(_ file: String, to path: String) throws {
        let unfinished = path + ".part"
        try FileManager.default.createDirectory(
            atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: unfinished)
        try FileManager.default.copyItem(atPath: file, toPath: unfinished)
        try PrivateFiles.sync(unfinished)
        guard rename(unfinished, path) == 0 else { throw Self.failure(path) }
    }

    /// Puts the new tables in the place of the former ones.
    private func exchange() throws(StoreError) {
        let (copy, tables) = ("\(target)/\(Self.unfinished)", "\(target)/\(Self.tables)")
        try PrivateFiles.sync(copy)
        for rest in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: tables + rest) }
        guard rename(copy, tables) == 0 else { throw Self.failure(tables) }
        try PrivateFiles.sync(target)
    }

    private static func failure(_ path: String) -> StoreError {
        .unwritable(path, reason: String(cString: strerror(errno)))
    }
}
