import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// Decides who may use a station that other machines can reach: requests with its token, and activated devices.
struct StationAccess: Sendable {
    /// The cookie of browsers that signed in with the token.
    static let cookie = "station"
    /// The cookie of an activated device, with its token.
    static let deviceCookie = "device"

    let token: AccessToken
    let library: Library
    let gate: StationGate

    /// Returns the visitor of a request, by the token or either kind of cookie.
    /// - Parameter removals: See ``AccessToken/cookie(removals:)``.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func visitor(
        _ headers: HTTPFields, from client: ClientAddress, removals: Int?
    ) throws(AccessRefusal) -> Visitor {
        if let bearer = headers.bearer { return try isToken(bearer, from: client) ? .signedIn : .stranger }
        // Cookies cannot be guessed, so they are checked regardless of wrong tokens.
        let isKnown =
            headers.cookies(Self.cookie).contains { token.isCookie($0, removals: removals) }
            || headers.cookies(Self.deviceCookie).contains { isDevice($0) }
        return isKnown ? .signedIn : .stranger
    }

    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func isToken(_ text: some StringProtocol, from client: ClientAddress) throws(AccessRefusal) -> Bool {
        try gate.check(text, of: client) { token.isToken(text) }
    }

    /// The cookie for a browser that presented the token.
    func signInCookie(removals: Int?) -> Cookie {
        Cookie(
            name: Self.cookie, value: token.cookie(removals: removals), maxAge: 30 * 86_400, path: "/", httpOnly: true,
            sameSite: .strict)
    }

    private func isDevice(_ text: Substring) -> Bool {
        guard let token = SecretToken(text) else { return false }
        return (try? library.device(token)) != nil
    }
}

extension HTTPFields {
    /// The token that a program sends; `nil` without one.
    var bearer: Substring? {
        let scheme = "Bearer "
        return self[.authorization].flatMap { $0.hasPrefix(scheme) ? $0.dropFirst(scheme.count) : nil }
    }
}
