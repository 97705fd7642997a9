import ArgumentParser
import Recto
import RectoCodecs
import RectoText

/// A file for the text of a document, in the format of its ending.
struct SidecarArgument: ExpressibleByArgument {
    private(set) var path: String
    private let format: TextFormat

    init?(argument: String) {
        guard let format = TextFormat(path: argument) else { return nil }
        (path, self.format) = (argument, format)
    }

    /// The file of one document of `count`.
    func numbered(_ number: Int, of count: Int) -> SidecarArgument {
        var sidecar = self
        sidecar.path = DocumentWriter.numbered(path, number, of: count)
        return sidecar
    }

    /// - Throws: ``UnusableInput`` if the file cannot be written, before there is anything to write.
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

extension TextFormat {
    /// The format that a file name's extension stands for; `nil` if it is not one of these.
    init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "txt": self = .plain
        case "hocr", "html": self = .hocr
        case "xml", "alto": self = .alto
        default: return nil
        }
    }
}
