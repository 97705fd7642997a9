import HTTPTypes
import Hummingbird

/// Takes a "+" in the query of a URL for a space, as forms and most programs write it.
struct QueryMiddleware: RouterMiddleware {
    typealias Context = StationContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let path = request.head.path, let mark = path.firstIndex(of: "?"), path[mark...].contains("+") else {
            return try await next(request, context)
        }
        var head = request.head
        head.path = String(path[..<mark]) + String(path[mark...]).replacing("+", with: "%20")
        return try await next(Request(head: head, body: request.body), context)
    }
}
