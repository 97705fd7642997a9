import ArgumentParser
import CDataMatrix
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
        let gray = picture.gray
        return gray.withView { separator.mark(reader.read($0)) } ?? separator.mark(texts: dataMatrixTexts(gray))
    }
}

/// The texts of a page's Data Matrix codes, by libdmtx; none if it is not installed.
private func dataMatrixTexts(_ page: GrayImage) -> [String] {
    guard data_matrix_is_there() else { return [] }
    // Labels have modules of several pixels: a page of text is searched at a third of the time when it is reduced.
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
