import HTTPTypes
import Hummingbird
import StationRules

/// Finds out who sends a request, and from where, for all that comes after it. ``AccessMiddleware`` decides what follows from this.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = StationContext

    /// `nil` if only this machine can reach the station: then everybody has signed in.
    let access: StationAccess?

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = ClientAddress(peer: context.client, forwarded: request.headers[values: .forwardedFor])
        guard let access else {
            context.visitor = .signedIn
            return try await next(request, context)
        }
        do { context.visitor = try access.visitor(request.headers, from: context.client) } catch {
            // What is open to anyone is so meanwhile.
            context.refusal = error
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    static let forwardedFor = known("X-Forwarded-For")
}
