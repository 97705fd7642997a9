import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationStore

/// The key by which a program may send a request again when it got no answer.
///
/// Source: IETF draft "The Idempotency-Key HTTP Header Field".
enum IdempotencyKey {
    static let maximumCharacters = 255

    /// - Parameter body: Of the request.
    /// - Throws: ``HTTPError`` if the key is none.
    static func record(_ request: Request, _ body: [UInt8]) throws -> RequestRecord? {
        guard let key = request.headers[name] else { return nil }
        guard 1...maximumCharacters ~= key.utf8.count, key.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw HTTPError(
                .badRequest, message: "An Idempotency-Key has 1 to \(maximumCharacters) letters, digits and signs.")
        }
        return RequestRecord(key: key, asked: Array("\(request.method) \(request.uri) ".utf8) + body, at: .now)
    }

    private static let name = HTTPField.Name.known("Idempotency-Key")
}
