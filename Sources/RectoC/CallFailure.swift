import CRecto
import Recto
import RectoAnchors
import RectoBarcode
import RectoCapture
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// Why a call fails: the returned status, and the text for `recto_last_error`.
struct CallFailure: Error {
    let status: recto_status
    let text: String

    init(_ status: recto_status, _ text: String) {
        self.status = status
        self.text = text
    }

    static func invalid(_ text: String) -> CallFailure { CallFailure(RECTO_INVALID_ARGUMENT, text) }

    static let canceled = CallFailure(RECTO_CANCELED, "the call was canceled")

    /// - Parameter name: The parameter's name in recto.h.
    init(_ error: ParameterError, as name: String) {
        let range = error.required.replacing("...", with: " to ")
        self.init(RECTO_INVALID_ARGUMENT, "\(name) is \(error.found), required: \(range)")
    }

    /// - Parameter subject: The subject of the engine's error text.
    init(_ error: any Error, of subject: String) {
        switch error {
        case let failure as CallFailure: self = failure
        case let error as ParameterError: self.init(error, as: error.parameter)
        case is PictureError, is FrameDecoder.Failure: self.init(RECTO_UNREADABLE, "\(subject) \(error)")
        case is PageRectifier.Failure: self.init(RECTO_NOT_A_PAGE, "\(subject) \(error)")
        case let failure as DocumentWriter.Failure: self.init(RECTO_UNWRITABLE, "\(failure)")
        case is CaptureError: self.init(RECTO_UNREADABLE, "\(subject) \(error)")
        case is OutputError: self.init(RECTO_UNWRITABLE, "\(subject) \(error)")
        case AnchorScanner.Failure.frameTooLarge(let size, let maximum):
            self.init(RECTO_INVALID_ARGUMENT, "\(subject) has \(size) pixels, required: sides of at most \(maximum)")
        case CodeReader.Failure.parameter(let error): self.init(RECTO_INVALID_ARGUMENT, "\(error)")
        case CodeReader.Failure.noLibrary: self.init(RECTO_NOT_INSTALLED, "\(error)")
        case let error as TextError: self.init(error.status, error.concernsPage ? "\(subject) \(error)" : "\(error)")
        case let error as SessionError: self.init(error.status, "\(subject) \(error)")
        case let error as AnchorDatabaseError:
            self.init(error.status, error.status == RECTO_UNREADABLE ? "\(subject) \(error)" : "\(subject): \(error)")
        default: self.init(RECTO_INVALID_ARGUMENT, "\(subject): \(error)")
        }
    }
}

extension SessionError {
    fileprivate var status: recto_status {
        switch self {
        case .notADraft, .laterVersion, .unreadable, .picture, .damagedOriginal: RECTO_UNREADABLE
        case .unwritable, .document: RECTO_UNWRITABLE
        case .inUse: RECTO_IN_USE
        case .discarded, .unknownPage, .noFormerPicture, .unknownPlace, .corners, .resolution, .noPages:
            RECTO_INVALID_ARGUMENT
        case .page: RECTO_NOT_A_PAGE
        }
    }
}

extension TextError {
    fileprivate var status: recto_status {
        switch self {
        case .noLibrary, .missingLanguage, .unusableLanguages: RECTO_NOT_INSTALLED
        case .languageName: RECTO_INVALID_ARGUMENT
        case .cancelled: RECTO_CANCELED
        case .page, .pictureTooLarge: RECTO_NOT_A_PAGE
        case .failed: RECTO_UNREADABLE
        }
    }

    /// Whether its text continues a sentence that starts with the name of the page.
    fileprivate var concernsPage: Bool {
        if case .page = self { true } else { false }
    }
}

extension AnchorDatabaseError {
    fileprivate var status: recto_status {
        switch self {
        case .unequalCounts, .count, .name, .physicalWidth, .pictureTooSmall, .tooFewPoints: RECTO_INVALID_ARGUMENT
        case .canceled: RECTO_CANCELED
        case .unreadable, .foreignFormat, .unknownVersion, .wrongLength, .checksumMismatch, .damagedRecord:
            RECTO_UNREADABLE
        }
    }
}

/// Runs the body of a call that uses objects, and reports its failure to the caller.
func call(on subject: String = "the frame", _ body: (inout CallUses) throws -> Void) -> recto_status {
    var uses = CallUses()
    defer { uses.end() }
    do {
        try body(&uses)
        return RECTO_OK
    } catch {
        let failure = CallFailure(error, of: subject)
        var text = failure.text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { recto_last_error_set($0.baseAddress, $0.count) }
        }
        tell(failure)
        return failure.status
    }
}

/// Runs the body of a call that uses no object that may change.
func call(on subject: String = "the frame", _ body: () throws -> Void) -> recto_status {
    call(on: subject) { _ in try body() }
}
