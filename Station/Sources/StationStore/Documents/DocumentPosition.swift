public import FoundationEssentials

/// A place in the list of documents, newest first: just after a document.
public struct DocumentPosition: Hashable, Codable, Sendable {
    public let captured: Date
    public let id: Int64

    public init(after document: DocumentRecord) {
        captured = document.captured
        id = document.id
    }

    public init(captured: Date, id: Int64) {
        self.captured = captured
        self.id = id
    }
}
