import StationStore

/// What lets programs and browsers of other machines in: programs send it with each request, browsers once, for a cookie.
struct AccessToken: Sendable {
    static let minimumCharacters = 16

    let text: String
    /// What browsers keep: of it nobody can tell the token.
    let cookie: String

    init(_ text: String) {
        self.text = text
        cookie = BlobName(of: Array("cookie \(text)".utf8)).text
    }

    /// The token that is in a file; a new one is made where there is no file, for its owner alone to read.
    init(file path: String) throws(StoreError) {
        let bytes = try SecretFile.bytes(of: path) {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
            return Array("\(BlobName(of: random).text.prefix(32))\n".utf8)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.count >= Self.minimumCharacters else {
            throw .unreadable(path, reason: "a token has \(Self.minimumCharacters) characters at least")
        }
        self.init(text)
    }

    /// Whether it is the token.
    func isToken(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), self.text) }

    /// Whether it is the cookie.
    func isCookie(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), cookie) }

    /// Takes as long wherever the texts differ: their hashes are compared, to the end.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let (a, b) = (BlobName(of: Array(a.utf8)).text.utf8, BlobName(of: Array(b.utf8)).text.utf8)
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
