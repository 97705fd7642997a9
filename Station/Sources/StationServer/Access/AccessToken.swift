import StationStore
import Synchronization

/// The secret of programs and of browsers on other machines. Programs send it with each request; browsers exchange it
/// once for a cookie.
final class AccessToken: Sendable {
    static let minimumCharacters = 16

    private let file: String
    private let key: SigningKey
    private let current: Mutex<String>

    var text: String { current.withLock { $0 } }

    /// Reads the token from a file. If the file is missing, it is created with a new token, readable only by its
    /// owner.
    init(file path: String, key: SigningKey) throws(StoreError) {
        let bytes = try SecretFile.bytes(of: path) { Array("\(Self.random())\n".utf8) }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.count >= Self.minimumCharacters else {
            throw .unreadable(path, reason: "a token needs at least \(Self.minimumCharacters) characters")
        }
        (file, self.key) = (path, key)
        current = Mutex(text)
    }

    /// Replaces the token in its file by a new one. The former token is no longer valid.
    func renew() throws(StoreError) {
        let new = Self.random()
        try SecretFile.write(Array("\(new)\n".utf8), to: file)
        current.withLock { $0 = new }
    }

    private static func random() -> String {
        String(BlobName(of: (0..<32).map { _ in UInt8.random(in: 0...255) }).text.prefix(32))
    }

    /// Whether a text is the token.
    func isToken(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), self.text) }

    /// Whether a text is the cookie.
    func isCookie(_ text: some StringProtocol, removals: Int?) -> Bool {
        Self.isSame(String(text), cookie(removals: removals))
    }

    /// The value of the browsers' cookie. It depends on the station's key, so that guesses of the token cannot be
    /// tested as cookies.
    /// - Parameter removals: The number of removed people, if people sign in. Then the cookie shows who uses the station and
    ///   nothing else; it remains valid with a new token until somebody is removed. `nil` if nobody signs in: then it is as
    ///   good as the token.
    func cookie(removals: Int?) -> String {
        let message = removals.map { "people \($0)" } ?? "cookie \(text)"
        return BlobName(of: key.sign(Array(message.utf8))).text
    }

    /// Compares texts in constant time by their hashes.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let (a, b) = (BlobName(of: Array(a.utf8)).text.utf8, BlobName(of: Array(b.utf8)).text.utf8)
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
