import FoundationEssentials
import Glibc
import StationStore

/// What lets programs and browsers of other machines in: programs send it with each request, browsers once, for a cookie.
public struct AccessToken: Sendable {
    /// Why the token of a file cannot be used.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case file(String, reason: String)
        case tooShort(String, characters: Int)

        public var description: String {
            switch self {
            case .file(let path, let reason): "\(path): \(reason)"
            case .tooShort(let path, let characters):
                "\(path): the token has \(characters) characters, and \(AccessToken.leastCharacters) at least are required"
            }
        }
    }

    static let leastCharacters = 16

    public let text: String
    /// What browsers keep: of it nobody can tell the token.
    let cookie: String

    init(_ text: String) {
        self.text = text
        cookie = BlobName(of: Array("cookie \(text)".utf8)).text
    }

    /// The token that is in a file; a new one is made where there is no file, for its owner alone to read.
    init(file path: String) throws(Failure) {
        if let data = FileManager.default.contents(atPath: path) {
            let text = String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
            guard text.count >= Self.leastCharacters else { throw .tooShort(path, characters: text.count) }
            self.init(text)
        } else {
            let text = BlobName(of: (0..<32).map { _ in UInt8.random(in: 0...255) }).text.prefix(32)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw .file(path, reason: String(cString: strerror(errno))) }
            defer { close(descriptor) }
            let line = Array("\(text)\n".utf8)
            guard write(descriptor, line, line.count) == line.count else {
                throw .file(path, reason: String(cString: strerror(errno)))
            }
            self.init(String(text))
        }
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
