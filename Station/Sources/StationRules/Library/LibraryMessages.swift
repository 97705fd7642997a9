/// Messages about documents.
public enum LibraryMessages {
    public static let empty = IllustratedMessage.empty(
        .noDocuments, title: "No documents yet",
        description: "Scanned documents appear here.",
        actions: [MessageAction(label: "Scan Document", destination: .scan)])

    /// For a library that has nothing but drafts.
    public static let onlyDrafts = IllustratedMessage.empty(
        .noDocuments, title: "No saved documents",
        description: "Save the draft to keep it here.", actions: [])

    public static let unknownPlace = IllustratedMessage.error(
        .notFound, .configuration, title: "Page not found",
        description: "It may have been deleted. Go back to the library.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    /// For whoever asks for a document that is not there, in a sentence or two.
    public static let unknownDocument = "This document does not exist. It may have been deleted."
    /// For whoever exports a document that is deleted meanwhile.
    public static let deletedMeanwhile = "The document was deleted."

    /// For a list without further documents.
    public static let noOlder = IllustratedMessage.error(
        .noResults, .configuration, title: "No older documents",
        description: "The list ends here. Go back to the newest documents.",
        actions: [MessageAction(label: "Newest Documents", destination: .library)])

    /// For a request that the person can correct.
    /// - Parameter reason: A sentence.
    public static func failed(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, .configuration, title: "That did not work", description: reason,
            actions: [MessageAction(label: "Open Library", destination: .library)])
    }

    /// The texts of toasts.
    public static let saved = "Document saved"
    public static let edited = "Document saved"
    public static let undone = "Change undone"
    public static let undoneInPart = "Undone, but for what somebody changed since"
    public static let trashed = "Document moved to the trash"
    public static let restored = "Document restored"
    public static let deleted = "Document deleted"

    /// The same for several documents: "3 documents moved to the trash".
    public static func edited(_ count: Int) -> String { "\(documents(count)) saved" }
    public static func trashed(_ count: Int) -> String { "\(documents(count)) moved to the trash" }
    public static func restored(_ count: Int) -> String { "\(documents(count)) restored" }
    public static func merged(_ count: Int) -> String { "\(documents(count)) merged into one" }

    public static func documents(_ count: Int) -> String { count == 1 ? "1 document" : "\(count) documents" }

    /// At the form of a document that somebody else has changed meanwhile.
    public static let changedMeanwhile =
        "Somebody else has changed this document. Your entries are kept. Save again to replace the other changes."

    /// On a document in the trash.
    public static func inTrash(until day: String) -> String { "In the trash until \(day)." }

    public static let emptyTrash = IllustratedMessage.empty(
        .noDocuments, title: "The trash is empty",
        description: "Deleted documents stay here for 30 days.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    /// For the empty list of pinned documents.
    public static let noPins = IllustratedMessage.empty(
        .noDocuments, title: "No pinned documents",
        description: "Pinned documents appear here.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    public static func draftCount(_ drafts: Int) -> String { drafts == 1 ? "1 draft" : "\(drafts) drafts" }

    /// For the list of drafts.
    public static let noDrafts = IllustratedMessage.empty(
        .noDocuments, title: "No drafts", description: "Scans that are not saved yet appear here.",
        actions: [MessageAction(label: "Scan Document", destination: .scan)])

    /// For a month without documents.
    public static let noActivity = IllustratedMessage.empty(
        .noActivity, title: "No documents this month", description: "Days with documents are marked here.",
        actions: [MessageAction(label: "Scan Document", destination: .scan)])

    public static func documentCount(_ documents: Int) -> String {
        documents == 1 ? "1 document" : "\(documents) documents"
    }

    public static func pageCount(_ pages: Int) -> String { pages == 1 ? "1 page" : "\(pages) pages" }
}
