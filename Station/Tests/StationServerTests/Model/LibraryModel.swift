import RectoVision
import StationServer

/// What a library must hold after what people did with it: the simplest thing that can be right.
struct LibraryModel {
    /// A picture: of which paper, and which picture of it.
    struct Content: Hashable {
        let paper: Int
        let number: Int
    }

    /// What a page shows, and how.
    struct PageState: Hashable {
        var content: Content
        var rotation = Rotation.none
        var filter = Filter.color
        /// Whether its picture is one that was made of several.
        var isSharper = false
        /// Whether there is such a one that it does not show.
        var isSetAside = false

        /// The same with a picture of the same paper that was taken later.
        func taken(_ content: Content) -> PageState { PageState(content: content, rotation: rotation, filter: filter) }
    }

    /// A page of a draft.
    struct Page: Hashable {
        let number: Int
        var look: PageState
        /// Before it was taken again.
        var former: PageState?
        /// The page of a document that it is a copy of.
        var origin: Int?

        var content: Content { look.content }
    }

    /// A page of a document.
    struct Sheet: Hashable {
        /// The same as long as it is the same page.
        let identity: Int
        var look: PageState
    }

    struct Draft {
        var pages: [Page] = []
        var deleted: [Page] = []
        /// The pages that pictures with a key became.
        var keys: [String: Int] = [:]
        /// The document whose pages it edits, and as it found them.
        var edited: (document: Int64, pages: [Sheet])?
        /// Whether it was saved as a document, or discarded.
        var document: Int64?
        var isDiscarded = false

        var hasEnded: Bool { document != nil || isDiscarded }
        func page(_ number: Int) -> Page? { pages.first { $0.number == number } }
    }

    /// A change of documents that can be undone.
    struct Change {
        /// The path of the notice that undoes it.
        let undo: String
        /// The documents that it changed, before and after it.
        let before: [Int64: [Sheet]]
        let after: [Int64: [Sheet]]
    }

    private(set) var drafts: [DraftName: Draft] = [:]
    /// The pages of each document.
    var documents: [Int64: [Sheet]] = [:]
    var changes: [Change] = []
    private var sheets = 0

    subscript(_ name: DraftName) -> Draft {
        get { drafts[name] ?? Draft() }
        set { drafts[name] = newValue }
    }

    /// The draft that edits a document.
    func draft(editing document: Int64) -> DraftName? {
        drafts.first { !$0.value.hasEnded && $0.value.edited?.document == document }?.key
    }

    /// Whether the document that a draft edits is no longer as the draft found it.
    func isOutdated(_ name: DraftName) -> Bool {
        self[name].edited.map { documents[$0.document] != $0.pages } ?? false
    }

    /// Whether a draft looks as its document did when it was opened.
    func isUnchanged(_ name: DraftName) -> Bool {
        guard let edited = self[name].edited else { return false }
        return self[name].pages.map(\.look) == edited.pages.map(\.look)
            && self[name].pages.map(\.origin) == edited.pages.map(\.identity)
    }

    func isSuperseded(_ name: DraftName) -> Bool { isUnchanged(name) && isOutdated(name) }

    /// - Parameter isNew: Whether the pages become a new document, also of a draft that edits one.
    mutating func save(_ name: DraftName, as document: Int64, isNew: Bool) {
        documents[document] = self[name].pages.map { page in
            sheets += 1
            var look = page.look
            // A document keeps no picture that it does not show, but the one that a page came with.
            look.isSetAside = false
            return Sheet(identity: isNew ? sheets : page.origin ?? sheets, look: look)
        }
        self[name].document = document
    }

    /// Takes a change back.
    /// - Returns: `false` if somebody has changed the documents since; then they stay as they are.
    mutating func undo(_ change: Change) -> Bool {
        guard change.after.allSatisfy({ documents[$0.key] == $0.value }) else { return false }
        for document in change.after.keys { documents[document] = change.before[document] }
        return true
    }
}
