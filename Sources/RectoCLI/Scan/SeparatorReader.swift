import ArgumentParser
import RectoBarcode
import RectoCodecs
import RectoCore

/// What a stack is split on.
enum SplittingArgument: String, ExpressibleByArgument, CaseIterable {
    case code
}

/// Reads the codes of pictures for those that separate documents.
struct SeparatorReader {
    private var reader: CodeReader
    private var separator = DocumentSeparator()

    /// - Parameter patterns: Of codes that documents begin with, beside those that every stack may have.
    init(_ patterns: [String]) throws {
        var parameters = CodeReader.Parameters()
        parameters.symbologies = DocumentSeparator.symbologies
        reader = try CodeReader(parameters)
        separator.patterns = patterns.map { CodePattern($0) }
    }

    mutating func mark(of picture: Picture) -> DocumentSeparator.Mark? {
        picture.gray.withView { separator.mark(reader.read($0)) }
    }
}

/// What `recto scan` prints for a separating sheet.
struct SeparatingSheet: Encodable, CustomStringConvertible {
    var file: String
    var separator = "sheet"

    init(file: String) { self.file = file }

    var description: String { "\(file): separating sheet, left out" }
}
