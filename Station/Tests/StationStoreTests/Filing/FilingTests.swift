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

    private func file(_ id: Int64, _ entered: [FilingEntry.Field: String], version: Int? = nil) throws -> Int64? {
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

    @Test("CE-14: a change is undone from its event, but for what somebody has changed since")
    func undo() throws {
        let id = try add("Letter")
        let before = try library.filing(of: id)
        let event = try #require(try file(id, [.title: "Rent", .folder: "Home", .tags: "tax"]))
        #expect(try library.undo([event], at: .now).isEmpty)
        #expect(try library.filing(of: id) == before)
        let again = try #require(try file(id, [.title: "Rent", .tags: "tax"]))
        _ = try file(id, [.title: "Rent 2026"])
        #expect(try library.undo([again], at: .now) == [id])
        let after = try library.filing(of: id)
        #expect(after.title == "Rent 2026" && after.tags.isEmpty)
        // Nothing that changes nothing is an event.
        #expect(try file(id, [.title: "Rent 2026"]) == nil)
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
                try library.changeFolder(home, name: "Home", parent: place)
            }
        }
        #expect(throws: StoreError.nameInUse("bills")) { try library.addFolder("bills", in: home) }
        let id = try add()
        _ = try file(id, [.folder: "Home/Bills"])
        // What lies in a folder that is removed goes to the one around it.
        try library.removeFolder(bills)
        #expect(try library.document(id).folder == home)
        #expect(try library.folderTree().nodes.map(\.path) == ["Home", "Home / 2026"])
    }

    @Test("The trash keeps documents for thirty days, and what is in it is found nowhere else")
    func trash() throws {
        let (first, second) = (try add("Gas bill"), try add("Rent"))
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(try library.isTrashEmpty())
        #expect(try library.trash([first, first, 99], at: now) == [first])
        #expect(try !library.isTrashEmpty() && library.documentCount() == 1)
        var query = ListQuery()
        query.search("gas")
        let calendar = Calendar(identifier: .gregorian)
        #expect(try library.count(query, calendar: calendar) == 0)
        query.filter.isTrash = true
        #expect(try library.documents(query, limit: 9, calendar: calendar).documents.map(\.id) == [first])
        try library.emptyTrash(at: now + Library.trashMemory)
        #expect(try library.restore([first], at: now) == [first])
        #expect(try library.restore([first], at: now).isEmpty)
        _ = try library.trash([first], at: now)
        try library.emptyTrash(at: now + Library.trashMemory + 1)
        #expect(throws: StoreError.unknownDocument(first)) { try library.document(first) }
        #expect(try library.document(second).trashed == nil)
        #expect(try library.events(of: first).map(\.kind).contains(.trashed))
    }
}
