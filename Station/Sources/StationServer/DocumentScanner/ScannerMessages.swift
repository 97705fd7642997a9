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
        /// Takes a page again.
        case retake
        /// Scans in this view, which had to wait for another one.
        case resume
        /// Of a page that is not the one to be taken again: puts it in that one's place, adds it, or deletes it.
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
    /// Whether this is the result of a picture: only then does `quad` say whether there is a page.
    package var isFrameResult = false
    /// The page in the picture: eight coordinates, clockwise from the top-left, relative to the picture's size.
    package var quad: [Double]?
    /// The progress of a page that is held still towards its capture, `0...1`.
    package var progress: Double?
    /// Whether the engine in the browser should say in its next observation what is on the page.
    package var needsSignature = false
    /// The picture in full size that the browser should send.
    package var still: StillNote?
    /// The key of the still that was dealt with last: the browser need not keep it any longer.
    package var handled: String?
    /// Whether the browser should keep the last full pictures of its film, as a page lies still.
    package var gathersFrames = false
    /// Those that it should send of the still of that key.
    package var frames: FrameRequest?
    /// The key of the last still that does not show the page that was captured.
    package var refused: String?
    /// Where the person is led instead of this view.
    package var destination: String?
    /// The content around the live view.
    package var display: ScannerDisplay
    /// Of the page that was stored last or awaits confirmation.
    package var picture: String?
    package var thumbnail: String?
    /// What is told of it if it was made of several pictures.
    package var sharper: String?
    /// Both pages of an open book, if the page is one of them; the left one first.
    package struct Book: Encodable, Sendable {
        package let page: Int
        package let thumbnails: [String]
        package let pictures: [String]
    }
    package var book: Book?
}
