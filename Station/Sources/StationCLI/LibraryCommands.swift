import ArgumentParser
import Foundation
import StationRules
import StationServer
import StationStore

/// The folder of the library that a command is for.
struct LibraryOptions: ParsableArguments {
    @Option(help: "The library's folder.")
    var data = "~/.local/share/recto"

    /// Locks the folder for this process. A station that uses it has to be stopped first.
    func lock() throws -> (folder: String, lock: LibraryLock) {
        let folder = StationCommand.expanded(data)
        return (folder, try LibraryLock(folder: folder))
    }

    /// Does the same as ``lock()`` for an existing library, so that a typo does not create an empty one.
    func lockExisting() throws -> (folder: String, lock: LibraryLock) {
        let folder = StationCommand.expanded(data)
        guard FileManager.default.fileExists(atPath: Library.tables(in: folder)) else {
            throw ValidationError("There is no library in \(folder).")
        }
        return try lock()
    }
}

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a whole library to a folder, as files and JSON.",
        discussion: """
            The folder appears when it is complete. It contains the documents with their original pictures, filing, \
            notes, texts and history. "recto-station import" restores the library from it.
            """)

    @OptionGroup var library: LibraryOptions

    @Argument(help: "A folder that is empty or does not exist.")
    var folder: String

    @Flag(help: "Leave out the recognized texts. Pages are read again after an import.")
    var noTexts = false

    func run() throws {
        let (source, lock) = try library.lockExisting()
        try withExtendedLifetime(lock) {
            let count = try Library(folder: source).export(
                to: StationCommand.expanded(folder), hasTexts: !noTexts, progress: Progress("exported").show)
            print("\(folder): \(documentCount(count))")
        }
    }
}

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up a whole library to a folder, also while the station runs.",
        discussion: """
            The folder becomes a library with all documents, drafts, people and keys: start a station on it to restore. \
            Naming the same folder again copies only what is new.
            """)

    @OptionGroup var library: LibraryOptions

    @Argument(help: "A folder that is empty, does not exist or holds an earlier backup.")
    var folder: String

    func run() throws {
        let report = try LibraryBackup(
            of: StationCommand.expanded(library.data), to: StationCommand.expanded(folder)
        ).run()
        print("\(folder): \(documentCount(report.documents)), \(report.copiedFiles) new files")
        guard !report.missing.isEmpty else { return }
        for name in report.missing { warn("the library is missing the file \(name)") }
        throw ExitCode.failure
    }
}

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import an exported library, an export of paperless-ngx, or a folder.",
        discussion: """
            An exported library becomes a new one. It is checked first: if anything in it is invalid, nothing is \
            imported. The other kinds are added to a library. Documents that were imported before do not change.
            """)

    @OptionGroup var library: LibraryOptions

    @Flag(help: "The folder is an export of paperless-ngx, with its manifest.json.")
    var paperless = false

    @Flag(help: "Import the folder's pictures and PDF files as documents, and its subfolders as folders.")
    var tree = false

    @Argument(help: "The folder to import: the output of \"recto-station export\", unless another kind is chosen.")
    var folder: String

    func validate() throws {
        guard !paperless || !tree else { throw ValidationError("Choose --paperless or --tree.") }
    }

    func run() async throws {
        let source = StationCommand.expanded(folder)
        if paperless || tree { return try await add(paperless ? .paperless(source) : .tree(source)) }
        let export = try ExportReader(folder: source)
        let (target, lock) = try library.lock()
        try withExtendedLifetime(lock) {
            let library = try Library(folder: target)
            let count = try library.restore(export, progress: Progress("imported").show)
            try library.setInterlude(.restored)
            print("\(target): \(documentCount(count))")
        }
    }

    private func add(_ source: LibraryImporter.Source) async throws {
        let (target, lock) = try library.lock()
        let importer = LibraryImporter(library: try Library(folder: target), zone: .current)
        let summary = try await importer.run(source, progress: Progress("done", every: 100).show)
        withExtendedLifetime(lock) {}
        for reason in summary.unseen { warn("\(reason.file) is kept as an attachment: \(reason.text)") }
        for reason in summary.leftOut { warn("\(reason.file) is left out: \(reason.text)") }
        print("\(target): \(documentCount(summary.added)) imported, \(summary.known) already known")
    }

}

private func warn(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8)) }

private func documentCount(_ count: Int) -> String { count == 1 ? "1 document" : "\(count) documents" }

/// Reports regularly on standard error that a long command is still running.
struct Progress {
    private let verb: String
    private let step: Int

    init(_ verb: String, every step: Int = 1000) {
        self.verb = verb
        self.step = step
    }

    func show(_ count: Int) {
        guard count.isMultiple(of: step) else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\(count) documents \(verb)\n".utf8))
    }
}
