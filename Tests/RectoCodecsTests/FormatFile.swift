import Foundation
import TestSupport
import Testing

/// One file of `formats/` with its entry in the table.
struct FormatFile: CustomTestStringConvertible, Sendable {
    enum Verdict: Sendable { case take, refuse, either }

    let path: String
    let name: String
    let verdict: Verdict
    /// Width of the stored pixels.
    let width: Int?
    let height: Int?
    let orientation: Int?
    /// The first 16 digits of the SHA-1 of the stored pixels as RGBA.
    let checksum: String?

    var testDescription: String { name }

    static let all: [FormatFile] = {
        guard let folder = EvaluationData.root?.appending(path: "formats") else { return [] }
        let sets = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return sets.sorted().flatMap { set in
            let table = folder.appending(path: "\(set)/expected.csv")
            guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [FormatFile]() }
            // The fields contain no commas or quotation marks except the two decoders' messages, which start with "ok"
            // or "error".
            return text.split(whereSeparator: \.isNewline).dropFirst().map { line in
                let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
                return FormatFile(set: set, folder: folder, fields: fields)
            }
        }
    }()

    private init(set: String, folder: URL, fields: [String]) {
        name = "\(set)/\(fields[0])"
        path = folder.appending(path: name).path
        (width, height, orientation) = (Int(fields[2]), Int(fields[3]), Int(fields[5]))
        checksum = fields[7].isEmpty ? nil : fields[7]
        let accepted = [fields[6], fields[8]].filter { $0.hasPrefix("ok") }.count
        let isMarkedCorrupt = set == "pngsuite" && fields[0].hasPrefix("x")
        verdict = isMarkedCorrupt || accepted == 0 ? .refuse : accepted == 2 ? .take : .either
    }
}
