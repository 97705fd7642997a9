/// Messages about documents.
public enum LibraryMessages {
    public static var empty: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No documents yet"),
            description: localized("Scanned documents appear here."),
            actions: [
                MessageAction(label: localized("Scan Document"), destination: .scan),
                MessageAction(label: localized("Explore a Sample Library"), destination: .demonstration),
            ])
    }

    /// Shown for a library with nothing but drafts.
    public static var onlyDrafts: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No saved documents"),
            description: localized("Save the draft to keep it here."), actions: [])
    }

    public static var unknownPlace: IllustratedMessage {
        .error(
            .notFound, .configuration, title: localized("Page not found"),
            description: localized("It may have been deleted. Go back to the library."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// Shown for a document that does not exist, in one or two sentences.
    public static var unknownDocument: String {
        localized("This document does not exist. It may have been deleted.")
    }
    /// Shown if a document is deleted while being exported.
    public static var deletedMeanwhile: String { localized("The document was deleted.") }

    /// Shown if no further documents exist.
    public static var noOlder: IllustratedMessage {
        .error(
            .noResults, .configuration, title: localized("No older documents"),
            description: localized("The list ends here. Go back to the newest documents."),
            actions: [MessageAction(label: localized("Newest Documents"), destination: .library)])
    }

    /// Shown for a request that the person can correct.
    /// - Parameter reason: A sentence.
    public static func failed(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, .configuration, title: localized("That did not work"), description: reason,
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// The due date of a document in a list: "Due Nov 30, 2026".
    public static func due(_ day: String) -> String { localized("Due \(day)") }

    /// Returns the due date as future, today or past.
    public static func due(_ day: Day, today: Day, clock: StationClock) -> String {
        if day == today { return localized("Due today") }
        let text = clock.day(day) ?? day.description
        return day < today ? localized("Overdue: \(text)") : due(text)
    }

    /// The texts of toasts.
    public static var saved: String { localized("Document saved") }
    public static var created: String { localized("Document created") }
    public static var edited: String { localized("Document saved") }
    public static var undone: String { localized("Change undone") }
    /// - Parameter done: The action's name in URLs; `nil` is returned for any other text.
    public static func undone(_ done: String?) -> String? {
        switch done {
        case "undone": undone
        case "undoneInPart": undoneInPart
        default: nil
        }
    }
    public static var undoneInPart: String { localized("Can’t undo: changed since") }
    public static var trashed: String { localized("Document moved to the trash") }
    public static var restored: String { localized("Document restored") }
    public static var deleted: String { localized("Document deleted") }

    /// Returns the text for several documents: "3 documents moved to the trash".
    public static func edited(_ count: Int) -> String { localized("\(documentCount(count)) saved") }
    /// Returns the text after documents were only moved.
    public static func filed(_ count: Int, to folder: String) -> String {
        count == 1
            ? localized("Moved to “\(folder)”") : localized("\(documentCount(count)) moved to “\(folder)”")
    }
    public static func unfiled(_ count: Int) -> String {
        count == 1
            ? localized("Taken out of its folder") : localized("\(documentCount(count)) taken out of their folders")
    }
    public static func trashed(_ count: Int) -> String {
        localized("\(documentCount(count)) moved to the trash")
    }
    public static func restored(_ count: Int) -> String { localized("\(documentCount(count)) restored") }
    public static func deleted(_ count: Int) -> String { localized("\(documentCount(count)) deleted") }
    /// Shown after a confirmation for documents that have changed since.
    public static var moreInTrash: String { localized("Nothing was deleted. The trash has changed since.") }
    public static func moved(pages: Int) -> String { localized("\(pageCount(pages)) moved here") }
    /// Returns the text after a document's last pages were moved.
    public static func movedAll(pages: Int) -> String {
        localized("\(pageCount(pages)) moved here. The other document has none left and was removed.")
    }
    /// Asks for confirmation before all pages of a document are moved.
    public static func movesAll(of title: String) -> String {
        localized("These are all pages of “\(title)”. It is removed when they are moved.")
    }
    /// Shown for a document whose pages were moved to another one.
    /// - Parameter target: The other document; `nil` if it is unknown or has no pages either.
    public static func emptied(into target: Int64?) -> IllustratedMessage {
        .error(
            .notFound, .configuration, title: localized("This document has no pages"),
            description: localized("They were moved to another document."),
            actions: (target.map {
                [MessageAction(label: localized("Open Other Document"), destination: .document($0))]
            } ?? []) + [MessageAction(label: localized("Open Library"), destination: .library)])
    }
    /// Shown if pages are requested of a document that only has attachments.
    public static func withoutPages(_ document: Int64) -> IllustratedMessage {
        .error(
            .notFound, .configuration, title: localized("This document has no pages"),
            description: localized("It has attached files alone."),
            actions: [MessageAction(label: localized("Open Document"), destination: .document(document))])
    }
    public static func merged(_ count: Int) -> String {
        localized("\(documentCount(count)) merged into one")
    }

    public static var noteAdded: String { localized("Note added") }
    public static var noteSaved: String { localized("Note saved") }
    public static var noteDeleted: String { localized("Note deleted") }
    public static var tagCreated: String { localized("Tag created") }
    /// Returns the text after a document was split.
    public static func split(_ count: Int) -> String { localized("Split into \(documentCount(count))") }
    public static var tagSaved: String { localized("Tag saved") }
    /// The title of the screen with all tags.
    public static var tags: String { localized("Tags") }
    public static var noTags: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No tags yet"),
            description: localized("Tags that you put on documents appear here."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// The title of the toolbar for a document's selected pages.
    public static var selectedPages: String { localized("Selected pages") }
    /// Returns the title of the screen that asks where to move pages.
    public static func move(pages: Int) -> String { localized("Move \(pageCount(pages))") }
    public static var nowhereToMove: IllustratedMessage {
        .error(
            .noResults, .configuration, title: localized("No documents found"),
            description: localized("No other document fits. Search for something else."), actions: [])
    }
    /// Returns the label of the button that opens a document's pages for editing.
    /// - Parameter isGoingOn: Whether a draft with changes to them exists.
    public static func editPages(isGoingOn: Bool) -> String {
        isGoingOn ? localized("Continue Editing") : localized("Edit Pages")
    }

    /// - Parameter unread: The number of pictures and PDFs that could not be read.
    public static func created(unread: Int) -> String {
        unread == 1
            ? localized("Document created. 1 file could not be read: it is an attachment, not a page.")
            : localized("Document created. \(unread) files could not be read: they are attachments, not pages.")
    }

    /// Shown in the form of a document that was deleted while it was open.
    public static var trashedMeanwhile: String {
        localized("This document was moved to the trash meanwhile. Your entries are kept.") + " "
            + localized("Save again to save them there, or restore it first.")
    }

    /// Shown in the form of a document that somebody else has changed since.
    public static var changedMeanwhile: String {
        localized("Somebody else has changed this document. Your entries are kept.") + " "
            + localized("Save again to replace the other changes.")
    }

    /// Shown on a document in the trash.
    public static func inTrash(until day: String) -> String { localized("In the trash until \(day).") }
    /// Returns the text in the list of the trash.
    public static func deleted(on day: String, until end: String) -> String {
        localized("Deleted: \(day) · Kept until \(end)")
    }

    public static var emptyTrash: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("The trash is empty"),
            description: localized("Deleted documents stay here for 30 days."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    /// Shown for the empty list of pinned documents.
    public static var noPins: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No pinned documents"),
            description: localized("Pinned documents appear here."),
            actions: [MessageAction(label: localized("Open Library"), destination: .library)])
    }

    public static func draftCount(_ drafts: Int) -> String {
        drafts == 1 ? localized("1 draft") : localized("\(drafts) drafts")
    }

    /// Shown for the empty list of drafts.
    public static var noDrafts: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No drafts"),
            description: localized("Scans that are not saved yet appear here."),
            actions: [MessageAction(label: localized("Scan Document"), destination: .scan)])
    }

    /// Shown for a month without documents.
    public static var noActivity: IllustratedMessage {
        .empty(
            .noActivity, title: localized("No documents this month"),
            description: localized("Days with documents are marked here."),
            actions: [MessageAction(label: localized("Scan Document"), destination: .scan)])
    }

    public static func documentCount(_ documents: Int) -> String {
        documents == 1 ? localized("1 document") : localized("\(documents) documents")
    }

    public static func pageCount(_ pages: Int) -> String {
        pages == 1 ? localized("1 page") : localized("\(pages) pages")
    }

    /// The number of a document's pages, and whether the document is in the inbox: "2 pages · Inbox".
    public static func pages(_ pages: Int, _ state: ListFilter.ReviewState) -> String {
        pageCount(pages) + (state == .inbox ? " · \(state.label)" : "")
    }
}
