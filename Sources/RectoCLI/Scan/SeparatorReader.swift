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

/// What `recto scan` prints for a page that is in no document.
struct LeftOutPage: Encodable, CustomStringConvertible {
    enum Reason {
        case separator, blank
    }

    var file: String
    var reason: Reason

    private enum CodingKeys: CodingKey { case file, separator, blank }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(file, forKey: .file)
        switch reason {
        case .separator: try object.encode("sheet", forKey: .separator)
        case .blank: try object.encode(true, forKey: .blank)
        }
    }

    var description: String { "\(file): \(reason == .separator ? "separating sheet" : "blank page"), left out" }
}
