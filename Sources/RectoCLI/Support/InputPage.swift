import Glibc
import RectoCodecs
import Synchronization

/// A page of an input, written as `file.pdf#page=3` (RFC 8118), or a whole file.
struct InputPage {
    let path: String
    /// The index of the page, from 0.
    let page: Int
    /// Whether the input named the page.
    private let isNamed: Bool

    /// An existing file takes precedence over a page reference of the same name.
    init(_ input: String) {
        guard input != InputFiles.standardInput, FileIdentity(path: input) == nil,
            let mark = input.firstRange(of: Self.mark), let number = Int(input[mark.upperBound...]), number >= 1
        else {
            (path, page, isNamed) = (input, 0, false)
            return
        }
        (path, page, isNamed) = (String(input[..<mark.lowerBound]), number - 1, true)
    }

    private static let mark = "#page="

    /// Returns the pages of an input. An unreadable input is returned as it is, and reported when it is read.
    static func pages(of input: String, _ reader: PictureReader) -> [Result<String, UnusableInput>] {
        let named = InputPage(input)
        guard !named.isNamed, mayHavePages(input), let document = try? InputDocuments.shared.document(input, reader),
            document.pageCount > 1
        else { return [.success(input)] }
        return (1...document.pageCount).map { .success("\(input)\(mark)\($0)") }
    }

    /// Returns whether a file is TIFF or PDF according to its first bytes. Files that cannot be inspected before
    /// reading may have pages too.
    private static func mayHavePages(_ input: String) -> Bool {
        guard input != InputFiles.standardInput else { return true }
        var status = stat()
        guard stat(input, &status) == 0 else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFIFO: return true
        case S_IFREG:
            let format = pictureFormat(ofFile: input)
            return format == .tiff || format == .pdf
        default: return false
        }
    }

    func read(_ reader: PictureReader) throws(PictureError) -> Picture {
        let document = try InputDocuments.shared.document(path, reader)
        guard page < document.pageCount else { throw .noSuchPage(page + 1, count: document.pageCount) }
        return try document.picture(at: page)
    }
}

extension PictureReader {
    /// Reads an input of the command line.
    func read(input: String) throws(PictureError) -> Picture { try InputPage(input).read(self) }
}

/// The opened input files. The last one stays open for its other pages; streams stay in memory, as they cannot be
/// read twice.
private final class InputDocuments: Sendable {
    static let shared = InputDocuments()

    private struct State {
        var last: (path: String, document: PictureDocument)?
        var streams: [String: Result<PictureDocument, PictureError>] = [:]
    }

    private let state = Mutex(State())

    func document(_ path: String, _ reader: PictureReader) throws(PictureError) -> PictureDocument {
        if let last = state.withLock({ $0.last }), last.path == path { return last.document }
        guard path == InputFiles.standardInput || isPipe(path) else {
            // Releases the previous file first, because both may be large.
            state.withLock { $0.last = nil }
            let document = try PictureDocument(path: path, reader: reader)
            if document.pageCount > 1 { state.withLock { $0.last = (path, document) } }
            return document
        }
        if let known = state.withLock({ $0.streams[path] }) { return try known.get() }
        let result: Result<PictureDocument, PictureError>
        do throws(PictureError) {
            result = .success(try Self.stream(path, reader))
        } catch {
            result = .failure(error)
        }
        state.withLock { $0.streams[path] = result }
        return try result.get()
    }

    private static func stream(_ path: String, _ reader: PictureReader) throws(PictureError) -> PictureDocument {
        guard path == InputFiles.standardInput else { return try PictureDocument(path: path, reader: reader) }
        let bytes = try readPictureStream(STDIN_FILENO, limit: reader.limits.fileBytes)
        return try PictureDocument(bytes: bytes, reader: reader)
    }

    private func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
}
