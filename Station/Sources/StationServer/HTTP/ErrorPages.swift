import HTTPTypes
import Hummingbird
import Logging
import RectoCodecs
import Recto
import StationRules
import StationStore
import StationViews

/// An error that defines its own response.
protocol AnsweredError: Error {
    var answer: (HTTPResponse.Status, IllustratedMessage) { get }
}

/// Renders messages as screens.
protocol MessageScreens: Sendable {
    /// Renders a message instead of a screen.
    func message(
        _ message: IllustratedMessage, status: HTTPResponse.Status, for request: Request, to visitor: Visitor
    ) async -> Response
    /// Renders a full-window message after an error of the station.
    func failure(_ message: IllustratedMessage, status: HTTPResponse.Status) -> Response
}

/// Turns errors into pages with a way to continue, and for programs into problems as JSON (RFC 9457).
struct ErrorPages: RouterMiddleware {
    typealias Context = StationContext

    /// The methods of the API routes.
    let methods: APIMethods
    let screens: any MessageScreens
    let library: Library

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do { return try await next(request, context) } catch let refusal as AccessRefusal {
            var answer = await answer(to: refusal, request, context)
            answer.headers[.retryAfter] = "\(refusal.seconds)"
            return answer
        } catch { return await answer(to: error, request, context) }
    }

    func answer(to error: any Error, _ request: Request, _ context: Context) async -> Response {
        let path = request.uri.path
        let (status, message) = Self.answer(to: withoutDocument(error))
        if status.kind == .serverError, !(error is AccessRefusal) { context.logger.error("\(path): \(error)") }
        guard APIMethods.isForPrograms(path) || request.headers[.accept] == Problem.mediaType else {
            // Do not disclose failures to visitors who have not signed in.
            if status.kind == .serverError, context.visitor.isSignedIn {
                return screens.failure(message, status: status)
            }
            return await screens.message(message, status: status, for: request, to: context.visitor)
        }
        if status == .notFound, let allowed = methods.allowed(at: path, insteadOf: request.method) {
            var answer = Problem(.methodNotAllowed, nil).response
            answer.headers[.allow] = allowed
            return answer
        }
        var answer = Problem(status, Self.detail(of: error) ?? (status == .notFound ? nil : message.sentences)).response
        if status == .unauthorized { answer.headers[.wwwAuthenticate] = "Bearer" }
        return answer
    }

    /// Hides the link from a saved scan to a document that has been deleted since.
    private func withoutDocument(_ error: any Error) -> any Error {
        guard case DraftRefusal.ended(.saved(let id)) = error else { return error }
        do { _ = try library.document(id) } catch StoreError.unknownDocument {
            return DraftRefusal.documentDeleted
        } catch {}
        return error
    }

    /// Returns the error text for programs if it differs from the one for people.
    private static func detail(of error: any Error) -> String? {
        switch error {
        case StoreError.unknownDocument: LibraryMessages.unknownDocument
        case StoreError.emptied(_, let target): LibraryMessages.emptied(into: target).sentences
        case StoreError.withoutPages(let id): LibraryMessages.withoutPages(id).sentences
        default: nil
        }
    }

    /// Returns the error as a sentence.
    static func explanation(of error: any Error) -> String { answer(to: error).1.sentences ?? "\(error)" }

    private static func answer(to error: any Error) -> (HTTPResponse.Status, IllustratedMessage) {
        switch error {
        case let error as any AnsweredError: error.answer
        case StoreError.unknownDocument, StoreError.unknownPage, StoreError.unknownEvent, StoreError.unknownNote,
            StoreError.unknownAttachment, StoreError.unknownOriginal, StoreError.unknownName, StoreError.unknownFolder,
            StoreError.unknownView, StoreError.unknownMapObject, StoreError.unknownRule, StoreError.unknownRun,
            SessionError.unknownPage:
            (.notFound, LibraryMessages.unknownPlace)
        case StoreError.emptied(_, let target): (.notFound, LibraryMessages.emptied(into: target))
        case StoreError.withoutPages(let id): (.notFound, LibraryMessages.withoutPages(id))
        case StoreError.unknownScene, StoreError.unknownAnnotation: (.notFound, ArMessages.unknownScene)
        case StoreError.tooManyPins, StoreError.tooManyRules, StoreError.nameInUse, StoreError.changedMeanwhile,
            StoreError.changedSince,
            StoreError.noPageLeft, StoreError.inTrash, StoreError.notInTrash, StoreError.usedByOthers,
            StoreError.lastOwner, StoreError.folderInItself,
            StoreError.changedMapObject, StoreError.fullMap, StoreError.differentOwners:
            (.conflict, LibraryMessages.failed("\(error)."))
        case StoreError.unknownPlace: (.unprocessableContent, LibraryMessages.failed("\(error)."))
        case StoreError.addedByOthers: (.forbidden, LibraryMessages.failed("\(error)."))
        case StoreError.reusedKey: (.unprocessableContent, LibraryMessages.failed("\(error)."))
        case ScanFailure.noPage, ScanFailure.notRendered: (.unprocessableContent, LibraryMessages.failed("\(error)"))
        case let refusal as AccessRefusal:
            (HTTPResponse.Status(numbered: refusal.status), LibraryMessages.failed("\(refusal)"))
        case is ScanFailure: (.conflict, LibraryMessages.failed("\(error)"))
        case is DocumentTitle.Failure, is FilingEntry.Failure, is GroupFiling.Failure, is NoteText.Failure,
            is ManyExport.Failure,
            is EnteredLine.Failure, is FolderName.Slash:
            (.unprocessableContent, LibraryMessages.failed("\(error)"))
        case DraftRefusal.unavailable(let reason):
            (.serviceUnavailable, DraftRefusal.unavailable(reason).message)
        case let refusal as DemonstrationRefusal: (.forbidden, refusal.message)
        case let refusal as DraftRefusal: (refusal.isFinal ? .gone : .conflict, refusal.message)
        case let error as PictureError:
            (.unprocessableContent, LibraryMessages.failed(error.message))
        case SessionError.picture(let error):
            (.unprocessableContent, LibraryMessages.failed(error.message))
        case SessionError.unwritable(let reason):
            (.internalServerError, StationFailure(StoreError(unwritable: "draft", reason: reason)).message(reason))
        case SessionError.corners:
            (.unprocessableContent, LibraryMessages.failed(localized("These corners do not form a page.")))
        case SessionError.noFormerPicture:
            (.conflict, LibraryMessages.failed(localized("This page has no earlier picture.")))
        case SessionError.unknownPlace:
            (.badRequest, LibraryMessages.failed(localized("The session has no such position.")))
        case let error as HTTPError where error.status == .notFound: (.notFound, LibraryMessages.unknownPlace)
        case let error as BodyTooLarge: (.contentTooLarge, LibraryMessages.failed("\(error)"))
        case let error as HTTPError:
            (error.status, LibraryMessages.failed(error.body ?? error.status.reasonPhrase))
        default: (.internalServerError, StationFailure(error).message("\(error)"))
        }
    }
}

extension StationFailure {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case StoreError.diskFull: .diskFull
            case StoreError.noAccess: .noAccess
            case StoreError.damagedBlob: .fileDamaged
            case StoreError.unwritable: .libraryUnwritable
            case StoreError.folder, StoreError.database, StoreError.unreadable: .libraryUnreadable
            default: .other
            }
    }
}

extension PictureError {
    /// The reason for the person who chose the file.
    var message: String {
        switch self {
        case .unknownFormat: localized("This file is neither a PDF nor a picture of a known format.")
        case .empty: localized("This file is empty.")
        case .fileTooLarge(_, let limit): localized("This file is too large. The limit is \(FileSize(bytes: limit)).")
        case .pictureTooLarge(let width, let height, let limit):
            localized(
                "This image is too large (\(Self.megapixels(width * height))). The limit is \(Self.text(of: limit)).")
        case .notEnoughMemory: localized("This image needs more memory than the station has.")
        case .truncated: localized("This image is incomplete.")
        case .corrupt: localized("This image is damaged.")
        case .unsupported(let format, _): localized("This kind of \(format) image is not supported.")
        case .unreadable, .directory, .notARegularFile, .notInstalled, .passwordNeeded, .noSuchPage, .tooManyPages,
            .tooSlow:
            localized("This file cannot be read.")
        }
    }

    private static func megapixels(_ pixels: Int) -> String { "\((pixels + 500_000) / 1_000_000) MP" }

    /// Formats a number of pixels in megapixels; a limit of each side is unchanged.
    private static func text(of limit: String) -> String {
        let words = limit.split(separator: " ")
        guard words.count == 2, words[1] == "pixels", let pixels = Int(words[0]) else { return limit }
        return megapixels(pixels)
    }
}
