/// The life of a draft: who scans into it, and how it ends.
///
/// A value without files. The draft's owner asks it before each change, so that no screen, tab or program that comes late
/// changes what it does not know.
public struct DraftMachine: Hashable, Sendable {
    /// A camera view on a draft.
    public struct ViewID: Hashable, Sendable {
        fileprivate let number: Int
    }

    public enum State: Hashable, Sendable {
        /// Nobody scans.
        case open
        /// One view scans. The others wait until they are asked to go on.
        case scanning(ViewID)
        /// The view waits for a page that is to be taken again.
        case retaking(ViewID, page: Int)
        /// The document is being stored.
        case saving(Scanning?)
        case ended(DraftEnd)
    }

    /// The view that scans, and the page that it takes again.
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

    /// The view that scans; `nil` if none does.
    public var scanning: Scanning? {
        switch state {
        case .scanning(let view): Scanning(view: view)
        case .retaking(let view, let page): Scanning(view: view, page: page)
        case .saving(let scanning): scanning
        case .open, .ended: nil
        }
    }

    // MARK: Views

    /// A new view scans from now on. Another one that did has to wait.
    public mutating func open() throws(DraftRefusal) -> ViewID {
        try checkChange()
        lastView += 1
        let view = ViewID(number: lastView)
        state = .scanning(view)
        return view
    }

    /// A view that had to wait goes on, and the other one waits.
    public mutating func resume(_ view: ViewID) throws(DraftRefusal) {
        try checkChange()
        if scanning?.view != view { state = .scanning(view) }
    }

    /// A view has closed.
    public mutating func close(_ view: ViewID) {
        guard scanning?.view == view else { return }
        switch state {
        case .scanning, .retaking: state = .open
        case .saving: state = .saving(nil)
        case .open, .ended: break
        }
    }

    /// The view's next page is to replace another one; `nil` to add pages again. Only the view that scans may ask.
    public mutating func retake(_ page: Int?, in view: ViewID) throws(DraftRefusal) {
        try checkChange()
        guard scanning?.view == view else { throw .elsewhere }
        state = page.map { .retaking(view, page: $0) } ?? .scanning(view)
    }

    // MARK: Changes

    /// Refuses changes of a draft that has ended or is being saved.
    public func checkChange() throws(DraftRefusal) {
        switch state {
        case .open, .scanning, .retaking: break
        case .saving: throw .saving
        case .ended(let end): throw .ended(end)
        }
    }

    /// A page was deleted. If it was to be taken again, it no longer is.
    public mutating func deleted(_ page: Int) {
        if case .retaking(let view, page) = state { state = .scanning(view) }
    }

    // MARK: The end

    /// - Parameter pages: How many the draft has.
    public mutating func beginSaving(pages: Int) throws(DraftRefusal) {
        try checkChange()
        guard pages > 0 else { throw .noPages }
        state = .saving(scanning)
    }

    /// The document could not be stored: the draft goes on as before.
    public mutating func notSaved() {
        guard case .saving(let scanning) = state else { return }
        guard let scanning else { return state = .open }
        state = scanning.page.map { .retaking(scanning.view, page: $0) } ?? .scanning(scanning.view)
    }

    public mutating func saved(as document: Int64) { state = .ended(.saved(document)) }

    /// The files of the draft cannot be read.
    public mutating func damaged() {
        if end == nil { state = .ended(.damaged) }
    }

    /// A damaged draft can be discarded, too. One that was saved stays saved.
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

/// Why a draft refuses a change.
public enum DraftRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case ended(DraftEnd)
    /// The system refuses to open its files now, for this reason.
    case unavailable(String)
    /// It ended as a document, which was deleted since.
    case documentDeleted
    case saving
    /// Another view scans.
    case elsewhere
    case noPages
    /// It edits a document that has other pages than the draft found.
    case documentChanged(Int64)
    /// It edits a document that lies in the trash.
    case documentTrashed(Int64)

    /// Whether it will refuse all changes from now on.
    public var isFinal: Bool {
        switch self {
        case .ended, .documentDeleted: true
        case .unavailable, .saving, .elsewhere, .noPages, .documentChanged, .documentTrashed: false
        }
    }

    /// Whether the gallery of a draft that edits a document says what can be done about it.
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

    /// What the person sees instead of the screen.
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
                .camera, .configuration, title: localized("Scanning goes on in another window"),
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
