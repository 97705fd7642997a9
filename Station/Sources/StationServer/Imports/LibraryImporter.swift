public import Foundation
import Glibc
import RectoCodecs
import StationRules
public import StationStore

/// Imports the documents of another program or a folder: each file becomes a document. Files already imported are
/// skipped, so an interrupted import continues when it is started again.
public struct LibraryImporter: Sendable {
    public enum Source: Hashable, Sendable {
        /// The folder of an export of paperless-ngx.
        case paperless(String)
        /// A folder whose subfolders become folders.
        case tree(String)
    }

    /// The result of an import.
    public struct Summary: Hashable, Sendable {
        public var added = 0
        /// The number of documents imported before.
        public var known = 0
        /// Files stored as attachments of documents without pages, with reasons.
        public var unseen: [Reason] = []
        /// Files that were not imported, with reasons.
        public var leftOut: [Reason] = []
    }

    public struct Reason: Hashable, Sendable {
        public let file: String
        /// The reason as a sentence.
        public let text: String
    }

    /// The reason why nothing is imported.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noFolder(String)
        case noManifest(String)
        /// Missing files that the manifest refers to.
        case missing([String])

        public var description: String {
            switch self {
            case .noFolder(let path): "\(path) is not a readable folder."
            case .noManifest(let path):
                "\(path) is not an export of paperless-ngx: it has no manifest.json. Unpack it, if it is a ZIP file."
            case .missing(let files):
                "\(files.count) of the files that the manifest names are missing. The first one is \(files[0])."
            }
        }
    }

    private let library: Library
    private let zone: TimeZone

    /// - Parameter zone: The time zone in which older exports give days.
    public init(library: Library, zone: TimeZone) {
        self.library = library
        self.zone = zone
    }

    /// - Parameter progress: Receives the number of finished files.
    /// - Throws: ``Failure``, before anything is imported; `PaperlessManifest.Failure`; `StoreError`.
    public func run(_ source: Source, progress: (Int) -> Void = { _ in }) async throws -> Summary {
        switch source {
        case .paperless(let folder): try await importPaperless(folder, progress)
        case .tree(let folder): try await importTree(folder, progress)
        }
    }

    // MARK: paperless-ngx

    private func importPaperless(_ folder: String, _ progress: (Int) -> Void) async throws -> Summary {
        let files = try FileTree(folder).files
        guard files.contains("manifest.json") else { throw Failure.noManifest(folder) }
        let manifests = try files.filter { $0 == "manifest.json" || $0.hasSuffix("-manifest.json") }.map {
            (name: $0, bytes: [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))))
        }
        let documents = try PaperlessManifest(manifests, zone: zone).documents
        let present = Set(files)
        let missing = documents.map(\.original).filter { !present.contains($0) }
        guard missing.isEmpty else { throw Failure.missing(missing) }
        var summary = Summary()
        for (number, document) in documents.enumerated() {
            try await add(document, in: folder, present, &summary)
            progress(number + 1)
        }
        return summary
    }

    private func add(
        _ document: PaperlessManifest.Document, in folder: String, _ present: Set<String>, _ summary: inout Summary
    ) async throws {
        let path = "\(folder)/\(document.original)"
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let key = "paperless \(document.key) \(BlobName(of: bytes))"
        if try library.hasImported(key) { return summary.known += 1 }
        let now = Date.now
        var imported = ImportedDocument(
            key: key, title: String(document.title.prefix(DocumentTitle.maximumCharacters)),
            captured: document.added ?? now)
        imported.folder = [document.folder].compactMap(\.self)
        imported.tags = document.tags.map { ImportedDocument.Tag($0.name, $0.color) }
        imported.correspondent = document.correspondent
        imported.type = document.type
        imported.date = document.date
        imported.serial = document.serial
        imported.state = document.isInInbox ? .inbox : .reviewed
        imported.isInTrash = document.isInTrash
        imported.person = document.owner
        imported.notes = document.notes.map {
            ImportedDocument.Note($0.text, at: $0.at ?? document.added ?? now, by: $0.user)
        }
        if imported.title != document.title { imported.notes.append(ImportedDocument.Note(document.title, at: now)) }
        if !document.fields.isEmpty {
            imported.notes.append(ImportedDocument.Note(document.fields.joined(separator: "\n"), at: now))
        }
        let drawing = try Drawing()
        let shown = try await drawing.pages(
            of: [bytes]
                + document.substitutes.filter(present.contains).map {
                    [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
                })
        imported.pages = shown.pages
        // Pages that show the file losslessly need no second copy of it.
        if !shown.isOriginal {
            imported.attachments = [
                ImportedDocument.Attachment(
                    name: document.originalName, mediaType: document.mediaType, file: { bytes })
            ]
        }
        if let reason = shown.reason { summary.unseen.append(Reason(file: document.original, text: reason)) }
        // Text recognized later would not cover the whole document.
        if !shown.isWhole, !document.content.isEmpty {
            imported.notes.append(ImportedDocument.Note(document.content, at: now))
        }
        try store(imported, at: now)
        summary.added += 1
    }

    /// Stores a document. A serial number that another document already has becomes a note.
    private func store(_ document: ImportedDocument, at date: Date) throws {
        do { try library.add(document, at: date) } catch StoreError.nameInUse(let number) {
            var document = document
            document.serial = nil
            document.notes.append(
                ImportedDocument.Note(localized("Archive number") + ": \(number)", at: date))
            try library.add(document, at: date)
        }
    }

    // MARK: A tree of folders

    private func importTree(_ folder: String, _ progress: (Int) -> Void) async throws -> Summary {
        var summary = Summary()
        for (number, file) in try FileTree(folder).files.enumerated() {
            do { try await add(file, in: folder, &summary) } catch let reason as Drawing.Unreadable {
                summary.leftOut.append(Reason(file: file, text: reason.description))
            }
            progress(number + 1)
        }
        return summary
    }

    private func add(_ file: String, in folder: String, _ summary: inout Summary) async throws {
        let url = URL(filePath: "\(folder)/\(file)")
        let bytes = [UInt8](try Data(contentsOf: url))
        let key = "tree \(file) \(BlobName(of: bytes))"
        if try library.hasImported(key) { return summary.known += 1 }
        let now = Date.now
        let parts = file.split(separator: "/").map(String.init)
        let name = url.deletingPathExtension().lastPathComponent
        let modified = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        let title = (try? DocumentTitle(name).text) ?? String(name.prefix(DocumentTitle.maximumCharacters))
        var document = ImportedDocument(key: key, title: title, captured: modified ?? now)
        document.folder = Array(parts.dropLast())
        let drawing = try Drawing()
        let (pages, isOriginal) = try await drawing.pages(of: bytes)
        document.pages = pages
        if !isOriginal {
            document.attachments = [
                ImportedDocument.Attachment(
                    name: parts.last ?? name, mediaType: OriginalFile.mediaType(of: bytes),
                    file: { bytes })
            ]
        }
        try library.add(document, at: now)
        summary.added += 1
    }
}

/// Creates pages from files. The pages of a PDF are in a temporary folder for the lifetime of the instance.
private final class Drawing {
    /// A sentence about why a file has no pages.
    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// The pages of the first file that can be shown.
    struct Shown {
        var pages: [NewDocument.Page] = []
        /// Whether the pages are the first file itself.
        var isOriginal = false
        /// Whether they show the whole document.
        var isWhole = false
        /// The reason why there are none.
        var reason: String?
    }

    private let folder = FileManager.default.temporaryDirectory.path + "/recto-import-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// - Parameter files: The candidates, original first. A file that can be shown has all pages, except the last
    ///   candidate, a picture of the first page.
    func pages(of files: [[UInt8]]) async throws -> Shown {
        var shown = Shown()
        for (number, bytes) in files.enumerated() {
            do {
                let (pages, isOriginal) = try await pages(of: bytes)
                return Shown(
                    pages: pages, isOriginal: number == 0 && isOriginal,
                    isWhole: number == 0 || ForeignFile(bytes) == .pdf)
            } catch let error as Unreadable { shown.reason = shown.reason ?? error.description }
        }
        return shown
    }

    /// - Returns: Whether the page shows the file itself.
    /// - Throws: ``Unreadable``.
    func pages(of bytes: [UInt8]) async throws -> (pages: [NewDocument.Page], isOriginal: Bool) {
        do { return (try await ImportedPicture.pages(of: bytes, in: folder), ForeignFile(bytes) == nil) } catch {
            switch error {
            case let error as PictureError: throw Unreadable(description: error.message)
            case let error as ForeignFile.Failure: throw Unreadable(description: error.message)
            case is ImportedPicture.Unsuitable: throw Unreadable(description: "\(error)")
            default: throw error
            }
        }
    }
}

/// The regular files below a folder by relative path, in order. Links are not followed, and hidden files are skipped.
private struct FileTree {
    let files: [String]

    init(_ folder: String) throws {
        var files: [String] = []
        func visit(_ path: String) throws {
            let place = path.isEmpty ? folder : "\(folder)/\(path)"
            for name in try FileManager.default.contentsOfDirectory(atPath: place).sorted() where !name.hasPrefix(".") {
                var status = stat()
                guard lstat("\(place)/\(name)", &status) == 0 else { continue }
                let inside = path.isEmpty ? name : "\(path)/\(name)"
                switch status.st_mode & S_IFMT {
                case S_IFDIR: try visit(inside)
                case S_IFREG: files.append(inside)
                default: break
                }
            }
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw LibraryImporter.Failure.noFolder(folder)
        }
        try visit("")
        self.files = files
    }
}
