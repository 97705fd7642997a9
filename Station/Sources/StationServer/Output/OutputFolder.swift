import FoundationEssentials
import Glibc
import Logging
import Recto
import StationRules
package import StationStore

/// A folder for other programs of the same user. Each document appears in it once, as a complete PDF file.
///
/// A stored document is recorded in the library's outbox. Its file is written under a hidden name, recorded as
/// complete and then renamed. So the station knows after a crash which files were finished, even if other programs
/// have removed them.
package struct OutputFolder: Sendable {
    package let path: String
    let library: Library

    package init(path: String, library: Library) {
        self.path = path
        self.library = library
    }

    /// Creates the folder if it is missing, readable by its owner only. An existing folder keeps its permissions.
    package func make() throws { try PrivateFiles.makeFolder(path) }

    /// Writes all pending documents.
    /// - Parameter write: Returns the bytes of a document's file.
    package func empty(_ write: (DocumentRecord) async throws -> [UInt8]) async throws {
        for id in try library.outbox(.naming) { try finish(id) }
        for id in try library.outbox(.waiting) {
            let document: DocumentRecord
            // The document was deleted.
            do { document = try library.document(id) } catch StoreError.unknownDocument { continue }
            try store(try await write(document), under: unfinished(id))
            try library.setOutbox(.naming, of: id)
            try finish(id)
        }
    }

    /// Removes incomplete files: their documents have been deleted or will be written again.
    package func removeLeftovers() throws {
        let used = Set(try library.outbox(.naming).map { unfinished($0) })
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.suffix) && !used.contains("\(path)/\(name)") {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Renames a complete file. A missing file has been renamed before.
    private func finish(_ id: Int64) throws {
        let from = unfinished(id)
        if FileManager.default.fileExists(atPath: from) {
            guard rename(from, "\(path)/document-\(id).pdf") == 0 else { throw Self.failure(from) }
            try Self.synchronize(path)
        }
        try library.setOutbox(.none, of: id)
    }

    private func store(_ bytes: [UInt8], under name: String) throws {
        try PrivateFiles.makeFile(name)
        do { try Data(bytes).write(to: URL(filePath: name)) } catch {
            throw StoreError.unwritable(name, reason: "\(error)")
        }
        try Self.synchronize(name)
    }

    private static let prefix = ".document-"
    private static let suffix = ".part"
    private func unfinished(_ id: Int64) -> String { "\(path)/\(Self.prefix)\(id)\(Self.suffix)" }

    /// Flushes a file or the entries of a folder to disk.
    private static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> StoreError {
        .unwritable(path, reason: String(cString: strerror(errno)))
    }
}

/// Writes documents to the output folder as they are stored.
struct OutputService: Sendable {
    let folder: OutputFolder
    let library: Library
    let changes: DocumentChanges
    let logger: Logger

    /// The pause before another attempt after a failure.
    private static let pause = Duration.seconds(30)

    /// Runs until the task is canceled.
    func run() async {
        let stream = changes.stream
        await empty()
        for await _ in stream { await empty() }
    }

    private func empty() async {
        while true {
            do {
                return try await folder.empty { document in
                    let pages = try library.pages(of: document.id)
                    let library = library
                    return try await CPUWorkQueue.exports.run {
                        try DocumentExport(library: library).file(of: document, pages, .pdf)
                    }
                }
            } catch {
                logger.error("output: \(error)")
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }
}
