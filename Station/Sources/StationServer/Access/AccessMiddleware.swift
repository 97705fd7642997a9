import HTTPTypes
import Hummingbird
import StationRules

/// Lets nobody in without the token, where the station listens to other machines.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let token: AccessToken
    /// Whether scanning programs need none: they have no way to send it.
    let opensScanner: Bool

    static let cookie = "station"

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        if isOpen(request.uri.path) || Self.has(token, request.headers) { return try await next(request, context) }
        throw HTTPError(
            .unauthorized,
            message: "Open the address that the station printed when it was started, or send its token.")
    }

    /// What a page needs that tells somebody to sign in, and what has a check of its own.
    private func isOpen(_ path: String) -> Bool {
        ["/sign-in", "/web/", "/fonts/", "/icons"].contains { path.hasPrefix($0) }
            || opensScanner && path.hasPrefix("/eSCL/")
    }

    /// Whether a request brings the token, or the cookie.
    static func has(_ token: AccessToken, _ headers: HTTPFields) -> Bool {
        let bearer = headers[.authorization].flatMap { $0.hasPrefix("Bearer ") ? $0.dropFirst(7) : nil }
        if let bearer, token.isToken(bearer) { return true }
        return headers[values: .cookie].contains { line in
            line.split(separator: ";").contains { part in
                let part = part.drop { $0 == " " }
                return part.hasPrefix("\(cookie)=") && token.isCookie(part.dropFirst(cookie.count + 1))
            }
        }
    }

    /// Changes the token for the cookie: `/sign-in?token=…`.
    func signIn(_ request: Request, _ context: Context) throws -> Response {
        guard let sent = request.uri.queryParameters["token"], token.isToken(sent) else {
            throw HTTPError(.unauthorized, message: "That is not the station’s token.")
        }
        var response = PageAnswer.seeOther(Place.library.path)
        response.setCookie(
            Cookie(
                name: Self.cookie, value: token.cookie, maxAge: 30 * 86_400, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }
}
