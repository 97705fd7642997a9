/// Messages about documents.
public enum LibraryMessages {
    public static let empty = IllustratedMessage.empty(
        .noDocuments, title: "No documents yet",
        description: "Scanned documents appear here.",
        actions: [MessageAction(label: "Scan Document", destination: .scan)])

    public static let unknownPlace = IllustratedMessage.error(
        .notFound, title: "Page not found", description: "It may have been deleted. Go back to the library.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    /// For a list without further documents.
    public static let noOlder = IllustratedMessage.error(
        .noResults, title: "No older documents", description: "The list ends here. Go back to the newest documents.",
        actions: [MessageAction(label: "Newest Documents", destination: .library)])

    /// For an internal error.
    /// - Parameter reason: The error, without a full stop.
    public static func stationFailed(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, title: "Something went wrong",
            description: "Try again. Details: \(reason).",
            actions: [MessageAction(label: "Open Library", destination: .library)])
    }

    /// For a request that the person can correct.
    /// - Parameter reason: A sentence.
    public static func failed(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, title: "That did not work", description: reason,
            actions: [MessageAction(label: "Open Library", destination: .library)])
    }

    /// The texts of toasts.
    public static let saved = "Document saved"
    public static let renamed = "Document renamed"
    public static let deleted = "Document deleted"

    /// For the empty list of pinned documents.
    public static let noPins = IllustratedMessage.empty(
        .noResults, title: "No pinned documents",
        description: "Pinned documents appear here.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    /// For a draft with damaged files.
    public static let unreadableDraft = IllustratedMessage.error(
        .failed, title: "This draft is damaged",
        description: "Scan the pages again.",
        actions: [MessageAction(label: "Scan Again", destination: .scan)])

    public static func documentCount(_ documents: Int) -> String {
        documents == 1 ? "1 document" : "\(documents) documents"
    }

    public static func pageCount(_ pages: Int) -> String { pages == 1 ? "1 page" : "\(pages) pages" }
}
