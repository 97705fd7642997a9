import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import StationRules
import StationViews

/// Responses that are pages or redirect to one.
enum PageAnswer {
    /// Responds with a page.
    static func html(_ page: PageShell, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .contentLanguage: Language.current.rawValue,
                .vary: "Accept-Language, Cookie",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
    }

    /// Redirects a browser after a form.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}

/// Responses that browsers save as a file.
enum FileAnswer {
    /// - Parameter title: The source of the file's name.
    static func make(_ bytes: [UInt8], _ kind: FileKind, title: String) -> Response {
        make(bytes, named: "\(DocumentTitle.fileName(of: title))\(kind.ending)", mediaType: kind.mediaType)
    }

    static func make(_ bytes: [UInt8], named name: String, mediaType: String) -> Response {
        Response(
            status: .ok, headers: headers(name, mediaType),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Streams a file of any length.
    /// - Parameter title: The source of the file's name.
    static func stream(_ path: String, _ kind: FileKind, title: String) throws -> Response {
        let handle = try FileHandle(forReadingFrom: URL(filePath: path))
        let length = Int(try handle.seekToEnd())
        try handle.seek(toOffset: 0)
        let body = ResponseBody(contentLength: length) { writer in
            defer { try? handle.close() }
            while let part = try handle.read(upToCount: 1 << 18), !part.isEmpty {
                try await writer.write(ByteBuffer(bytes: part))
            }
            try await writer.finish(nil)
        }
        let name = "\(DocumentTitle.fileName(of: title))\(kind.ending)"
        return Response(status: .ok, headers: headers(name, kind.mediaType), body: body)
    }

    private static func headers(_ name: String, _ mediaType: String) -> HTTPFields {
        [
            .contentType: mediaType, .contentDisposition: "attachment; filename*=UTF-8''\(name.percentEncoded)",
        ]
    }
}

/// A file format with its media type and extension.
struct FileKind: Hashable, Sendable {
    /// The extension of the file's name.
    let ending: String
    let mediaType: String

    static let pdf = FileKind(ending: ".pdf", mediaType: "application/pdf")
    static let tiff = FileKind(ending: ".tif", mediaType: "image/tiff")
    static let png = FileKind(ending: ".png", mediaType: "image/png")
    static let jpeg = FileKind(ending: ".jpg", mediaType: "image/jpeg")
    static let zip = FileKind(ending: ".zip", mediaType: "application/zip")
    static let text = FileKind(ending: ".txt", mediaType: "text/plain; charset=utf-8")
}

extension DocumentWriter.Format {
    var kind: FileKind {
        switch self {
        case .pdf: .pdf
        case .tiff: .tiff
        case .png: .png
        case .jpeg: .jpeg
        }
    }
}

extension ExportFormat {
    /// The PDF format requested in a URL.
    init(pdf request: Request) throws {
        guard let text = request.uri.queryParameters["as"] else {
            self = .pdf
            return
        }
        guard let format = ExportFormat(rawValue: String(text)), format.kind == .pdf else {
            throw HTTPError(.badRequest, message: localized("“as” must be pdf, searchable or pdfa."))
        }
        self = format
    }

    var kind: FileKind {
        switch self {
        case .pdf, .searchable, .pdfa: .pdf
        case .tiff: .tiff
        case .text: .text
        }
    }
}

extension String {
    /// Percent-encodes the text for the extended value of a header.
    var percentEncoded: String {
        utf8.map { byte in
            let isPlain =
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}
