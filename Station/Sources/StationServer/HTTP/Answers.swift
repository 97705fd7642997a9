import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import RectoCodecs
import StationRules
import StationViews

/// Answers that are pages or redirect to one.
enum PageAnswer {
    /// A page.
    static func html(_ page: PageShell, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
    }

    /// Redirects a browser after a form.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}

/// Answers that browsers save as a file.
enum FileAnswer {
    /// - Parameter title: The source of the file's name.
    static func make(_ bytes: [UInt8], _ format: DocumentWriter.Format, title: String) throws -> Response {
        let name = "\(DocumentTitle.fileName(of: title))\(format.ending)"
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType,
                .contentDisposition: "attachment; filename*=UTF-8''\(name.percentEncoded)",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension DocumentWriter.Format {
    /// The ending of a file's name.
    var ending: String {
        switch self {
        case .pdf: ".pdf"
        case .tiff: ".tif"
        case .png: ".png"
        case .jpeg: ".jpg"
        }
    }

    fileprivate var mediaType: String {
        switch self {
        case .pdf: "application/pdf"
        case .tiff: "image/tiff"
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        }
    }
}

extension String {
    /// For the extended value of a header.
    fileprivate var percentEncoded: String {
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

/// Answers that are pictures.
enum PictureAnswer {
    static func make(_ file: PictureFile, for request: Request, tag: String) -> Response {
        let headers: HTTPFields = [.contentType: file.mediaType, .eTag: quoted(tag)]
        if isKnown(tag, to: request) { return Response(status: .notModified, headers: headers) }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    /// An original file.
    static func make(original bytes: [UInt8], for request: Request, tag: String) -> Response {
        make(PictureFile(original: bytes), for: request, tag: tag)
    }

    static func isKnown(_ tag: String, to request: Request) -> Bool {
        request.headers[.ifNoneMatch]?.split(separator: ",").contains { $0.trimmingPrefix(" ") == quoted(tag)[...] }
            ?? false
    }

    private static func quoted(_ tag: String) -> String { "\"\(tag)\"" }
}
