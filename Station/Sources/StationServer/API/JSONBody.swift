import FoundationEssentials
import HTTPTypes
import Hummingbird

/// What a program sent.
enum JSONBody {
    /// - Throws: ``HTTPError`` if the body is not of that form, or too long.
    static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch let error as DecodingError {
            throw HTTPError(.badRequest, message: "The body is not what is expected: \(Self.reason(error)).")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "“\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is no JSON object" : "“\(context.codingPath.map(\.stringValue).joined(separator: "."))”"
        @unknown default: "it cannot be read"
        }
    }
}
