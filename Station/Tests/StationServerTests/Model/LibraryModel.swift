import StationServer

/// What a library must hold after what people did with it: the simplest thing that can be right.
struct LibraryModel {
    /// A picture: of which paper, and which picture of it.
    struct Content: Hashable {
        let paper: Int
        let number: Int
    }

    struct Page: Hashable {
        let number: Int
        var content: Content
        /// Before it was taken again.
        var former: Content?
    }

    struct Draft {
        var pages: [Page] = []
        var deleted: [Page] = []
        /// The pages that pictures with a key became.
        var keys: [String: Int] = [:]
        /// Whether it was saved as a document, or discarded.
        var document: Int64?
        var isDiscarded = false

        var hasEnded: Bool { document != nil || isDiscarded }
        func page(_ number: Int) -> Page? { pages.first { $0.number == number } }
    }

    private(set) var drafts: [DraftName: Draft] = [:]
    /// The pages of each document.
    private(set) var documents: [Int64: [Content]] = [:]

    subscript(_ name: DraftName) -> Draft {
        get { drafts[name] ?? Draft() }
        set { drafts[name] = newValue }
    }

    mutating func save(_ name: DraftName, as document: Int64) {
        documents[document] = self[name].pages.map(\.content)
        self[name].document = document
    }
}
