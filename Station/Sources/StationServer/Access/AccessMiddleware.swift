import HTTPTypes
import Hummingbird
import StationRules

/// Lets nobody in whom ``StationAccess`` does not admit, where the station listens to other machines.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let access: StationAccess
    /// Whether scanning programs need none: they have no way to send it.
    let opensScanner: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if isOpen(path) || access.admits(request.headers) { return try await next(request, context) }
        // Somebody who looks around is led to where devices are activated.
        if request.method == .get, request.headers[.accept]?.contains("text/html") == true {
            return PageAnswer.seeOther(DeviceRoutes.welcome)
        }
        throw HTTPError(
            .unauthorized,
            message: "Open the address that the station printed when it was started, or send its token.")
    }

    /// Where devices are activated, what pages need, and what has a check of its own.
    private func isOpen(_ path: String) -> Bool {
        path == DeviceRoutes.welcome
            || ["\(DeviceRoutes.welcome)/", "/sign-in", "/web/", "/fonts/", "/icons"].contains { path.hasPrefix($0) }
            || opensScanner && path.hasPrefix("/eSCL/")
    }

    /// Changes the token for the cookie: `/sign-in?token=…`.
    func signIn(_ request: Request, _ context: Context) throws -> Response {
        guard let sent = request.uri.queryParameters["token"], access.token.isToken(sent) else {
            throw HTTPError(.unauthorized, message: "That is not the station’s token.")
        }
        var response = PageAnswer.seeOther(Place.library.path)
        response.setCookie(
            Cookie(
                name: StationAccess.cookie, value: access.token.cookie, maxAge: 30 * 86_400, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }
}
