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
    let pages: StationPages

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            let path = request.uri.path
            let (status, message) = Self.answer(to: error)
            if status.kind == .serverError { context.logger.error("\(path): \(error)") }
            guard APIMethods.isForPrograms(path) || request.headers[.accept] == Problem.mediaType else {
                return await pages.message(message, status: status, for: request)
            }
            if status == .notFound, let allowed = methods.allowed(at: path, insteadOf: request.method) {
                var answer = Problem(.methodNotAllowed, nil).response
                answer.headers[.allow] = allowed
                return answer
            }
            var answer = Problem(status, status == .notFound ? nil : message.description).response
            if status == .unauthorized { answer.headers[.wwwAuthenticate] = "Bearer" }
            return answer
        }
    }

    private static func answer(to error: any Error) -> (HTTPResponse.Status, IllustratedMessage) {
        switch error {
        case StoreError.unknownDocument, StoreError.unknownPage, DraftError.unknownPage, SessionError.unknownPage:
            (.notFound, LibraryMessages.unknownPlace)
        case StoreError.unknownScene, StoreError.unknownAnnotation: (.notFound, ArMessages.unknownScene)
        case StoreError.tooManyPins: (.conflict, LibraryMessages.failed("\(error)."))
        case StoreError.reusedKey: (.unprocessableContent, LibraryMessages.failed("\(error)."))
        case ScanFailure.noPage, ScanFailure.notRendered: (.unprocessableContent, LibraryMessages.failed("\(error)"))
        case let error as JobError: (.tooManyRequests, LibraryMessages.failed("\(error)"))
        case is ScanFailure: (.conflict, LibraryMessages.failed("\(error)"))
        case is DocumentTitle.Failure: (.unprocessableContent, LibraryMessages.failed("\(error)"))
        case DraftError.noPages: (.conflict, LibraryMessages.failed("There are no scans to save."))
        case let error as PictureError:
            (.unprocessableContent, LibraryMessages.failed("The picture cannot be used: \(error)."))
        case SessionError.picture(let error):
            (.unprocessableContent, LibraryMessages.failed("The picture cannot be used: \(error)."))
        case SessionError.corners:
            (.unprocessableContent, LibraryMessages.failed("The corners are not those of a page."))
        case SessionError.unknownPlace: (.badRequest, LibraryMessages.failed("There is no such place in the session."))
        case let error as HTTPError where error.status == .notFound: (.notFound, LibraryMessages.unknownPlace)
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            (.contentTooLarge, LibraryMessages.failed("That is more than the station takes."))
        case let error as HTTPError:
            (error.status, LibraryMessages.failed(error.body ?? error.status.reasonPhrase))
        default: (.internalServerError, LibraryMessages.stationFailed("\(error)"))
        }
    }
}
