import Foundation
package import RectoBarcode

/// A picture and the payload of its code.
package struct CodeItem {
    package enum Payload {
        case text(String)
        case bytes([UInt8])
    }

    package var path: String
    /// `nil` if the picture shows no code.
    package var payload: Payload?

    package init(path: String, payload: Payload?) { (self.path, self.payload) = (path, payload) }

    /// Line ends and surrounding white space are ignored.
    package func isRight(_ code: Code) -> Bool {
        switch payload {
        case .text(let text): Self.plain(code.text) == Self.plain(text)
        case .bytes(let bytes): code.bytes == bytes
        case nil: false
        }
    }

    private static func plain(_ text: String) -> String {
        text.replacingOccurrences(of: "\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    package static func items(in folder: String) throws -> [CodeItem] {
        let list = URL(filePath: "\(folder)/ground_truth.json")
        if FileManager.default.fileExists(atPath: list.path) {
            return try JSONDecoder().decode([Listed].self, from: Data(contentsOf: list)).map { listed in
                CodeItem(path: "\(folder)/images/\(listed.file)", payload: try listed.payload)
            }
        }
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder).sorted() else {
            throw UnusableData(path: folder, reason: "cannot be read")
        }
        let items = try files.filter { $0.hasSuffix(".txt") }.compactMap { file in
            try beside(file, in: folder, files)
        }
        guard !items.isEmpty else { throw UnusableData(path: folder, reason: "holds no pictures with texts") }
        return items
    }

    private static func beside(_ file: String, in folder: String, _ files: [String]) throws -> CodeItem? {
        let stem = file.dropLast(".txt".count)
        guard let picture = files.first(where: { [stem + ".png", stem + ".jpg", stem + ".jpeg"].contains($0[...]) })
        else { return nil }
        let text = try String(contentsOf: URL(filePath: "\(folder)/\(file)"), encoding: .utf8)
        return CodeItem(path: "\(folder)/\(picture)", payload: text.isEmpty ? nil : .text(text))
    }

    private struct Listed: Decodable {
        var file: String
        var text: String?
        var hexBytes: String?

        private enum CodingKeys: String, CodingKey {
            case file, text
            case hexBytes = "bytes_hex"
        }

        var payload: Payload? {
            get throws {
                guard let hexBytes else { return text.map(Payload.text) }
                let digits = Array(hexBytes)
                let bytes = stride(from: 0, to: digits.count, by: 2).map { at in
                    UInt8(String(digits[at..<min(at + 2, digits.count)]), radix: 16)
                }
                guard !bytes.contains(nil) else { throw UnusableData(path: file, reason: "has no bytes \(hexBytes)") }
                return .bytes(bytes.compactMap(\.self))
            }
        }
    }
}
