import Foundation
import RectoCore
import RectoVision
import StationRules
import StationStore
import TestSupport
import Testing

/// Changes to the pages of saved documents by drafts.
@Suite struct EditingTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let draft = "0123456789abcdef"
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func page(_ picture: UInt8, _ rotation: Rotation = .none) throws -> NewDocument.Page {
        NewDocument.Page(
            picture: [picture], size: try PixelSize(width: 4, height: 3), quad: nil, rotation: rotation)
    }

    private func add(_ pictures: [UInt8], title: String = "Letter") throws -> Int64 {
        try library.add(NewDocument(title: title, captured: date, pages: try pictures.map { try page($0) }))
    }

    /// Begins a draft with the document's pages.
    private func begin(_ document: Int64, in draft: String? = nil) throws -> [Int64] {
        let list = try library.pageList(of: document)
        try library.beginEdit(of: document, in: draft ?? self.draft, seeing: list)
        return list.items.compactMap(\.id)
    }

    private func pictures(_ document: Int64) throws -> [UInt8] {
        try library.pages(of: document).map { try library.original($0.original)[0] }
    }

    private func identifiers(_ document: Int64) throws -> [Int64?] {
        try library.pageList(of: document).items.map(\.id)
    }

    @Test(
        "PG-2, PG-3: a draft's pages take the place of the document's; those that stay are the same pages, and nothing else changes"
    )
    func saves() throws {
        let id = try add([1, 2, 3])
        _ = try library.file(id, try FilingEntry([.title: "Rent", .tags: "tax"]), at: date)
        let filed = try library.filing(of: id)
        let pages = try begin(id)
        // The second and the first one, the second rotated, and a new one.
        let edited: [(id: Int64?, page: NewDocument.Page)] = [
            (pages[1], try page(2, .clockwise90)), (pages[0], try page(1)), (nil, try page(4)),
        ]
        let saved = try #require(try library.saveEdit(in: draft, pages: edited, keys: ["a"], at: date + 60))
        #expect(saved.document == id && saved.event != nil)
        #expect(try pictures(id) == [2, 1, 4])
        #expect(try identifiers(id).prefix(2) == [pages[1], pages[0]])
        #expect(try library.pages(of: id).map(\.rotation) == [.clockwise90, .none, .none])
        let document = try library.document(id)
        #expect(document.pages == 3 && document.captured == date && document.changed == date + 60)
        #expect(try library.filing(of: id) == filed)
        #expect(try library.events(of: id).map(\.kind) == [.pagesChanged, .filed])
        // The draft has ended as this document.
        #expect(try library.end(ofDraft: draft) == .saved(id) && library.hadPicture("a", draft: draft))
        #expect(try library.edit(in: draft) == nil && library.draft(editing: id) == nil)
        let again = try library.saveEdit(in: draft, pages: [(nil, try page(9))], at: date + 90)
        #expect(again?.document == id && again?.event == nil)
        #expect(try pictures(id) == [2, 1, 4])
    }

    @Test("PG-3: pages that are turned, cropped or taken again are read again, the others are not")
    func texts() throws {
        let id = try add([1, 2])
        for _ in 1...2 {
            let unread = try #require(try library.nextUnreadPage())
            try library.noteFailure(of: unread, reason: "none", isSetAside: true)
        }
        #expect(try library.unreadPageCount() == 0)
        let pages = try begin(id)
        _ = try library.saveEdit(
            in: draft, pages: [(pages[1], try page(2)), (pages[0], try page(1, .clockwise90))], at: date)
        let unread = try #require(try library.nextUnreadPage())
        #expect(unread.id == pages[0] && unread.position == 1)
        #expect(try library.unreadPageCount() == 1)
    }

    @Test("PG-2: a draft that changes nothing is no event, and pages of other documents are new ones")
    func foreignPages() throws {
        let (id, other) = (try add([1]), try add([2]))
        let pages = try begin(id)
        let version = try library.document(id).version
        #expect(try library.saveEdit(in: draft, pages: [(pages[0], try page(1))], at: date)?.event == nil)
        #expect(try library.document(id).version == version && library.events(of: id).isEmpty)
        let foreign = try library.pageList(of: other).items[0].id
        _ = try begin(id, in: "1111111111111111")
        _ = try library.saveEdit(
            in: "1111111111111111", pages: [(pages[0], try page(1)), (foreign, try page(3))], at: date)
        #expect(try pictures(id) == [1, 3] && pictures(other) == [2])
    }

    @Test("PG-4: a document that has other pages since, or lies in the trash, is not overwritten")
    func conflicts() throws {
        let (id, other) = (try add([1]), try add([2]))
        let pages = try begin(id)
        let edited: [(id: Int64?, page: NewDocument.Page)] = [(pages[0], try page(1, .clockwise90))]
        // The metadata are not part of the edit.
        _ = try library.file(id, try FilingEntry([.title: "Rent"]), at: date)
        let edit = try library.edit(in: draft)
        #expect(try edit?.document == id && edit?.title == "Rent" && library.editState(of: draft) == .current)
        let events = try #require(try library.merge([id, other], at: date))
        #expect(try library.editState(of: draft) == .changed)
        #expect(throws: StoreError.changedMeanwhile(id)) { try library.saveEdit(in: draft, pages: edited, at: date) }
        #expect(try pictures(id) == [1, 2] && library.end(ofDraft: draft) == nil)
        // Restored.
        _ = try library.undo(events, at: date)
        _ = try library.trash([id], at: date)
        #expect(try library.editState(of: draft) == .trashed)
        #expect(throws: StoreError.inTrash(id)) { try library.saveEdit(in: draft, pages: edited, at: date) }
        #expect(try library.saveEdit(in: draft, pages: edited, restores: true, at: date)?.document == id)
        #expect(try library.document(id).trashed == nil && library.pages(of: id).map(\.rotation) == [.clockwise90])
        // The draft must be based on the current pages.
        let list = try library.pageList(of: other)
        _ = try library.merge([other, try add([3])], at: date)
        #expect(throws: StoreError.changedMeanwhile(other)) {
            try library.beginEdit(of: other, in: "2222222222222222", seeing: list)
        }
    }

    @Test(
        "PG-4, PG-5: pages that are saved as a new document, and a draft that is discarded, leave the document as it was"
    )
    func leaves() throws {
        let id = try add([1, 2])
        _ = try begin(id)
        let new = try library.add(
            NewDocument(title: "New", captured: date, draft: draft, pages: [try page(2)]))
        #expect(try new != id && library.edit(in: draft) == nil)
        _ = try begin(id, in: "1111111111111111")
        try library.discard(draft: "1111111111111111")
        #expect(try library.draft(editing: id) == nil && pictures(id) == [1, 2])
        // Permanently deleting a document makes its draft an independent one.
        _ = try begin(id, in: "2222222222222222")
        try library.delete(id)
        #expect(try library.edit(in: "2222222222222222")?.document == nil)
        #expect(try library.editState(of: "2222222222222222") == .deleted)
        #expect(try library.titleOfCopy(in: "2222222222222222") == "Letter")
        #expect(try library.saveEdit(in: "2222222222222222", pages: [(1, try page(1))], at: date) == nil)
        // Drafts that no longer exist edit nothing.
        _ = try begin(new, in: "3333333333333333")
        try library.forgetEdits(except: ["3333333333333333"])
        #expect(try library.draft(editing: new) == "3333333333333333")
        try library.forgetEdits(except: [])
        #expect(try library.draft(editing: new) == nil)
    }

    @Test("PG-4: pages that are saved as a new document have the title of their document")
    func titles() throws {
        let id = try add([1, 2], title: "Rent")
        _ = try begin(id)
        #expect(try library.titleOfCopy(in: draft) == "Rent (2)")
        _ = try add([3], title: "Rent (2)")
        #expect(try library.titleOfCopy(in: draft) == "Rent (3)")
        _ = try library.trash([id], at: date)
        #expect(try library.titleOfCopy(in: draft) == "Rent")
        _ = try library.file(id, try FilingEntry([.title: "Lease"]), at: date)
        #expect(try library.purge([id]) == 1)
        #expect(try library.titleOfCopy(in: draft) == "Lease")
        #expect(try library.titleOfCopy(in: "1111111111111111") == nil)
    }

    @Test("PG-7: a document whose pages have all gone is not restored, opened or brought back without them")
    func emptied() throws {
        let (id, other) = (try add([1]), try add([2]))
        let page = try #require(try identifiers(id)[0])
        let moved = try library.movePages([page], of: id, to: other, at: date)
        #expect(moved.isEmptied)
        #expect(try library.restore([id], at: date + 1) == nil)
        #expect(try library.document(id).trashed != nil)
        #expect(throws: StoreError.emptied(id, into: other)) { try library.documentWithPages(id) }
        #expect(try library.documentWithPages(other).pages == 2)
        // Undoes only the move to the trash.
        _ = try library.undo(EventRange(moved.events.last), at: date + 2)
        #expect(try library.document(id).trashed != nil)
        #expect(try library.undo(moved.events, at: date + 3).isEmpty)
        #expect(try library.documentWithPages(id).trashed == nil && pictures(id) == [1] && pictures(other) == [2])
        _ = try library.merge([other, id], at: date + 4)
        #expect(throws: StoreError.emptied(id, into: other)) { try library.documentWithPages(id) }
        try library.delete(other)
        #expect(throws: StoreError.emptied(id, into: nil)) { try library.documentWithPages(id) }
    }

    @Test(
        "PG-6: a change of pages is undone as a whole, and so is its undoing; of what somebody has changed since, the rest is undone"
    )
    func undo() throws {
        let id = try add([1, 2, 3])
        let before = try library.pageList(of: id)
        let pages = try begin(id)
        let saved = try library.saveEdit(
            in: draft, pages: [(pages[2], try page(3, .clockwise90)), (nil, try page(4)), (pages[0], try page(5))],
            at: date)
        let event = try #require(saved?.event)
        let after = try library.pageList(of: id)
        // The pictures of hidden pages are kept.
        try library.removeLeftovers()
        #expect(try library.undo(EventRange(event), at: date + 1).isEmpty)
        #expect(try library.pageList(of: id) == before && pictures(id) == [1, 2, 3])
        #expect(try library.undo(EventRange(event), at: date + 2) == [id])
        #expect(try library.pageList(of: id) == before)
        let undoing = try #require(try library.events(of: id).first)
        try library.removeLeftovers()
        #expect(try library.undo(EventRange(undoing.id), at: date + 3).isEmpty)
        #expect(try library.pageList(of: id) == after && pictures(id) == [3, 4, 5])
        _ = try library.merge([id, try add([6])], at: date + 4)
        #expect(try library.undo(EventRange(event), at: date + 5) == [id])
        #expect(try pictures(id) == [3, 2, 1, 6])
    }

    @Test("PG-6: a page that was deleted comes back, also if somebody has changed another one since")
    func undoBelowAnotherChange() throws {
        let id = try add([1, 2, 3])
        let pages = try begin(id)
        let mine = try library.saveEdit(in: draft, pages: [(pages[0], try page(1)), (pages[1], try page(2))], at: date)
        _ = try begin(id, in: "1111111111111111")
        let theirs = try library.saveEdit(
            in: "1111111111111111", pages: [(pages[1], try page(2, .clockwise90)), (pages[0], try page(1))],
            at: date + 1)
        #expect(try library.undo(EventRange(try #require(mine?.event)), at: date + 2) == [id])
        #expect(try identifiers(id) == [pages[1], pages[0], pages[2]])
        #expect(try library.pages(of: id).map(\.rotation) == [.clockwise90, .none, .none])
        // The other change can be undone as well, and a page moved to another document is not restored.
        #expect(try library.undo(EventRange(try #require(theirs?.event)), at: date + 3) == [id])
        #expect(try library.pages(of: id).map(\.rotation) == [.none, .none, .none])
        _ = try library.movePages([pages[2]], of: id, to: nil, at: date + 4)
        #expect(try library.undo(EventRange(try #require(mine?.event)), at: date + 5) == [id])
        #expect(try Set(identifiers(id)) == [pages[0], pages[1]])
    }

    @Test("PG-6: former pages are kept for thirty days, or until their document is deleted for good")
    func formerPages() throws {
        func files() throws -> Int {
            try FileManager.default.subpathsOfDirectory(atPath: library.folder + "/originals").count { $0.count > 60 }
        }
        let (id, other) = (try add([1, 2]), try add([3, 4]))
        for document in [id, other] {
            let pages = try begin(document, in: "\(document)")
            _ = try library.saveEdit(in: "\(document)", pages: [(pages[0], try page(UInt8(10 * document)))], at: date)
        }
        #expect(try files() == 6)
        try library.delete(other)
        #expect(try files() == 3)
        try library.emptyTrash(at: date + Library.trashMemory)
        #expect(try files() == 3)
        try library.emptyTrash(at: date + Library.trashMemory + 1)
        #expect(try files() == 1 && pictures(id) == [10])
        let event = try #require(try library.events(of: id).first)
        #expect(try library.undo(EventRange(event.id), at: date) == [id])
        #expect(try pictures(id) == [10])
    }

    @Test("PG-7: pages move to a new document that is filed as the first one, and back to their places")
    func splits() throws {
        let id = try add([1, 2, 3, 4], title: "Rent")
        _ = try library.file(
            id, try FilingEntry([.folder: "Home", .tags: "tax, home", .type: "Invoice", .due: "2027-01-01"]), at: date)
        let pages = try identifiers(id).compactMap(\.self)
        let moved = try library.movePages([pages[0], pages[2]], of: id, to: nil, at: date + 60)
        #expect(try pictures(id) == [2, 4] && pictures(moved.document) == [1, 3])
        #expect(try identifiers(moved.document) == [pages[0], pages[2]])
        let new = try library.document(moved.document)
        #expect(new.title == "Rent (2)" && new.captured == date && new.pages == 2 && new.due == nil)
        #expect(new.state == .inbox)
        let (first, second) = (try library.filing(of: id), try library.filing(of: new.id))
        #expect(second.folder == first.folder && second.tags == first.tags && second.type == first.type)
        #expect(try library.origin(ofMove: moved.events.first) == id)
        // Another one gets another title.
        let third = try library.movePages([pages[3]], of: id, to: nil, at: date + 70)
        #expect(try library.document(third.document).title == "Rent (3)")
        #expect(try library.undo(third.events, at: date + 80).isEmpty)
        #expect(try library.undo(moved.events, at: date + 90).isEmpty)
        #expect(try pictures(id) == [1, 2, 3, 4] && identifiers(id) == pages)
        #expect(try library.document(new.id).trashed != nil && library.documentCount() == 1)
        #expect(try library.isTrashEmpty())
    }

    @Test("PG-7: pages move behind those of another document; one that is left without any goes to the trash")
    func moves() throws {
        let (id, other) = (try add([1, 2]), try add([3]))
        let pages = try identifiers(id).compactMap(\.self)
        let part = try library.movePages([pages[0]], of: id, to: other, at: date)
        #expect(try pictures(id) == [2] && pictures(other) == [3, 1])
        let rest = try library.movePages([pages[1]], of: id, to: other, at: date + 1)
        #expect(try pictures(other) == [3, 1, 2] && library.document(id).trashed != nil)
        #expect(try library.undo(rest.events, at: date + 2).isEmpty)
        #expect(try pictures(id) == [2] && library.document(id).trashed == nil)
        // One of the pages was moved on: the other one is moved back.
        let both = try library.movePages([pages[1]], of: id, to: other, at: date + 3)
        _ = try library.movePages([pages[1]], of: other, to: nil, at: date + 4)
        #expect(try library.undo(both.events, at: date + 5) == [other])
        #expect(try library.undo(part.events, at: date + 6).isEmpty)
        #expect(try pictures(id) == [1] && pictures(other) == [3])
    }

    @Test("PG-7: what cannot be moved moves nothing")
    func refusedMoves() throws {
        let (id, other) = (try add([1, 2]), try add([3]))
        let pages = try identifiers(id).compactMap(\.self)
        let foreign = try #require(try identifiers(other)[0])
        #expect(throws: StoreError.noPageLeft(id)) { try library.movePages(Set(pages), of: id, to: nil, at: date) }
        for bad in [[], [pages[0], foreign], [99]] as [Set<Int64>] {
            #expect(throws: StoreError.changedMeanwhile(id)) { try library.movePages(bad, of: id, to: other, at: date) }
        }
        let trashed = try add([4])
        _ = try library.trash([trashed], at: date)
        #expect(throws: StoreError.changedMeanwhile(trashed)) {
            try library.movePages([pages[0]], of: id, to: trashed, at: date)
        }
        #expect(throws: StoreError.changedMeanwhile(id)) { try library.movePages([pages[0]], of: id, to: id, at: date) }
        for (from, to) in [(99, other), (id, 99)] {
            #expect(throws: StoreError.unknownDocument(99)) {
                try library.movePages([pages[0]], of: from, to: to, at: date)
            }
        }
        #expect(try pictures(id) == [1, 2] && pictures(other) == [3] && library.documentCount() == 2)
    }

    @Test("A document is split at every so many pages, in their order, and is one again when that is undone")
    func split() throws {
        let id = try add([1, 2, 3, 4, 5], title: "Rent")
        let before = try library.pageList(of: id)
        let (documents, events) = try library.split(id, maximum: 2, at: .now)
        let parts = try ([id] + documents).map { try library.pageList(of: $0).items.map { $0.id } }
        #expect(parts.map(\.count) == [2, 2, 1] && parts.flatMap(\.self) == before.items.map(\.id))
        #expect(try documents.map { try library.document($0).title } == ["Rent (2)", "Rent (3)"])
        #expect(try library.undo(events, at: .now).isEmpty)
        #expect(try library.pageList(of: id) == before)
        #expect(try documents.allSatisfy { try library.document($0).trashed != nil })
        for maximum in [0, 5, 6] {
            #expect(throws: StoreError.changedMeanwhile(id)) { try library.split(id, maximum: maximum, at: .now) }
        }
        #expect(throws: StoreError.unknownDocument(99)) { try library.split(99, maximum: 1, at: .now) }
    }

    @Test("PG-9: documents of the trash are deleted for good, all that the person was told of or none")
    func purge() throws {
        let ids = try [1, 2, 3].map { try add([$0]) }
        _ = try library.trash([ids[0], ids[1]], at: date)
        #expect(try library.purge(ids, told: 3) == 0)
        #expect(try library.document(ids[0]).trashed != nil)
        #expect(try library.purge([ids[0], ids[2]]) == 1)
        #expect(throws: StoreError.unknownDocument(ids[0])) { try library.document(ids[0]) }
        #expect(try library.document(ids[2]).trashed == nil)
        #expect(try library.purge([ids[0], ids[1]], told: 1) == 1)
        #expect(try library.isTrashEmpty() && pictures(ids[2]) == [3])
    }
}
