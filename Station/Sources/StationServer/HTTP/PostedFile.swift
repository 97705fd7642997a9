import HTTPTypes
import Hummingbird
import NIOCore
import StationRules

/// The file that a program sends: the whole body, or the only part of a form, as by `curl -F file=@letter.pdf`.
struct PostedFile {
    let bytes: [UInt8]
    /// The name that a form gives the file.
    let name: String?
    let mediaType: String?

    /// - Throws: ``HTTPError`` if the body is too long, or a form has anything but one file.
    init(_ request: Request) async throws {
        let body = try await request.body.collect(upTo: RouteRule.Body.picture.maximumBytes)
        let type = request.headers[.contentType]
        guard let type, type.lowercased().hasPrefix("multipart/form-data") else {
            (bytes, name, mediaType) = (Array(body.readableBytesView), nil, type)
            return
        }
        guard let boundary = MultipartBody.boundary(of: type),
            let parts = MultipartBody(Array(body.readableBytesView), boundary: boundary)?.parts, parts.count == 1,
            let name = parts[0].fileName
        else {
            throw HTTPError(
                .badRequest, message: localized("The form must have one file and nothing else. Options go in the URL."))
        }
        (bytes, self.name, mediaType) = (parts[0].bytes, name, parts[0].mediaType)
    }
}
