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
    let gate: StationGate
    /// Tells that somebody may use the station no longer. What is open for long asks again then.
    let removals = Signal()

    /// Who sends a request: by the token, or a cookie of one of the two kinds.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func visitor(_ headers: HTTPFields, from client: ClientAddress) throws(AccessRefusal) -> Visitor {
        if let bearer = headers[.authorization], bearer.hasPrefix("Bearer ") {
            return try isToken(bearer.dropFirst(7), from: client) ? .signedIn : .stranger
        }
        // Cookies cannot be guessed, so they are checked however often a token was wrong.
        let isKnown =
            Self.cookies(Self.cookie, headers).contains { token.isCookie($0) }
            || Self.cookies(DeviceRoutes.cookie, headers).contains { isDevice($0) }
        return isKnown ? .signedIn : .stranger
    }

    /// Calls a function once whoever sent a request may use the station no longer.
    /// - Returns: What waits for it, to be cancelled.
    func watch(
        _ headers: HTTPFields, from client: ClientAddress, end: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let removals = removals.stream
        return Task {
            for await _ in removals where (try? visitor(headers, from: client)) != .signedIn { return end() }
        }
    }

    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func isToken(_ text: some StringProtocol, from client: ClientAddress) throws(AccessRefusal) -> Bool {
        try gate.check(text, of: client) { token.isToken(text) }
    }

    private func isDevice(_ text: Substring) -> Bool {
        guard let token = SecretToken(text) else { return false }
        return (try? library.device(token)) != nil
    }

    static func cookies(_ name: String, _ headers: HTTPFields) -> [Substring] {
        headers[values: .cookie].flatMap { line in
            line.split(separator: ";").compactMap { part in
                let part = part.drop { $0 == " " }
                return part.hasPrefix("\(name)=") ? part.dropFirst(name.count + 1) : nil
            }
        }
    }
}

/// The sign-in of browsers by the address that the station prints.
struct SignInRoutes {
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?

    func add(to router: some RouterMethods<StationContext>) { router.get(RouterPath(RouteTable.signIn), use: signIn) }

    /// Exchanges the token for the cookie: `/sign-in?token=…`.
    private func signIn(_ request: Request, _ context: StationContext) throws -> Response {
        var response = PageAnswer.seeOther(Place.library.path)
        guard let access else { return response }
        guard let sent = request.uri.queryParameters["token"], try access.isToken(sent, from: context.client) else {
            throw HTTPError(
                .unauthorized,
                message: localized(
                    "This sign-in link is not valid. Open the link that Recto showed when it was started."))
        }
        response.setCookie(
            Cookie(
                name: StationAccess.cookie, value: access.token.cookie, maxAge: 30 * 86_400, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }
}
