/// What is told in the place of documents.
public enum LibraryMessages {
    public static let empty = IllustratedMessage.empty(
        .noDocuments, title: "No documents yet",
        description: "Scan a document, and it appears here.",
        actions: [MessageAction(label: "Scan Document", destination: .scan)])

    public static let unknownPlace = IllustratedMessage.error(
        .notFound, title: "Nothing is here", description: "The document may have been deleted. Go back to the library.",
        actions: [MessageAction(label: "Open Library", destination: .library)])

    /// - Parameter reason: In a sentence.
    public static func failed(_ reason: String) -> IllustratedMessage {
        .error(
            .failed, title: "That did not work", description: reason,
            actions: [MessageAction(label: "Open Library", destination: .library)])
    }

    /// What a toast says.
    public static let saved = "Document saved"
    public static let renamed = "Document renamed"
    public static let deleted = "Document deleted"

    public static func pageCount(_ pages: Int) -> String { pages == 1 ? "1 page" : "\(pages) pages" }
}
