import ArgumentParser
import CDataMatrix
import RectoBarcode
import RectoCodecs
import RectoCore

/// What separates the documents of a stack.
enum SplittingArgument: String, ExpressibleByArgument, CaseIterable {
    /// Codes on some of their pages.
    case code
    /// Nothing: every page is a document.
    case page
}

/// Searches pictures for codes that separate documents.
struct SeparatorReader {
    private var reader: CodeReader
    private var separator = DocumentSeparator()

    /// - Parameter patterns: Patterns of codes that start documents, in addition to the standard separators.
    init(_ patterns: [String]) throws {
        var parameters = CodeReader.Parameters()
        parameters.symbologies = DocumentSeparator.symbologies
        reader = try CodeReader(parameters)
        separator.patterns = patterns.map { CodePattern($0) }
    }

    mutating func mark(of picture: Picture) -> DocumentSeparator.Mark? {
        let gray = picture.gray
        return gray.withView { separator.mark(reader.read($0)) } ?? separator.mark(texts: dataMatrixTexts(gray))
    }
}

/// Reads the texts of a page's Data Matrix codes with libdmtx; empty if it is not installed.
private func dataMatrixTexts(_ page: GrayImage) -> [String] {
    guard data_matrix_is_there() else { return [] }
    // Modules of labels are several pixels wide, so the page is reduced first. This takes a third of the time for a
    // page of text.
    let longSide = 1600
    let milliseconds = 600
    var pixels = page.packedBytes
    let reduction = max(1, page.size.longSide / longSide)
    return pixels.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress,
            let search = data_matrix_search_new(
                start, Int32(page.width), Int32(page.height), Int32(reduction), milliseconds)
        else { return [] }
        defer { data_matrix_search_free(search) }
        var texts: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        var count = 0
        while texts.count < 16, data_matrix_search_next(search, &bytes, bytes.count, &count) {
            texts.append(String(decoding: bytes[..<count], as: UTF8.self))
        }
        return texts
    }
}

/// The output of `recto scan` for a page that is in no document.
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
