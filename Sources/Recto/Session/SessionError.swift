public import RectoCodecs
public import RectoVision

/// An error of ``ScanSession``. Each description is the end of a sentence that starts with the name of the folder.
public enum SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path is not a folder, or the folder contains other files.
    case notADraft
    /// Another session, in this process or another, has the draft open.
    case inUse
    /// The draft was written by a later version of this library.
    case laterVersion(Int)
    /// Reading failed for this reason.
    case unreadable(String)
    /// Writing failed for this reason; the change was not made.
    case unwritable(String)
    /// The session has been discarded.
    case discarded
    /// There is no such page, or no longer.
    case unknownPage(ScanSession.PageID)
    /// The page has not been retaken, so it has no former picture.
    case noFormerPicture(ScanSession.PageID)
    /// There is no such index among the pages.
    case unknownPlace(Int, pages: Int)
    /// The corners are not finite, convex and clockwise, or are too close to each other or too far from the picture
    /// for a page.
    case corners
    /// The resolution is out of range for a page.
    case resolution(Double)
    /// A picture to be added cannot be read.
    case picture(PictureError)
    /// The picture of a page has changed or disappeared since it was added.
    case damagedOriginal(ScanSession.PageID)
    /// A page cannot be rendered with its options.
    case page(ScanSession.PageID, PageRectifier.Failure)
    /// The document cannot be written.
    case document(DocumentWriter.Failure)
    /// A document needs at least one page.
    case noPages

    /// Converts an error about a file of the draft.
    init(_ error: OutputError) {
        switch error {
        case .unwritable(let reason): self = .unwritable(reason)
        case .directory, .notARegularFile: self = .unwritable("a file of the draft \(error)")
        case .encoding, .noPages, .onePage, .finished, .isInMemory: self = .unwritable("a picture \(error)")
        }
    }

    public var description: String {
        switch self {
        case .notADraft: "is not a draft folder"
        case .inUse: "is being used by another program"
        case .laterVersion(let version): "is a draft of the unknown version \(version)"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .unwritable(let reason): "cannot be written: \(reason)"
        case .discarded: "has been discarded"
        case .unknownPage(let page): "has no page \(page)"
        case .noFormerPicture(let page): "has no earlier picture of page \(page)"
        case .unknownPlace(let place, let pages): "has no position \(place): it has \(pages) pages"
        case .corners: "was given corners that are not a convex quad"
        case .resolution(let found): "was given a resolution of \(found) dots per inch"
        case .picture(let error): "was given a picture that \(error)"
        case .damagedOriginal(let page): "has lost the picture of page \(page)"
        case .page(let page, let failure): "has a page \(page) that \(failure)"
        case .document(let failure): "cannot be saved: \(failure)"
        case .noPages: "has no pages"
        }
    }
}
