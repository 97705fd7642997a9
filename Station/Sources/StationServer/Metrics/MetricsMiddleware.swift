import HTTPTypes
import Hummingbird

/// Counts requests, outside of all others.
struct MetricsMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let metrics: StationMetrics

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        // Methods are the client's words: none but known ones become labels.
        let method = Self.known.contains(request.method) ? request.method.rawValue : "other"
        do {
            let response = try await next(request, context)
            metrics.count(method: method, status: response.status.code, ContinuousClock.now - start)
            return response
        } catch {
            let status = (error as? any HTTPResponseError)?.status ?? .internalServerError
            metrics.count(method: method, status: status.code, ContinuousClock.now - start)
            throw error
        }
    }

    private static let known: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]
}
