import Foundation
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct FilingTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func add(_ title: String = "Letter") throws -> Int64 {
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: title, captured: .now, pages: [page]))
    }

    private func file(_ id: Int64, _ entered: [FilingEntry.Field: String], version: Int? = nil) throws -> EventRange? {
        try library.file(id, try FilingEntry(entered), version: version, at: .now)
    }

    @Test("A document is filed by names; those that there are none of are made once, whatever their case")
    func names() throws {
        let (first, second) = (try add(), try add())
        _ = try file(first, [.folder: "Home/Bills", .tags: "Tax, car", .type: "Invoice", .correspondent: "Ärztin"])
        _ = try file(second, [.folder: "home/BILLS", .tags: "tax", .type: "invoice", .correspondent: "arztin"])
        let names = try library.listNames()
        #expect(names.folders.map(\.text) == ["Home", "Home / Bills"] && names.folders.map(\.documents) == [2, 2])
        #expect(names.tags.map(\.text) == ["car", "Tax"] && names.tags.map(\.documents) == [1, 2])
        #expect(names.types.map(\.text) == ["Invoice"] && names.correspondents.map(\.text) == ["Ärztin"])
        #expect(try library.document(first).folder == library.document(second).folder)
    }

    @Test("a change is undone from its event, but for what somebody has changed since")
    func undo() throws {
        let id = try add("Letter")
        let before = try library.filing(of: id)
        let event = try #require(try file(id, [.title: "Rent", .folder: "Home", .tags: "tax"]))
        #expect(try library.undo(event, at: .now).isEmpty)
        #expect(try library.filing(of: id) == before)
        let again = try #require(try file(id, [.title: "Rent", .tags: "tax"]))
        _ = try file(id, [.title: "Rent 2026"])
        #expect(try library.undo(again, at: .now) == [id])
        let after = try library.filing(of: id)
        #expect(after.title == "Rent 2026" && after.tags.isEmpty)
        // A request without a change is not an event.
        #expect(try file(id, [.title: "Rent 2026"]) == nil)
    }

    @Test("What was undone under a folder or tag that is gone since stays without it")
    func undoWithoutNames() throws {
        let id = try add("Letter")
        _ = try file(id, [.tags: "tax, car", .folder: "Home", .type: "Invoice"])
        let event = try #require(try file(id, [.tags: "", .folder: "", .type: "", .title: "Rent"]))
        let tag = try #require(try library.names(of: .tag).first { $0.name == "tax" })
        _ = try library.remove(tag.id, of: .tag, at: .now)
        _ = try library.removeFolder(try #require(try library.folders().first).id, at: .now)
        #expect(try library.undo(event, at: .now) == [id])
        let after = try library.filing(of: id)
        #expect(after.title == "Letter" && after.tags.count == 1 && after.folder == nil && after.type != nil)
    }

    @Test(
        "Names that are changed, merged or deleted come back as they were, on the documents that had them",
        arguments: Library.NameKind.allCases)
    func undoneNames(kind: Library.NameKind) throws {
        let field: FilingEntry.Field =
            switch kind {
            case .tag: .tags
            case .correspondent: .correspondent
            case .type: .type
            }
        let ids = try (0..<4).map { _ in try add() }
        for (id, name) in zip(ids, ["One", "one", kind == .tag ? "one, Two" : "Two", "Two"]) {
            _ = try file(id, [field: name])
        }
        func names() throws -> [String] { try library.names(of: kind).map { "\($0.name) \($0.documents)" } }
        func filings() throws -> [DocumentFiling] { try ids.map { try library.filing(of: $0) } }
        func found(_ word: String) throws -> Int {
            try library.count(try ListQuery(addressText: "q=\(word)"), calendar: Calendar(identifier: .gregorian))
        }
        let (before, filed) = (try names(), try filings())
        let one = try #require(try library.names(of: kind).first).id
        let two = try #require(try library.names(of: kind).last).id
        let changes: [(Library) throws -> Int64?] = [
            { try $0.rename(one, of: kind, to: "Other", at: .now) },
            { try $0.merge(one, into: two, of: kind, at: .now) },
            { try $0.merge(two, into: one, of: kind, at: .now) }, { try $0.remove(one, of: kind, at: .now) },
        ]
        for change in changes {
            let event = try #require(try change(library))
            #expect(try names() != before)
            #expect(try library.undo(EventRange(event), at: .now).isEmpty)
            #expect(try names() == before && filings() == filed && found("one") == (kind == .tag ? 3 : 2))
            // It is already undone: there is nothing more to undo.
            #expect(throws: StoreError.self) { try library.undo(EventRange(event), at: .now) }
        }
        #expect(try library.rename(one, of: kind, to: "One", at: .now) == nil)
        #expect(try library.merge(one, into: one, of: kind, at: .now) == nil)
        // Documents changed since are kept; a name in use by now is reported.
        let removed = try library.remove(one, of: kind, at: .now)
        if kind != .tag { _ = try file(ids[0], [field: "Two"]) }
        #expect(try library.undo(EventRange(removed), at: .now) == (kind == .tag ? [] : [ids[0]]))
        let again = try library.remove(one, of: kind, at: .now)
        _ = try library.name("ONE", of: kind)
        #expect(throws: StoreError.nameInUse("One")) { try library.undo(EventRange(again), at: .now) }
    }

    @Test("Folders and names that a change made go with it when it is undone, if nobody else uses them by then")
    func undoneMaking() throws {
        let ids = try (0..<2).map { _ in try add() }
        func all() throws -> [String] {
            try library.listNames().folders.map(\.text)
                + Library.NameKind.allCases.flatMap { try library.names(of: $0).map(\.name) }
        }
        _ = try file(ids[0], [.folder: "Home", .tags: "tax"])
        let before = try all()
        let entered: [FilingEntry.Field: String] = [
            .folder: "Home/Bulk/2026", .tags: "tax, bulk", .type: "Invoice", .correspondent: "City",
        ]
        let one = try #require(try file(ids[0], entered))
        #expect(try all().count == before.count + 5)
        #expect(try library.undo(one, at: .now).isEmpty)
        #expect(try all() == before)
        // For many documents, and from the history of one without later changes.
        let group = try GroupFiling([.folder: "Work/New", .addedTags: "bulk"])
        #expect(try library.undo(try #require(try library.file(ids, group, at: .now)), at: .now).isEmpty)
        #expect(try all() == before)
        _ = try file(ids[1], entered)
        let history = try #require(try library.history(of: ids[1]).first { $0.undo != nil }?.undo)
        #expect(try library.undo(history, at: .now).isEmpty && all() == before)
        // Somebody uses some of them in between, and has renamed another one.
        let many = try #require(try library.file(ids, group, at: .now))
        let third = try add()
        _ = try file(third, [.folder: "Work/New"])
        let tag = try #require(try library.names(of: .tag).first { $0.name == "bulk" })
        _ = try library.rename(tag.id, of: .tag, to: "mine", at: .now)
        #expect(try library.undo(many, at: .now).isEmpty)
        #expect(try Set(all()) == Set(before + ["Work", "Work / New", "mine"]))
    }

    @Test("Who edits an older state is told so, and changes nothing")
    func versions() throws {
        let id = try add()
        let version = try library.document(id).version
        _ = try file(id, [.title: "One"], version: version)
        #expect(throws: StoreError.changedMeanwhile(id)) { try file(id, [.title: "Two"], version: version) }
        #expect(try library.document(id).title == "One")
        _ = try file(id, [.title: "Two"], version: version + 1)
        #expect(try library.document(id).title == "Two")
    }

    private func group(_ entered: [GroupFiling.Field: String]) throws -> GroupFiling { try GroupFiling(entered) }

    @Test("LR-14: documents are filed alike, all or none, and what each had comes back by one undo")
    func groups() throws {
        let ids = try ["a", "b", "c"].map { try add($0) }
        _ = try file(ids[1], [.tags: "old, home", .folder: "Work", .type: "Letter"])
        let before = try ids.map { try library.filing(of: $0) }
        let change = try group([
            .folder: "Home/Bills", .addedTags: "tax", .removedTags: "old, none", .state: "reviewed",
        ])
        let events = try #require(try library.file(ids, change, at: .now))
        let names = try library.listNames()
        let own = try library.tags(of: ids)
        #expect(
            own.mapValues { set in names.tags.filter { set.contains($0.id) }.map(\.text) }
                == [ids[0]: ["tax"], ids[1]: ["home", "tax"], ids[2]: ["tax"]])
        #expect(try ids.map { try library.document($0).state } == [.reviewed, .reviewed, .reviewed])
        // Empty fields are kept.
        #expect(try library.filing(of: ids[1]).type == before[1].type && before[1].type != nil)
        #expect(try library.undo(events, at: .now).isEmpty)
        #expect(try ids.map { try library.filing(of: $0) } == before)
        // If one does not exist, none is changed.
        #expect(throws: StoreError.unknownDocument(99)) { try library.file(ids + [99], change, at: .now) }
        #expect(try ids.map { try library.filing(of: $0) } == before)
        // A slash removes documents from their folders.
        _ = try library.file(ids, try group([.folder: "/"]), at: .now)
        #expect(try library.document(ids[1]).folder == nil)
    }

    @Test("LR-14: merged documents are one, with the pages in their order; undone, each has its own again")
    func merges() throws {
        func add(_ title: String, _ pictures: [UInt8]) throws -> Int64 {
            let size = try PixelSize(width: 4, height: 3)
            let pages = pictures.map { NewDocument.Page(picture: [$0], size: size, quad: nil) }
            return try library.add(NewDocument(title: title, captured: .now, pages: pages))
        }
        let ids = [try add("first", [1, 2]), try add("second", [3]), try add("third", [4, 5])]
        let pages = try ids.map { try library.pages(of: $0) }
        let calendar = Calendar(identifier: .gregorian)
        let events = try #require(try library.merge([ids[2], ids[0], ids[1]], at: .now))
        #expect(try library.pages(of: ids[2]) == pages[2] + pages[0] + pages[1])
        #expect(try library.documents(ListQuery(), limit: 9, calendar: calendar).documents.map(\.id) == [ids[2]])
        #expect(try library.document(ids[2]).pages == 5)
        #expect(try library.merge([ids[2], ids[0], ids[1]], at: .now) == nil)
        var trash = ListQuery()
        trash.filter.isTrash = true
        #expect(try library.count(trash, calendar: calendar) == 0 && library.isTrashEmpty())
        #expect(try library.undo(events, at: .now).isEmpty)
        #expect(try ids.map { try library.pages(of: $0) } == pages)
        #expect(try library.count(ListQuery(), calendar: calendar) == 3)
        #expect(throws: StoreError.unknownDocument(99)) { try library.merge([ids[0], 99], at: .now) }
        #expect(throws: StoreError.unknownDocument(99)) { try library.merge([99, ids[0]], at: .now) }
        #expect(try ids.map { try library.pages(of: $0) } == pages)
    }

    @Test(
        "LR-14: one that others are merged into gets their tags and what it does not say itself; its history undoes all of it"
    )
    func mergesFilings() throws {
        let ids = try ["first", "second", "third"].map { try add($0) }
        let day = try #require(Day("2026-03-01")), later = try #require(Day("2030-01-01"))
        func file(_ id: Int64, _ change: @escaping @Sendable (inout DocumentFiling) -> Void) throws {
            _ = try library.file([id], by: 1, at: .now, change)
        }
        let tags = try ["paid", "car"].map { try library.name($0, of: .tag) }
        let gas = try library.name("Gas", of: .correspondent), bank = try library.name("Bank", of: .correspondent)
        try file(ids[0]) { ($0.correspondent, $0.retained) = (gas, day) }
        try file(ids[1]) { ($0.tags, $0.correspondent, $0.date, $0.retained) = ([tags[0]], bank, day, later) }
        try file(ids[2]) { ($0.tags, $0.due) = (Set(tags), later) }
        let before = try ids.map { try library.filing(of: $0) }
        _ = try library.merge(ids, at: .now)
        let merged = try library.filing(of: ids[0])
        #expect(merged.title == "first" && merged.correspondent == gas && merged.tags == Set(tags))
        #expect(merged.date == day && merged.due == later && merged.retained == later)
        let history = try library.history(of: ids[0])
        let mergings = history.filter { if case .merged = $0.event { true } else { false } }
        #expect(mergings.map(\.event) == [.merged("third", pages: 1), .merged("second", pages: 1)])
        #expect(mergings[0].undo == mergings[1].undo)
        #expect(try library.undo(try #require(mergings[0].undo), at: .now).isEmpty)
        #expect(try ids.map { try library.filing(of: $0) } == before)
        #expect(try ids.map { try library.document($0).pages } == [1, 1, 1])
        // What is undone is not offered again.
        let undone = try library.history(of: ids[0]).filter { if case .merged = $0.event { true } else { false } }
        #expect(undone.count == 2 && undone.allSatisfy { $0.undo == nil })
        // Files of removed attachments are not kept forever.
        let afterwards = try library.history(of: ids[0], at: .now + Library.trashMemory)
        #expect(afterwards.allSatisfy { $0.undo == nil })
    }

    @Test("Events of several changes, and those that nothing undoes, are not undone")
    func foreignEvents() throws {
        let ids = try ["a", "b"].map { try add($0) }
        let first = try #require(try library.trash([ids[0]], at: Date(timeIntervalSince1970: 1)))
        let second = try #require(try library.trash([ids[1]], at: Date(timeIntervalSince1970: 2)))
        let both = try #require(EventRange("\(first.first)-\(second.last)"))
        #expect(throws: StoreError.unknownEvent(first.first)) { try library.undo(both, at: .now) }
        #expect(throws: StoreError.unknownEvent(999)) { try library.undo(EventRange(999), at: .now) }
        for text in ["", "-", "2-1", "0-1", "1-2-3", "x", "-1"] { #expect(EventRange(text) == nil, "\(text)") }
        #expect(EventRange("7") == EventRange(7) && EventRange("7-9")?.description == "7-9")
    }

    @Test("A number on the paper is one document's")
    func serials() throws {
        let (first, second) = (try add(), try add())
        _ = try file(first, [.serial: "7"])
        #expect(throws: StoreError.nameInUse("7")) { try file(second, [.serial: "7", .title: "x"]) }
        #expect(try library.document(second).title == "Letter")
        _ = try file(first, [.serial: ""])
        _ = try file(second, [.serial: "7"])
        #expect(try library.document(second).serial == 7)
    }

    @Test("HI-6: folders form a tree: none is moved into itself or what is in it")
    func folders() throws {
        let home = try library.addFolder("Home", in: nil)
        let bills = try library.addFolder("Bills", in: home)
        let year = try library.addFolder("2026", in: bills)
        for place in [home, bills, year] {
            #expect(throws: StoreError.folderInItself("Home")) {
                try library.changeFolder(home, name: "Home", parent: place, at: .now)
            }
        }
        #expect(throws: StoreError.nameInUse("bills")) { try library.addFolder("bills", in: home) }
        let id = try add()
        _ = try file(id, [.folder: "Home/Bills"])
        // The content of a removed folder moves to its parent.
        _ = try library.removeFolder(bills, at: .now)
        #expect(try library.document(id).folder == home)
        #expect(try library.folderTree().nodes.map(\.path) == ["Home", "Home / 2026"])
    }

    @Test("HI-6: a folder that was removed comes back with what lay in it, but for what has gone elsewhere since")
    func undoOfARemoval() throws {
        let home = try library.addFolder("Home", in: nil)
        let bills = try library.addFolder("Bills", in: home)
        // It has the same name as the folder that it moves to.
        let inner = try library.addFolder("Bills", in: bills)
        let year = try library.addFolder("2026", in: inner)
        let (stays, goes, trashed) = (try add(), try add(), try add())
        for id in [stays, goes, trashed] { _ = try file(id, [.folder: "Home/Bills"]) }
        _ = try library.trash([trashed], at: .now)
        let event = try library.removeFolder(bills, at: .now)
        #expect(try library.folderTree().nodes.map(\.path) == ["Home", "Home / Bills", "Home / Bills / 2026"])
        _ = try file(goes, [.folder: ""])
        #expect(try library.undo(EventRange(event), at: .now) == [goes])
        #expect(
            try library.folderTree().nodes.map(\.path)
                == ["Home", "Home / Bills", "Home / Bills / Bills", "Home / Bills / Bills / 2026"])
        #expect(try library.folderTree().trail(to: year).map(\.folder.id) == [home, bills, inner, year])
        #expect(try [stays, trashed].map { try library.document($0).folder } == [bills, bills])
        #expect(try library.document(goes).folder == nil)
        // It is already restored: there is nothing more to undo.
        #expect(throws: StoreError.changedSince("Bills")) { try library.undo(EventRange(event), at: .now) }
    }

    @Test("HI-6: without the folder around it a folder comes back at the top; not if its name is used by another one")
    func undoOfARemovalElsewhere() throws {
        let home = try library.addFolder("Home", in: nil)
        let bills = try library.addFolder("Bills", in: home)
        let id = try add()
        _ = try file(id, [.folder: "Home/Bills"])
        let (inner, outer) = (try library.removeFolder(bills, at: .now), try library.removeFolder(home, at: .now))
        #expect(try library.document(id).folder == nil)
        let other = try library.addFolder("bills", in: nil)
        #expect(throws: StoreError.nameInUse("Bills")) { try library.undo(EventRange(inner), at: .now) }
        _ = try library.changeFolder(other, name: "Rent", parent: nil, at: .now)
        // The document was moved on from the parent folder when that was removed.
        #expect(try library.undo(EventRange(inner), at: .now) == [id])
        #expect(try library.undo(EventRange(outer), at: .now).isEmpty)
        #expect(try library.document(id).folder == home)
        #expect(try library.folderTree().nodes.map(\.path) == ["Bills", "Home", "Rent"])
    }

    @Test("HI-6: a folder that was renamed and moved goes back, unless somebody has changed it since")
    func undoOfAFolderChange() throws {
        let (home, work) = (try library.addFolder("Home", in: nil), try library.addFolder("Work", in: nil))
        let first = try #require(try library.changeFolder(home, name: "Flat", parent: work, at: .now))
        #expect(try library.changeFolder(home, name: "Flat", parent: work, at: .now) == nil)
        #expect(try library.undo(EventRange(first), at: .now).isEmpty)
        #expect(try library.folderTree().nodes.map(\.path) == ["Home", "Work"])
        let second = try #require(try library.changeFolder(home, name: "Flat", parent: nil, at: .now))
        _ = try library.changeFolder(home, name: "House", parent: nil, at: .now)
        #expect(throws: StoreError.changedSince("Home")) { try library.undo(EventRange(second), at: .now) }
    }

    @Test("The trash keeps documents for thirty days, and what is in it is found nowhere else")
    func trash() throws {
        let (first, second) = (try add("Gas bill"), try add("Rent"))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(try library.isTrashEmpty())
        #expect(try library.trash([first, first, 99], at: now) != nil)
        #expect(try !library.isTrashEmpty() && library.documentCount() == 1)
        var query = ListQuery()
        query.search("gas")
        let calendar = Calendar(identifier: .gregorian)
        #expect(try library.count(query, calendar: calendar) == 0)
        query.filter.isTrash = true
        #expect(try library.documents(query, limit: 9, calendar: calendar).documents.map(\.id) == [first])
        try library.emptyTrash(at: now + Library.trashMemory)
        #expect(try library.restore([first], at: now) != nil)
        #expect(try library.restore([first], at: now) == nil)
        _ = try library.trash([first], at: now)
        try library.emptyTrash(at: now + Library.trashMemory + 1)
        #expect(throws: StoreError.unknownDocument(first)) { try library.document(first) }
        #expect(try library.document(second).trashed == nil)
        #expect(try library.events(of: first).map(\.kind).contains(.trashed))
    }
}
