import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// Decides who may use a station that listens to other machines: requests with its token, and activated devices.
struct StationAccess: Sendable {
    /// The cookie of browsers that signed in with the token.
    static let cookie = "station"

    let token: AccessToken
    let library: Library

    /// Whether a request has the token, or a cookie of one of the two kinds.
    func admits(_ headers: HTTPFields) -> Bool {
        if let bearer = headers[.authorization], bearer.hasPrefix("Bearer ") {
            return token.isToken(bearer.dropFirst(7))
        }
        return Self.cookies(Self.cookie, headers).contains { token.isCookie($0) }
            || Self.cookies(DeviceRoutes.cookie, headers).contains { isDevice($0) }
    }

    private func isDevice(_ text: Substring) -> Bool {
        guard let token = SecretToken(text) else { return false }
        return (try? library.device(token)) != nil
    }

    private static func cookies(_ name: String, _ headers: HTTPFields) -> [Substring] {
        headers[values: .cookie].flatMap { line in
            line.split(separator: ";").compactMap { part in
                let part = part.drop { $0 == " " }
                return part.hasPrefix("\(name)=") ? part.dropFirst(name.count + 1) : nil
            }
        }
    }
}

/// The secret of programs and browsers on other machines. Programs send it with each request; browsers exchange it once for
/// a cookie.
struct AccessToken: Sendable {
    static let minimumCharacters = 16

    let text: String
    /// The value of the browsers' cookie. The token cannot be derived from it.
    let cookie: String

    init(_ text: String) {
        self.text = text
        cookie = BlobName(of: Array("cookie \(text)".utf8)).text
    }

    /// Reads the token from a file. If there is no file, it is created with a new token, readable by its owner only.
    init(file path: String) throws(StoreError) {
        let bytes = try SecretFile.bytes(of: path) {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
            return Array("\(BlobName(of: random).text.prefix(32))\n".utf8)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard text.count >= Self.minimumCharacters else {
            throw .unreadable(path, reason: "a token needs at least \(Self.minimumCharacters) characters")
        }
        self.init(text)
    }

    /// Whether it is the token.
    func isToken(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), self.text) }

    /// Whether it is the cookie.
    func isCookie(_ text: some StringProtocol) -> Bool { Self.isSame(String(text), cookie) }

    /// Compares in constant time: the whole hashes are compared.
    private static func isSame(_ a: String, _ b: String) -> Bool {
        let (a, b) = (BlobName(of: Array(a.utf8)).text.utf8, BlobName(of: Array(b.utf8)).text.utf8)
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Refuses requests that ``StationAccess`` does not admit.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let access: StationAccess
    /// Whether scanning programs need no token. They cannot send one.
    let opensScanner: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if isOpen(path) || access.admits(request.headers) { return try await next(request, context) }
        // Browsers are sent to the page where devices are activated.
        if request.method == .get, request.headers[.accept]?.contains("text/html") == true {
            return PageAnswer.seeOther(DeviceRoutes.welcome)
        }
        throw HTTPError(
            .unauthorized,
            message: "Open the sign-in link that the station printed at its start, or send its token.")
    }

    /// The paths without a token: device activation, assets, and routes with a check of their own.
    private func isOpen(_ path: String) -> Bool {
        path == DeviceRoutes.welcome
            || ["\(DeviceRoutes.welcome)/", "/sign-in", "/web/", "/fonts/", "/icons"].contains { path.hasPrefix($0) }
            || opensScanner && path.hasPrefix("/eSCL/")
    }

    /// Exchanges the token for the cookie: `/sign-in?token=…`.
    func signIn(_ request: Request, _ context: Context) throws -> Response {
        guard let sent = request.uri.queryParameters["token"], access.token.isToken(sent) else {
            throw HTTPError(.unauthorized, message: "This token is not valid.")
        }
        var response = PageAnswer.seeOther(Place.library.path)
        response.setCookie(
            Cookie(
                name: StationAccess.cookie, value: access.token.cookie, maxAge: 30 * 86_400, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }
}
