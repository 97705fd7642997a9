import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import StationRules
import StationStore

/// JSON responses.
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
            status: status, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// - Parameter location: The path of the new resource.
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

/// The JSON body of a request.
enum JSONBody {
    /// - Throws: ``HTTPError`` if the body does not match the type.
    static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch let error as DecodingError {
            throw HTTPError(.badRequest, message: localized("The body is not valid: \(Self.reason(error, bytes))."))
        }
    }

    private static func reason(_ error: DecodingError, _ bytes: [UInt8]) -> String {
        switch error {
        case .keyNotFound(let key, _): localized("“\(key.stringValue)” is missing")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? reason(ofBody: bytes)
                : "“\(context.codingPath.map(\.stringValue).joined(separator: "."))”"
        @unknown default: localized("it cannot be read")
        }
    }

    /// The decoder names no member for numbers that fit no type of the language.
    private static func reason(ofBody bytes: [UInt8]) -> String {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        let isObject = (try? JSONDecoder().decode([String: Anything].self, from: Data(bytes))) != nil
        return isObject ? localized("one of its numbers is too large") : localized("it is not a JSON object")
    }
}

extension HTTPResponse.Status {
    /// The status with its usual reason phrase.
    init(numbered code: Int) {
        self.init(code: code, reasonPhrase: HTTPResponseStatus(statusCode: code).reasonPhrase)
    }
}

/// An error response for programs.
///
/// Source: RFC 9457, "Problem Details for HTTP APIs".
struct Problem: Encodable {
    static let mediaType = "application/problem+json"

    let type = "about:blank"
    let title: String
    let status: Int
    /// An explanation for people.
    let detail: String
    /// Whether the station or the request is at fault.
    let level: ErrorLevel

    /// - Parameter reason: `nil` if the status is sufficient.
    init(_ status: HTTPResponse.Status, _ reason: String?) {
        title = status.reasonPhrase
        self.status = status.code
        level = ErrorLevel(status: status.code)
        detail = reason ?? (status == .notFound ? localized("Not found.") : "\(status.reasonPhrase).")
    }

    var response: Response {
        JSONAnswer.make(self, HTTPResponse.Status(numbered: status), mediaType: Self.mediaType)
    }
}

/// The key with which a program may safely repeat an unanswered request.
///
/// Source: IETF draft "The Idempotency-Key HTTP Header Field".
enum IdempotencyKey {
    static let maximumCharacters = 255

    /// - Parameter body: The request's body.
    /// - Throws: ``HTTPError`` if the header is not a valid key.
    static func record(_ request: Request, _ body: [UInt8]) throws -> RequestRecord? {
        guard let key = try text(request) else { return nil }
        return RequestRecord(
            key: key, of: Visitor.current.person?.person, asked: Array("\(request.method) \(request.uri) ".utf8) + body,
            at: .now)
    }

    /// Returns only the key.
    /// - Throws: ``HTTPError`` if the header is not a valid key.
    static func text(_ request: Request) throws -> String? {
        guard let key = request.headers[name] else { return nil }
        guard 1...maximumCharacters ~= key.utf8.count, key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw HTTPError(
                .badRequest,
                message: localized("An Idempotency-Key has 1 to \(maximumCharacters) printable ASCII characters."))
        }
        return key
    }

    private static let name = HTTPField.Name.known("Idempotency-Key")
}
