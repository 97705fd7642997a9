import Glibc
import Recto
import RectoBarcode
import RectoCodecs
import RectoCore
import RectoText

/// The documents that the pages of a run become: one, or with `--split-on` one for each part of the stack.
final class ScannedDocuments {
    struct Options {
        var output: DocumentArgument
        var expectedPages: Int
        var jpeg: JPEGWriter
        var metadata: DocumentMetadata
        var isArchival: Bool
        var threads: Int
        /// Whether there may be several, which are numbered.
        var splits: Bool
        var sidecar: SidecarArgument?
        var name: NameTemplate?
    }

    /// A finished document.
    struct Finished {
        var file: String
        var pages: Int
        /// Of the separator that it begins with.
        var code: String?
        /// Of the pages that were read.
        var texts: [TextFormat.Page]
        var proposals: DocumentProposals?
        /// Where the text goes.
        var sidecar: SidecarArgument?
    }

    private let options: Options
    private var splitter = StackSplitter()
    private var writer: DocumentWriter
    /// Of the document that is being written, from 0 on.
    private var index = 0
    /// Whether a document has been completed.
    private(set) var hasAny = false
    private var code: String?
    private var texts: [TextFormat.Page] = []

    /// Opens the first document and tries its sidecar, so that a folder that cannot be written is told before any work is done.
    init(_ options: Options) throws {
        self.options = options
        writer = try Self.writer(options, 0)
        try Self.sidecar(options, 0)?.check()
    }

    /// All files that may be written under names that are known before.
    static func files(_ options: Options) -> [String] {
        guard options.splits else {
            let documents = options.output.path.map {
                DocumentWriter.files(path: $0, format: options.output.format, expectedPages: options.expectedPages)
            }
            return (documents ?? []) + [options.sidecar?.path].compactMap(\.self)
        }
        return (0..<options.expectedPages).flatMap { index in
            [path(options, index), sidecar(options, index)?.path].compactMap(\.self)
        }
    }

    /// Tells which document the next page goes to.
    /// - Parameter finished: Called with the document before, if it ends here.
    /// - Returns: Whether the page is of a document, and no separating sheet.
    func take(
        _ mark: DocumentSeparator.Mark?, finished: (Finished) throws -> Void
    ) throws -> Bool {
        guard let next = splitter.document(of: mark) else { return false }
        if next != index {
            try finish(finished)
            index = next
            writer = try Self.writer(options, index)
        }
        if case .first(let code) = mark { self.code = code }
        return true
    }

    func add(_ image: Raster, _ resolution: Resolution, _ text: TextFormat.Page?) throws(DocumentWriter.Failure)
        -> DocumentWriter.Place
    {
        let place = try writer.add(image, resolution: resolution, text: text?.text)
        if let text { texts.append(text) }
        return place
    }

    /// Completes the document that is being written; one without pages is left out.
    func finish(_ finished: (Finished) throws -> Void) throws {
        defer { (code, texts) = (nil, []) }
        guard writer.pageCount > 0 else { return }
        let earlier = options.name == nil ? nil : EarlierFile(writer.path)
        try options.output.finish(writer)
        hasAny = true
        let proposals = texts.isEmpty ? nil : DocumentProposals(texts.map(\.text))
        try finished(
            Finished(
                file: options.output.path == nil
                    ? options.output.name : named(writer.path, proposals, earlier), pages: writer.pageCount, code: code,
                texts: texts,
                proposals: proposals,
                sidecar: Self.sidecar(options, index)))
    }

    // MARK: Names

    private static func writer(_ options: Options, _ index: Int) throws(DocumentWriter.Failure) -> DocumentWriter {
        try DocumentWriter(
            path: path(options, index), format: options.output.format, expectedPages: options.expectedPages,
            jpeg: options.jpeg, metadata: options.metadata, isArchival: options.isArchival, workers: options.threads)
    }

    /// - Returns: `nil` for standard output.
    private static func path(_ options: Options, _ index: Int) -> String? {
        options.output.path.map {
            options.splits ? DocumentWriter.numbered($0, index + 1, of: options.expectedPages) : $0
        }
    }

    private static func sidecar(_ options: Options, _ index: Int) -> SidecarArgument? {
        options.splits ? options.sidecar?.numbered(index + 1, of: options.expectedPages) : options.sidecar
    }

    /// Gives the file the name of the template, in its folder. It keeps its own where that says nothing or cannot be had.
    private func named(_ path: String, _ proposals: DocumentProposals?, _ earlier: EarlierFile?) -> String {
        var values = proposals.map(NameTemplate.values) ?? [:]
        (values[.code], values[.number]) = (code, "\(index + 1)")
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let ending = path.lastIndex(of: ".").map { path[$0...] } ?? ""
        guard let name = options.name?.name(values),
            let file = Self.reserve("\(folder)\(name)\(ending)", besides: path), file != path
        else {
            earlier?.drop()
            return path
        }
        guard rename(path, file) == 0 else {
            unlink(file)
            earlier?.drop()
            return path
        }
        earlier?.putBack()
        return file
    }

    /// Takes a name that no file has: an earlier scan of the same name is not lost.
    private static func reserve(_ path: String, besides own: String) -> String? {
        for number in 1...10_000 {
            let file = number == 1 ? path : DocumentWriter.numbered(path, number, of: 0)
            if file == own { return file }
            let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                close(descriptor)
                return file
            }
            guard errno == EEXIST else { return nil }
        }
        return nil
    }
}

/// A file from before that has the name under which a document is finished, until that gets one of its own.
private struct EarlierFile {
    private let path: String
    private let other: String

    /// Gives the file a second name. Where there is no file, or a file system has no second names, there is nothing to keep.
    init?(_ path: String) {
        self.path = path
        let names = (1...100).lazy.map { "\(path).earlier\($0 == 1 ? "" : "-\($0)")" }
        guard let other = names.first(where: { link(path, $0) == 0 || errno != EEXIST }), access(other, F_OK) == 0
        else {
            return nil
        }
        self.other = other
    }

    func putBack() { if rename(other, path) != 0 { drop() } }

    func drop() { unlink(other) }
}

/// What `recto scan --json` prints for a document of several, or one with a name of its text.
extension ScannedDocuments.Finished: Encodable, CustomStringConvertible {
    private enum CodingKeys: CodingKey { case document, pages, code, proposals }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(file, forKey: .document)
        try object.encode(pages, forKey: .pages)
        try object.encodeIfPresent(code, forKey: .code)
        try object.encodeIfPresent(proposals.map(ProposalsJSON.init), forKey: .proposals)
    }

    var description: String {
        "\(file): \(pages) page\(pages == 1 ? "" : "s")\(code.map { ", \($0)" } ?? "")"
    }
}
