import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers as JSON.
enum JSONAnswer {
    static func make(
        _ value: some Encodable, _ status: HTTPResponse.Status = .ok, mediaType: String = "application/json"
    ) -> Response {
        make(text: text(value), status, mediaType: mediaType)
    }

    static func make(
        text: String, _ status: HTTPResponse.Status = .ok, mediaType: String = "application/json"
    ) -> Response {
        Response(
            status: status, headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// - Parameter location: Of what was made.
    static func created(text: String, location: String) -> Response {
        var response = make(text: text, .created)
        response.headers[.location] = location
        return response
    }

    static func text(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
            preconditionFailure("the answers of the station are JSON: \(error)")
        }
    }
}
