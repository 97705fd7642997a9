import StationStore

/// The secret of programs and of browsers on other machines. Programs send it with each request; browsers exchange it
/// once for a cookie.
struct AccessToken: Sendable {
    static let minimumCharacters = 16

    let text: String
    /// The value of the browsers' cookie. It depends on the station's key, so that guesses of the token cannot be
    /// tested as cookies.
    let cookie: String

    init(_ text: String, key: SigningKey) {
        self.text = text
        cookie = BlobName(of: key.sign(Array("cookie \(text)".utf8))).text
    }

    /// Reads the token from a file. If the file is missing, it is created with a new token, readable only by its
    /// owner.
    init(file path: String, key: SigningKey) throws(StoreError) {
        let bytes = try SecretFile.bytes(of: path) {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
            return Array("\(BlobName(of: random).text.prefix(32))\n".utf8)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.count >= Self.minimumCharacters else {
            throw .unreadable(path, reason: "a token needs at least \(Self.minimumCharacters) characters")
        }
        self.init(text, key: key)
    }

    /// Whether a text is the token.
    func isToken(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), self.text) }

    /// Whether a text is the cookie.
    func isCookie(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), cookie) }

    /// Compares texts in constant time by their hashes.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let (a, b) = (BlobName(of: Array(a.utf8)).text.utf8, BlobName(of: Array(b.utf8)).text.utf8)
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
