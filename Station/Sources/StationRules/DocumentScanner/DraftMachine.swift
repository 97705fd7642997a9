/// The state machine of a draft: which view scans into it, and how it ends.
///
/// A value without files. The draft's owner asks it before each change, so that an outdated screen, tab or program
/// cannot change a state that it has not seen.
public struct DraftMachine: Hashable, Sendable {
    /// A camera view on a draft.
    public struct ViewID: Hashable, Sendable {
        fileprivate let number: Int
    }

    public enum State: Hashable, Sendable {
        /// No view is scanning.
        case open
        /// One view is scanning. The others are paused.
        case scanning(ViewID)
        /// The view is waiting for the replacement of a page.
        case retaking(ViewID, page: Int)
        /// The document is being stored.
        case saving(Scanning?)
        case ended(DraftEnd)
    }

    /// The scanning view, and the page that it replaces.
    public struct Scanning: Hashable, Sendable {
        public let view: ViewID
        public var page: Int?
    }

    public private(set) var state: State
    private var lastView = 0

    /// - Parameter end: How the draft ended, if it has.
    public init(_ end: DraftEnd? = nil) { state = end.map { .ended($0) } ?? .open }

    public var end: DraftEnd? {
        if case .ended(let end) = state { end } else { nil }
    }

    /// The scanning view, if any.
    public var scanning: Scanning? {
        switch state {
        case .scanning(let view): Scanning(view: view)
        case .retaking(let view, let page): Scanning(view: view, page: page)
        case .saving(let scanning): scanning
        case .open, .ended: nil
        }
    }

    // MARK: Views

    /// Opens a view, which becomes the scanning one and pauses the previous one.
    public mutating func open() throws(DraftRefusal) -> ViewID {
        try checkChange()
        lastView += 1
        let view = ViewID(number: lastView)
        state = .scanning(view)
        return view
    }

    /// Makes a paused view the scanning one, and pauses the other.
    public mutating func resume(_ view: ViewID) throws(DraftRefusal) {
        try checkChange()
        if scanning?.view != view { state = .scanning(view) }
    }

    /// Closes a view.
    public mutating func close(_ view: ViewID) {
        guard scanning?.view == view else { return }
        switch state {
        case .scanning, .retaking: state = .open
        case .saving: state = .saving(nil)
        case .open, .ended: break
        }
    }

    /// Makes the view's next page replace another one; `nil` to add pages again. Only the scanning view may do so.
    public mutating func retake(_ page: Int?, in view: ViewID) throws(DraftRefusal) {
        try checkChange()
        guard scanning?.view == view else { throw .elsewhere }
        state = page.map { .retaking(view, page: $0) } ?? .scanning(view)
    }

    // MARK: Changes

    /// Refuses changes to a draft that has ended or is being saved.
    public func checkChange() throws(DraftRefusal) {
        switch state {
        case .open, .scanning, .retaking: break
        case .saving: throw .saving
        case .ended(let end): throw .ended(end)
        }
    }

    /// Records that a page was deleted, which also cancels its replacement.
    public mutating func deleted(_ page: Int) {
        if case .retaking(let view, page) = state { state = .scanning(view) }
    }

    // MARK: The end

    /// - Parameter pages: The number of pages in the draft.
    public mutating func beginSaving(pages: Int) throws(DraftRefusal) {
        try checkChange()
        guard pages > 0 else { throw .noPages }
        state = .saving(scanning)
    }

    /// Records that storing the document failed: the draft continues as before.
    public mutating func notSaved() {
        guard case .saving(let scanning) = state else { return }
        guard let scanning else { return state = .open }
        state = scanning.page.map { .retaking(scanning.view, page: $0) } ?? .scanning(scanning.view)
    }

    public mutating func saved(as document: Int64) { state = .ended(.saved(document)) }

    /// Records that the draft's files cannot be read.
    public mutating func damaged() {
        if end == nil { state = .ended(.damaged) }
    }

    /// Discards the draft, even a damaged one. A saved draft stays saved.
    public mutating func discard() throws(DraftRefusal) {
        switch state {
        case .saving: throw .saving
        case .ended(.saved(let document)): throw .ended(.saved(document))
        case .open, .scanning, .retaking, .ended: state = .ended(.discarded)
        }
    }
}

/// How a draft ended.
public enum DraftEnd: Hashable, Sendable {
    /// It became a document.
    case saved(Int64)
    /// The person deleted it.
    case discarded
    /// Its files cannot be read.
    case damaged
}

/// The reason why a draft refuses a change.
public enum DraftRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case ended(DraftEnd)
    /// The system currently fails to open its files, for the given reason.
    case unavailable(String)
    /// It was saved as a document that has been deleted since.
    case documentDeleted
    case saving
    /// Another view is scanning.
    case elsewhere
    case noPages
    /// It edits a document whose pages have changed since.
    case documentChanged(Int64)
    /// It edits a document that is in the trash.
    case documentTrashed(Int64)

    /// Whether the draft refuses all further changes.
    public var isFinal: Bool {
        switch self {
        case .ended, .documentDeleted: true
        case .unavailable, .saving, .elsewhere, .noPages, .documentChanged, .documentTrashed: false
        }
    }

    /// Whether the gallery of a draft for an edited document explains the options.
    public var hasWayOnInGallery: Bool {
        switch self {
        case .documentChanged, .documentTrashed, .noPages: true
        case .ended, .unavailable, .documentDeleted, .saving, .elsewhere: false
        }
    }

    public var description: String {
        switch self {
        case .ended(.saved): localized("the scan is already saved")
        case .ended(.discarded): localized("the scan was deleted")
        case .ended(.damaged): localized("the draft is damaged")
        case .unavailable(let reason): localized("the draft cannot be opened now: \(reason)")
        case .documentDeleted: localized("the document of the scan was deleted")
        case .saving: localized("the scan is being saved")
        case .elsewhere: localized("another window scans into this draft")
        case .noPages: localized("there are no scans to save")
        case .documentChanged: localized("the document has changed meanwhile")
        case .documentTrashed: localized("the document is in the trash")
        }
    }

    /// The message shown instead of the screen.
    public var message: IllustratedMessage {
        let anew = MessageAction(label: localized("New Scan"), destination: .scan)
        let library = MessageAction(label: localized("Open Library"), destination: .library)
        switch self {
        case .ended(.saved(let document)):
            return .success(
                .done, title: localized("This scan is saved"), description: localized("It is in the library now."),
                actions: [MessageAction(label: localized("Open Document"), destination: .document(document)), anew])
        case .ended(.discarded):
            return .error(
                .notFound, .system, title: localized("This draft was discarded"),
                description: localized("Documents that are saved are as they were."),
                actions: [anew, library])
        case .documentDeleted:
            return .error(
                .notFound, .system, title: localized("This document was deleted"),
                description: localized("The scan was saved, and its document deleted since. You can start a new one."),
                actions: [anew, library])
        case .ended(.damaged):
            return .error(
                .failed, .system, title: localized("This draft is damaged"),
                description: localized("Its files cannot be read. Scan the pages again."), actions: [anew, library])
        case .unavailable(let reason):
            return .error(
                .failed, .system, title: localized("This draft cannot be opened now"),
                description: localized("Its pages are kept. Try again later."), details: reason, actions: [library])
        case .saving:
            return .error(
                .failed, .system, title: localized("This scan is being saved"),
                description: localized("Wait a moment, then try again."),
                actions: [library])
        case .elsewhere:
            return .error(
                .camera, .configuration, title: localized("Scanning continues in another window"),
                description: localized("Only one window can scan at a time."),
                actions: [MessageAction(label: localized("Continue Here"), destination: .continueHere)])
        case .noPages:
            return .empty(
                .noDocuments, title: localized("There are no scans to save"),
                description: localized("Scan a page first."),
                actions: [MessageAction(label: localized("Scan Document"), destination: .scan)])
        case .documentChanged(let document):
            return .error(
                .failed, .configuration, title: localized("The document is another one now"),
                description: GalleryMessages.documentChanged,
                actions: [MessageAction(label: localized("Open Document"), destination: .document(document)), library])
        case .documentTrashed(let document):
            return .error(
                .failed, .configuration, title: localized("The document is in the trash"),
                description: GalleryMessages.documentTrashed,
                actions: [MessageAction(label: localized("Open Document"), destination: .document(document)), library])
        }
    }
}
