import HTTPTypes
import Hummingbird
import StationRules

/// Finds out who sends a request, and from where, for all that comes after it. ``AccessMiddleware`` decides what follows from this.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = StationContext

    /// `nil` if only this machine can reach the station: then everybody has signed in.
    let access: StationAccess?
    /// Whether the station speaks TLS.
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        // As with the client's address, a proxy on this machine is believed.
        context.isEncrypted =
            isEncrypted || (context.client.isLoopback && request.headers[.forwardedScheme]?.lowercased() == "https")
        context.client = ClientAddress(peer: context.client, forwarded: request.headers[values: .forwardedFor])
        identify(&context, request.headers)
        var response = try await next(request, context)
        if context.isEncrypted { response.secureCookies() }
        return response
    }

    private func identify(_ context: inout Context, _ headers: HTTPFields) {
        guard let access else { return context.visitor = .signedIn }
        do { context.visitor = try access.visitor(headers, from: context.client) } catch {
            // What is open to anyone is so meanwhile.
            context.refusal = error
        }
    }
}

extension Response {
    /// Browsers send the cookies over TLS alone from now on.
    fileprivate mutating func secureCookies() {
        headers[values: .setCookie] = headers[values: .setCookie].map { "\($0); Secure" }
    }
}

extension HTTPField.Name {
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedScheme = known("X-Forwarded-Proto")
}
