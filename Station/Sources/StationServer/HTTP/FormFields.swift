import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules

/// A submitted form with all values of each field, and its files.
struct FormFields: Sendable {
    struct File: Sendable {
        let field: String
        /// The name sent by the browser, without its path.
        let name: String
        let mediaType: String
        let bytes: [UInt8]
    }

    private(set) var values: [String: [String]] = [:]
    private(set) var files: [File] = []

    /// - Parameter count: The maximum size of a form with files in bytes.
    /// - Throws: ``HTTPError`` if the body is not a form or is too long.
    init(
        _ request: Request, _ context: StationContext, upTo count: Int = RouteRule.Body.picture.maximumBytes
    ) async throws {
        let type = request.headers[.contentType] ?? ""
        guard type.lowercased().hasPrefix("multipart/form-data") else {
            let body = try await request.body.collect(upTo: context.maxUploadSize)
            try add(urlEncoded: String(buffer: body))
            join()
            return
        }
        guard let boundary = MultipartBody.boundary(of: type) else { throw Self.unreadable }
        let body = try await request.body.collect(upTo: count)
        guard let parts = MultipartBody(Array(body.readableBytesView), boundary: boundary)?.parts else {
            throw Self.unreadable
        }
        for part in parts { add(part) }
        join()
    }

    /// - Parameter text: The encoding of forms without files.
    private mutating func add(urlEncoded text: String) throws {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = parts.map { $0.replacing("+", with: " ").removingPercentEncoding }
            guard let name = decoded[0], let value = decoded.count > 1 ? decoded[1] : "" else { throw Self.unreadable }
            values[name, default: []].append(value)
        }
    }

    private static var unreadable: HTTPError {
        HTTPError(.badRequest, message: localized("The form cannot be read."))
    }

    private mutating func add(_ part: MultipartBody.Part) {
        guard let name = part.fileName else {
            values[part.name, default: []].append(String(decoding: part.bytes, as: UTF8.self))
            return
        }
        // A file field without a chosen file.
        guard !name.isEmpty || !part.bytes.isEmpty else { return }
        files.append(File(field: part.name, name: name, mediaType: part.mediaType, bytes: part.bytes))
    }

    /// Joins the two fields of a time span: "keepFor.count" and "keepFor.unit".
    private mutating func join() {
        for (name, counts) in values where name.hasSuffix(".count") {
            let base = String(name.dropLast(".count".count))
            guard let unit = values["\(base).unit"]?.last else { continue }
            let count = counts.last ?? ""
            values[base] = [count.isEmpty ? "" : "\(count) \(unit)"]
        }
    }

    /// Returns the last value of a field; `nil` if it is missing or empty.
    func text(_ name: String) -> String? { values[name]?.last.flatMap { $0.isEmpty ? nil : $0 } }
}

/// A `multipart/form-data` body (RFC 7578), used by forms with files.
struct MultipartBody {
    struct Part: Hashable {
        let name: String
        /// `nil` for a field that is not a file.
        let fileName: String?
        let mediaType: String
        let bytes: [UInt8]
    }

    /// The maximum number of parts, more than any form of the station has.
    static let maximumParts = 2000
    private static let maximumHeaderBytes = 8192

    let parts: [Part]

    /// - Parameter contentType: The body's header.
    /// - Returns: `nil` without a boundary.
    static func boundary(of contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1).map { $0.trimming(" ") }
            guard parts.count == 2, parts[0].lowercased() == "boundary" else { continue }
            let text = parts[1].trimming("\"")
            return 1...70 ~= text.utf8.count ? text : nil
        }
        return nil
    }

    /// `nil` if the body does not end with its boundary, or a part has no name.
    init?(_ bytes: [UInt8], boundary: String) {
        let data = Data(bytes)
        let mark = Array("--\(boundary)".utf8), separator = Array("\r\n--\(boundary)".utf8)
        guard bytes.starts(with: mark) else { return nil }
        var parts: [Part] = []
        var place = mark.count
        while true {
            let rest = bytes[place...]
            if rest.starts(with: "--".utf8) { break }
            guard rest.starts(with: "\r\n".utf8), parts.count < Self.maximumParts,
                let end = Self.find(separator, in: data, from: place),
                let part = Self.part(bytes[(place + 2)..<max(end, place + 2)])
            else { return nil }
            parts.append(part)
            place = end + separator.count
        }
        self.parts = parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        let head = bytes.prefix(maximumHeaderBytes)
        guard let end = find(Array("\r\n\r\n".utf8), in: Data(head), from: 0) else { return nil }
        let lines = String(decoding: head.prefix(end), as: UTF8.self).split(separator: "\r\n")
        var name: String?
        var fileName: String?
        var mediaType = "application/octet-stream"
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimming(" ") }
            guard parts.count == 2 else { return nil }
            switch parts[0].lowercased() {
            case "content-disposition":
                name = parameter("name", of: parts[1])
                fileName = parameter("filename", of: parts[1])
            case "content-type": mediaType = parts[1].lowercased()
            default: break
            }
        }
        guard let name else { return nil }
        return Part(name: name, fileName: fileName, mediaType: mediaType, bytes: Array(bytes.dropFirst(end + 4)))
    }

    /// Returns a parameter. Browsers encode a quote in a name as `%22`.
    private static func parameter(_ name: String, of text: String) -> String? {
        guard let start = text.firstRange(of: "; \(name)=\"")?.upperBound else { return nil }
        let value = text[start...].prefix { $0 != "\"" }
        return String(value).replacing("%22", with: "\"").replacing("%0D", with: " ").replacing("%0A", with: " ")
    }

    private static func find(_ pattern: [UInt8], in bytes: Data, from start: Int) -> Int? {
        guard start <= bytes.count else { return nil }
        return bytes.range(of: Data(pattern), in: start..<bytes.count)?.lowerBound
    }
}

extension StringProtocol {
    fileprivate func trimming(_ mark: Character) -> String {
        var rest = self[...]
        while rest.first == mark { rest = rest.dropFirst() }
        while rest.last == mark { rest = rest.dropLast() }
        return String(rest)
    }
}
