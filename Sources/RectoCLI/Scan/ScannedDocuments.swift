import Glibc
import Recto
import RectoBarcode
import RectoCodecs
import RectoCore
import RectoText

/// The documents of a run: one or, with `--split-on`, one for each part of the stack.
final class ScannedDocuments {
    struct Options {
        var output: DocumentArgument
        var expectedPages: Int
        var jpeg: JPEGWriter
        var metadata: DocumentMetadata
        var isArchival: Bool
        var threads: Int
        /// Where new documents begin; `nil` if there is one.
        var splitting: SplittingArgument?
        var sidecar: SidecarArgument?
        var name: NameTemplate?

        /// Whether there may be several documents, which are numbered.
        var splits: Bool { splitting != nil }
    }

    /// A finished document.
    struct Finished {
        var file: String
        var pages: Int
        /// The code of the separator at its start.
        var code: String?
        /// The texts of the pages that were read.
        var texts: [TextFormat.Page]
        var proposals: DocumentProposals?
        /// The file for the text.
        var sidecar: SidecarArgument?
    }

    private let options: Options
    private var splitter = StackSplitter()
    private var writer: DocumentWriter
    /// The index of the current document, from 0.
    private var index = 0
    /// Whether a document has been completed.
    private(set) var hasAny = false
    private var code: String?
    private var texts: [TextFormat.Page] = []

    /// Opens the first document and checks its sidecar, so that an unwritable folder is reported before any work is
    /// done.
    init(_ options: Options) throws {
        self.options = options
        writer = try Self.writer(options, 0)
        try Self.sidecar(options, 0)?.check()
    }

    /// Returns all files whose names are known in advance.
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

    /// Determines the document for the next page.
    /// - Parameter finished: Called with the previous document if it ends here.
    /// - Returns: Whether the page belongs to the document and is not a separator sheet.
    func take(
        _ mark: DocumentSeparator.Mark?, finished: (Finished) throws -> Void
    ) throws -> Bool {
        // A document without pages gets the next one, as after a page that could not be written.
        let begun = writer.pageCount > 0 ? index + 1 : index
        guard let next = options.splitting == .page ? begun : splitter.document(of: mark) else { return false }
        if next != index {
            try finish(finished)
            index = next
            writer = try Self.writer(options, index)
        }
        if case .first(let code) = mark { self.code = code }
        return true
    }

    func add(_ page: ScannedPicture, _ timeAndPlace: TimeAndPlace?) throws(DocumentWriter.Failure)
        -> DocumentWriter.Place
    {
        let place = try writer.add(
            page.rendered.image, resolution: page.rendered.resolution, text: page.text?.text,
            timeAndPlace: timeAndPlace)
        if let text = page.text { texts.append(text) }
        return place
    }

    /// Completes the current document; one without pages is discarded.
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

    /// Renames the file by the template, within its folder. It keeps its name if the template yields none or the name
    /// is not available.
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

    /// Reserves an unused name, so that an earlier scan of the same name is not overwritten.
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

/// An existing file with the temporary name of a document, kept until the document gets its final name.
private struct EarlierFile {
    private let path: String
    private let other: String

    /// Gives the file a second name. Does nothing if there is no file or the file system does not support hard links.
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

/// The output of `recto scan --json` for one of several documents, or one named by its text.
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
