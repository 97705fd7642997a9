import ArgumentParser
import Glibc
import Recto
import RectoCodecs

/// `-o` and `--format`: the document to write, to a file or to standard output.
struct DocumentArgument: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            The document: .pdf, .tif, .png or .jpg; or - for standard output. Lines about the pages then go to standard error.
            """,
            valueName: "file"))
    private var output: Target

    @Option(
        name: .customLong("format"),
        help: "With -o -, the format of the document (default: pdf).")
    private var streamFormat: WatchFormat?

    private enum Target: ExpressibleByArgument {
        case standardOutput
        case file(String, DocumentWriter.Format)

        init?(argument: String) {
            if argument == InputFiles.standardInput {
                self = .standardOutput
            } else if let format = DocumentWriter.Format(path: argument) {
                self = .file(argument, format)
            } else {
                return nil
            }
        }
    }

    /// The file's path; `nil` for standard output.
    var path: String? {
        if case .file(let path, _) = output { path } else { nil }
    }

    /// How the document is named in results: its path, or `-`.
    var name: String { path ?? InputFiles.standardInput }

    var format: DocumentWriter.Format {
        switch output {
        case .file(_, let format): format
        case .standardOutput: (streamFormat ?? .pdf).format
        }
    }

    func validate() throws {
        if let path {
            if streamFormat != nil {
                throw ValidationError(
                    "--format is for standard output: the suffix of \(path) determines the document's format.")
            }
        } else if isatty(STDOUT_FILENO) == 1 {
            throw ValidationError("-o - would write the document to the terminal: redirect standard output.")
        }
    }

    /// The same for one of several documents, with its number before the ending.
    func numbered(_ number: Int, of count: Int) -> Self {
        guard case .file(let path, let format) = output else { return self }
        var numbered = self
        numbered.output = .file(DocumentWriter.numbered(path, number, of: count), format)
        return numbered
    }

    /// - Throws: `ValidationError` if the document cannot hold that number of pages.
    func check(pages: Int) throws {
        if path == nil, pages > 1, !format.holdsManyPages {
            throw ValidationError("-o - with --format \(format.rawValue) holds one page, not \(pages).")
        }
    }

    /// Keeps standard output for the document, if it goes there.
    func reserve() { if path == nil { Console.reserveStandardOutput() } }

    /// Completes a document, and writes it to standard output if requested.
    func finish(_ writer: DocumentWriter) throws {
        if path == nil { try Console.write(document: try writer.finishInMemory()) } else { try writer.finish() }
    }
}
