import RectoVision
import StationServer

/// The expected content of a library after people's actions, in the simplest possible form.
struct LibraryModel {
    /// A picture, identified by its paper and its number.
    struct Content: Hashable {
        let paper: Int
        let number: Int
    }

    /// The content and the appearance of a page.
    struct PageState: Hashable {
        var content: Content
        var rotation = Rotation.none
        var filter = Filter.color
        /// Whether its picture was merged from several.
        var isSharper = false
        /// Whether it has a merged picture that is not shown.
        var isSetAside = false

        /// Returns the same state with a later picture of the same paper.
        func taken(_ content: Content) -> PageState { PageState(content: content, rotation: rotation, filter: filter) }
    }

    /// A page of a draft.
    struct Page: Hashable {
        let number: Int
        var look: PageState
        /// The state before it was retaken.
        var former: PageState?
        /// The document's page that it was copied from.
        var origin: Int?

        var content: Content { look.content }
    }

    /// A page of a document.
    struct Sheet: Hashable {
        /// The identity, which the same page keeps.
        let identity: Int
        var look: PageState
    }

    struct Draft {
        var pages: [Page] = []
        var deleted: [Page] = []
        /// The pages by the keys of their pictures.
        var keys: [String: Int] = [:]
        /// The edited document, and its pages at that time.
        var edited: (document: Int64, pages: [Sheet])?
        /// The document that it was saved as, or whether it was discarded.
        var document: Int64?
        var isDiscarded = false

        var hasEnded: Bool { document != nil || isDiscarded }
        func page(_ number: Int) -> Page? { pages.first { $0.number == number } }
    }

    /// A change to documents that can be undone.
    struct Change {
        /// The path of the toast's form that undoes it.
        let undo: String
        /// The changed documents before and after it.
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

    /// Returns the draft that edits a document.
    func draft(editing document: Int64) -> DraftName? {
        drafts.first { !$0.value.hasEnded && $0.value.edited?.document == document }?.key
    }

    /// Whether a draft's document has changed since the draft was created.
    func isOutdated(_ name: DraftName) -> Bool {
        self[name].edited.map { documents[$0.document] != $0.pages } ?? false
    }

    /// Whether a draft still equals its document.
    func isUnchanged(_ name: DraftName) -> Bool {
        guard let edited = self[name].edited else { return false }
        return self[name].pages.map(\.look) == edited.pages.map(\.look)
            && self[name].pages.map(\.origin) == edited.pages.map(\.identity)
    }

    func isSuperseded(_ name: DraftName) -> Bool { isUnchanged(name) && isOutdated(name) }

    /// - Parameter isNew: Whether the pages become a new document even if the draft edits one.
    mutating func save(_ name: DraftName, as document: Int64, isNew: Bool) {
        documents[document] = self[name].pages.map { page in
            sheets += 1
            var look = page.look
            // A document keeps no hidden pictures except a page's first one.
            look.isSetAside = false
            return Sheet(identity: isNew ? sheets : page.origin ?? sheets, look: look)
        }
        self[name].document = document
    }

    /// Undoes a change.
    /// - Returns: `false` if the documents have been changed since, in which case they are kept.
    mutating func undo(_ change: Change) -> Bool {
        guard change.after.allSatisfy({ documents[$0.key] == $0.value }) else { return false }
        for document in change.after.keys { documents[document] = change.before[document] }
        return true
    }
}
