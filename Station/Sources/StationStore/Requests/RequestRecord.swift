public import FoundationEssentials
import GRDB

/// A request that a client may repeat. It is executed once and answered each time.
public struct RequestRecord: Hashable, Sendable {
    /// The result of a request.
    public enum Answer: Hashable, Sendable {
        /// A document was stored.
        case document(Int64)
        /// The body of an answer.
        case body(String)
    }

    /// The client's key, unique to the request of a person or of all programs.
    public let key: String
    /// The person who chose the key, since keys must not reveal requests of other people.
    private let person: Int64?
    /// The SHA-256 of the request: a key cannot be used for another one.
    public let digest: String
    public let time: Date

    /// - Parameter person: `nil` for programs.
    public init(key: String, of person: Int64? = nil, asked bytes: [UInt8], at time: Date) {
        (self.key, self.person) = (key, person)
        digest = BlobName(of: bytes).text
        self.time = time
    }

    /// The stored form. Keys contain no spaces.
    private var stored: String { person.map { "\(key) \($0)" } ?? key }

    /// - Throws: ``StoreError/reusedKey(_:)``.
    func answer(_ database: Database) throws -> Answer? {
        let row = try Row.fetchOne(
            database, sql: "SELECT digest, document, answer FROM request WHERE key = ?", arguments: [stored])
        guard let row else { return nil }
        guard row["digest"] == digest else { throw StoreError.reusedKey(key) }
        if let document: Int64 = row["document"] { return .document(document) }
        return .body(row["answer"] ?? "")
    }

    func insert(_ answer: Answer, _ database: Database) throws {
        let (document, body): (Int64?, String?) =
            switch answer {
            case .document(let id): (id, nil)
            case .body(let text): (nil, text)
            }
        try database.execute(
            sql: "INSERT INTO request (key, digest, document, answer, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [stored, digest, document, body, time])
    }
}

extension Library {
    /// How long a request is stored, in seconds: a day.
    public static let requestMemory = 86_400.0

    /// Returns the result of a request; `nil` if it has not been executed.
    /// - Throws: ``StoreError/reusedKey(_:)``.
    public func answer(to request: RequestRecord) throws(StoreError) -> RequestRecord.Answer? {
        try read { try request.answer($0) }
    }

    /// Records the result of a request that stored no document.
    public func note(_ body: String, for request: RequestRecord) throws(StoreError) {
        try write { try request.insert(.body(body), $0) }
    }

    /// Removes old requests.
    public func forgetRequests(before time: Date) throws(StoreError) {
        try write { try $0.execute(sql: "DELETE FROM request WHERE at < ?", arguments: [time]) }
    }
}
