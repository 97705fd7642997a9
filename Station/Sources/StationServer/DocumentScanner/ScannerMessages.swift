package import StationRules

/// An action of the person in a camera view of the scanner, as JSON.
package struct ScannerAction: Decodable, Sendable {
    package enum Kind: String, Decodable {
        case shutter
        case mode
        case subject
        case order
        case filter
        /// Accepts the scan under confirmation.
        case keep
        /// Retakes a page.
        case retake
        /// Resumes scanning in this view, which was paused by another one.
        case resume
        /// Decides about a page that differs from the one to be retaken: replaces that one, adds the page, or deletes
        /// it.
        case replace
        case add
        case delete
    }

    package let kind: Kind
    package var mode: CaptureMode?
    package var subject: ScanSubject?
    package var order: BookOrder?
    package var filter: ScanFilter?
    package var page: Int?

    package init(
        kind: Kind, mode: CaptureMode? = nil, subject: ScanSubject? = nil, order: BookOrder? = nil,
        filter: ScanFilter? = nil, page: Int? = nil
    ) {
        self.kind = kind
        self.mode = mode
        self.subject = subject
        self.order = order
        self.filter = filter
        self.page = page
    }
}

/// The content of a camera view of the scanner, as JSON.
package struct ScannerAnswer: Encodable, Sendable {
    /// Whether this is the result of a picture. Only then does `quad` say whether a page is in view.
    package var isFrameResult = false
    /// The page in the picture: eight coordinates, clockwise from the top left, relative to the picture's size.
    package var quad: [Double]?
    /// The progress towards the capture of a page held still, `0...1`.
    package var progress: Double?
    /// Whether the browser's engine should include the page's signature in its next observation.
    package var needsSignature = false
    /// A request to send the full-size picture, with this note; `nil` to send none.
    package var still: StillNote?
    /// The key of the last acknowledged still, which the browser can discard.
    package var handled: String?
    /// Whether the browser should buffer its last full-size frames, because a page lies still.
    package var gathersFrames = false
    /// A request for the buffered frames of a still that the station has captured; `nil` for none.
    package var frames: FrameRequest?
    /// The key of the last still that did not show the captured page.
    package var refused: String?
    /// The path to navigate to instead of this view.
    package var destination: String?
    /// The content around the live view.
    package var display: ScannerDisplay
    /// The path of the picture of the page that was stored last or awaits confirmation.
    package var picture: String?
    package var thumbnail: String?
    /// The note about a page merged from several pictures.
    package var sharper: String?
    /// Both pages of an open book if the page is one of them, left page first.
    package struct Book: Encodable, Sendable {
        package let page: Int
        package let thumbnails: [String]
        package let pictures: [String]
    }
    package var book: Book?
}
