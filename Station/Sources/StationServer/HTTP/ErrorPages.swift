import HTTPTypes
import Hummingbird
import Logging
import RectoCodecs
import Recto
import StationRules
import StationStore
import StationViews

/// Turns what went wrong into a page that says so, and what to do next.
struct ErrorPages: RouterMiddleware {
    typealias Context = StationContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch {
            let (status, message) = Self.answer(to: error)
            if status.kind == .serverError { context.logger.error("\(request.uri.path): \(error)") }
            return PageAnswer.message(message, status: status)
        }
    }

    private static func answer(to error: any Error) -> (HTTPResponse.Status, IllustratedMessage) {
        switch error {
        case StoreError.unknownDocument, StoreError.unknownPage, DraftError.unknownPage, SessionError.unknownPage:
            (.notFound, LibraryMessages.unknownPlace)
        case StoreError.unknownScene, StoreError.unknownAnnotation: (.notFound, ArMessages.unknownScene)
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
        default: (.internalServerError, LibraryMessages.failed("The station could not do it: \(error)."))
        }
    }
}
