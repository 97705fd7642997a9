import HTTPTypes
import Hummingbird
import Logging
import RectoCodecs
import Recto
import StationRules
import StationStore
import StationViews

/// Turns what went wrong into a page that says so, and what to do next; for programs into a problem as JSON (RFC 9457).
struct ErrorPages: RouterMiddleware {
    typealias Context = StationContext

    /// Of the routes for programs.
    let methods: APIMethods

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            let path = request.uri.path
            let (status, reason) = Self.answer(to: error)
            if status.kind == .serverError { context.logger.error("\(path): \(error)") }
            guard APIMethods.isForPrograms(path) else {
                return PageAnswer.message(
                    reason.map { LibraryMessages.failed($0) } ?? LibraryMessages.unknownPlace, status: status)
            }
            if status == .notFound, let allowed = methods.allowed(at: path, insteadOf: request.method) {
                var answer = Problem(.methodNotAllowed, nil).response
                answer.headers[.allow] = allowed
                return answer
            }
            var answer = Problem(status, reason).response
            if status == .unauthorized { answer.headers[.wwwAuthenticate] = "Bearer" }
            return answer
        }
    }

    /// The status, and the reason in words; none where there is no such place.
    private static func answer(to error: any Error) -> (HTTPResponse.Status, String?) {
        switch error {
        case StoreError.unknownDocument, StoreError.unknownPage, DraftError.unknownPage, SessionError.unknownPage:
            (.notFound, nil)
        case StoreError.reusedKey: (.unprocessableContent, "\(error).")
        case ScanFailure.noPage, ScanFailure.notRendered: (.unprocessableContent, "\(error)")
        case is ScanFailure: (.conflict, "\(error)")
        case is DocumentTitle.Failure: (.unprocessableContent, "\(error)")
        case DraftError.noPages: (.conflict, "There are no scans to save.")
        case let error as PictureError: (.unprocessableContent, "The picture cannot be used: \(error).")
        case SessionError.picture(let error): (.unprocessableContent, "The picture cannot be used: \(error).")
        case SessionError.corners: (.unprocessableContent, "The corners are not those of a page.")
        case SessionError.unknownPlace: (.badRequest, "There is no such place in the session.")
        case let error as HTTPError where error.status == .notFound: (.notFound, nil)
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            (.contentTooLarge, "That is more than the station takes.")
        case let error as HTTPError: (error.status, error.body ?? error.status.reasonPhrase)
        default: (.internalServerError, "The station could not do it: \(error).")
        }
    }
}
