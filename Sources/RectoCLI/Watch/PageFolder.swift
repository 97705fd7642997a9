import FoundationEssentials
import Glibc
import Recto
import RectoCore
import RectoCodecs

/// Writes each captured page to a separate file in a folder. Numbering continues after the existing pages.
struct PageFolder: PageOutput {
    private let path: String
    /// The folders that did not exist before, the outermost first.
    private let created: [String]
    private let format: DocumentWriter.Format
    private let jpeg: JPEGWriter
    /// The number of the last page, or the highest in the folder.
    private var number: Int
    private var renderer: CapturedPageRenderer

    private static let start = "page-"
    /// How many numbers are tried until one is free.
    private static let attempts = 10_000

    init(
        path: String, format: DocumentWriter.Format, jpeg: JPEGWriter, renderer: CapturedPageRenderer
    ) throws(UnusableInput) {
        (self.path, self.format, self.jpeg, self.renderer) = (path, format, jpeg, renderer)
        var isFolder = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder {
            throw UnusableInput(
                file: path, reason: "is a file: name a folder, or a document that ends in .pdf or .tif")
        }
        created = try OutputFolder.make(path)
        // A page can only be captured once: that it cannot be written is reported before.
        do { try AtomicFile(path: "\(path)/\(Self.start)").discard() } catch {
            throw UnusableInput(file: path, reason: "\(error)")
        }
        guard let listing = opendir(path) else {
            throw UnusableInput(file: path, reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        closedir(listing)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        number = names.compactMap(Self.number).max() ?? 0
        AtomicFile.removeLeftovers(in: path)
    }

    /// An interrupted run leaves complete files.
    var recoveredPages: Int { 0 }

    mutating func write(_ scanned: ScannedPage) throws -> StoredPage {
        var page = scanned.page
        let (rendered, rendering) = try renderer.render(&page)
        var timings = rendering
        let writer = writer
        // Another program may write to the folder too; the first one gets the number.
        let (folder, format) = (path, format)
        let names = (number + 1..<number + Self.attempts).lazy.map { "\(folder)/\(Self.name($0, format))" }
        let written = try timings.measure(.write) { () throws(DocumentWriter.Failure) in
            try writer.write(rendered, asFirstFree: names)
        }
        let file = String(written.dropFirst(folder.count + 1))
        number = Self.number(file) ?? number + 1
        return StoredPage(
            number: number, file: file, rendered, rotation: page.rotation, timings: timings,
            identity: Self.identity(of: written))
    }

    /// A file that has been moved or changed since is left alone.
    func writer(ofFused stored: StoredPage) -> @Sendable (FusedPage) throws -> FusedOutput? {
        let (path, writer) = (path(of: stored.file), writer)
        return { fused in
            let (unwritten, rendered) = try stored.fused(fused.page)
            var page = unwritten
            guard !stored.identity.isEmpty, Self.identity(of: path) == stored.identity else { return nil }
            try page.timings.measure(.write) { () throws(DocumentWriter.Failure) in
                try writer.write(rendered, path)
            }
            page.identity = Self.identity(of: path)
            return FusedOutput(page: page, fused: fused)
        }
    }

    /// The file has been replaced already.
    func replace(with output: FusedOutput) -> Bool { true }

    private func path(of file: String) -> String { "\(path)/\(file)" }
    private var writer: FileWriter { FileWriter(format: format, jpeg: jpeg) }

    /// Identifies a file and its version; empty if the file does not exist.
    private static func identity(of path: String) -> [UInt64] {
        var status = stat()
        guard lstat(path, &status) == 0 else { return [] }
        let time = status.st_mtim
        return [
            UInt64(status.st_dev), UInt64(status.st_ino), UInt64(status.st_size),
            UInt64(bitPattern: Int64(time.tv_sec)),
            UInt64(time.tv_nsec),
        ]
    }

    var isEmptyDocument: Bool { false }

    func finish() {}

    func removeUnused() {
        // Stops at the first folder that holds something.
        _ = created.reversed().allSatisfy { rmdir($0) == 0 }
    }

    private static func name(_ number: Int, _ format: DocumentWriter.Format) -> String {
        let digits = String(number)
        let ending =
            switch format {
            case .jpeg: "jpg"
            case .tiff: "tif"
            case .png, .pdf: format.rawValue
            }
        return start + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "." + ending
    }

    /// Returns the number of a page's file in any format.
    private static func number(_ file: String) -> Int? {
        guard file.hasPrefix(start) else { return nil }
        return Int(file.dropFirst(start.count).prefix { $0 != "." })
    }
}

/// Writes a page to a separate file.
private struct FileWriter: Sendable {
    let format: DocumentWriter.Format
    let jpeg: JPEGWriter

    /// Writes the page to the first path that is free.
    func write(
        _ rendered: RenderedPage, asFirstFree paths: some Collection<String>
    ) throws(DocumentWriter.Failure) -> String {
        let document = try DocumentWriter(path: nil, format: format, expectedPages: 1, jpeg: jpeg)
        try document.add(rendered)
        let bytes = try document.finishInMemory()
        let first = paths.first ?? ""
        do throws(OutputError) {
            let file = try AtomicFile(path: first + ".new")
            try file.write(bytes)
            if let path = try file.commit(asFirstFree: paths) { return path }
            throw .unwritable("File exists")
        } catch {
            throw DocumentWriter.Failure(file: first, reason: error, endsDocument: false)
        }
    }

    /// Replaces the file at the path with the page.
    func write(_ rendered: RenderedPage, _ path: String) throws(DocumentWriter.Failure) {
        let document = try DocumentWriter(path: path, format: format, expectedPages: 1, jpeg: jpeg)
        try document.add(rendered)
        try document.finish()
    }
}
