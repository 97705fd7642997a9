import ArgumentParser
import Recto
import RectoCodecs
import RectoText

/// A file for the text of a document; the extension selects the format.
struct SidecarArgument: ExpressibleByArgument {
    private(set) var path: String
    private let format: TextFormat

    init?(argument: String) {
        guard let format = TextFormat(path: argument) else { return nil }
        (path, self.format) = (argument, format)
    }

    /// Returns the file for document `number` of `count`.
    func numbered(_ number: Int, of count: Int) -> SidecarArgument {
        var sidecar = self
        sidecar.path = DocumentWriter.numbered(path, number, of: count)
        return sidecar
    }

    /// - Throws: ``UnusableInput`` if the file cannot be written; checked before any text is available.
    func check() throws(UnusableInput) {
        do throws(OutputError) {
            try AtomicFile(path: path).discard()
        } catch {
            throw UnusableInput(file: path, reason: "\(error)")
        }
    }

    func write(_ pages: [TextFormat.Page]) throws {
        let file = try AtomicFile(path: path)
        try file.write(Array(format.document(pages).utf8))
        try file.commit()
    }
}

extension TextFormat.Page {
    var hasText: Bool { !text.text.isEmpty }
}

extension TextFormat {
    /// The format for a file name's extension; `nil` if the extension is unknown.
    init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "txt": self = .plain
        case "hocr", "html": self = .hocr
        case "xml", "alto": self = .alto
        default: return nil
        }
    }
}
