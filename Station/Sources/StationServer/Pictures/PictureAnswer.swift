import HTTPTypes
import Hummingbird
import NIOCore

/// Responses that are pictures.
enum PictureAnswer {
    static func make(_ file: PictureFile, for request: Request, tag: String) -> Response {
        let headers: HTTPFields = [.contentType: file.mediaType, .eTag: quoted(tag)]
        if isKnown(tag, to: request) { return Response(status: .notModified, headers: headers) }
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
    }

    /// Responds with an original file.
    static func make(original bytes: [UInt8], for request: Request, tag: String) -> Response {
        make(PictureFile(original: bytes), for: request, tag: tag)
    }

    static func isKnown(_ tag: String, to request: Request) -> Bool {
        request.headers[.ifNoneMatch]?.split(separator: ",").contains { $0.trimmingPrefix(" ") == quoted(tag)[...] }
            ?? false
    }

    private static func quoted(_ tag: String) -> String { "\"\(tag)\"" }
}
