import Foundation
import RectoCore
import StationRules
import StationStore
import Testing
import TestSupport

@Suite struct SidebarStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func library() throws -> Library { try Library(folder: folder.path("library")) }

    private func add(_ title: String, to library: Library) throws -> Int64 {
        let size = try PixelSize(width: 40, height: 30)
        return try library.add(
            NewDocument(
                title: title, captured: Date(timeIntervalSince1970: 1_800_000_000),
                pages: [NewDocument.Page(picture: Array(title.utf8), size: size, quad: nil)]))
    }

    @Test("SB-14, SB-15: order, hidden places and collapsed groups survive a restart")
    func theArrangementSurvivesARestart() throws {
        let places = ["scan", "library"].map { SidebarRecord.PlaceRecord(name: $0, hidden: $0 == "scan") }
        try library().arrangePlaces(places)
        try library().setCollapsed(true, group: "pinned")
        try library().setCollapsed(true, group: "pinned")
        let record = try library().sidebar()
        #expect(record.places == places)
        #expect(record.collapsed == ["pinned"])
        try library().setCollapsed(false, group: "pinned")
        #expect(try library().sidebar().collapsed.isEmpty)
    }

    @Test("SB-17: pinned documents keep their order, and go with the document")
    func pinnedDocumentsKeepTheirOrder() throws {
        let library = try library()
        let ids = try ["a", "b", "c"].map { try add($0, to: library) }
        for id in ids + [ids[0]] { try library.pin(id, maximum: 3) }
        #expect(try library.sidebar().pins.map(\.title) == ["a", "b", "c"])
        try library.arrangePins([(ids[2], false), (ids[0], true), (ids[1], false), (99, false)])
        #expect(try self.library().sidebar().pins.map(\.title) == ["c", "a", "b"])
        #expect(try library.pinnedDocuments().map(\.title) == ["c", "a", "b"])
        #expect(try library.pinnedDocuments(isHiddenToo: false).map(\.title) == ["c", "b"])
        #expect(try library.pinnedDocuments().map(\.pages) == [1, 1, 1])
        _ = try library.file(ids[2], try FilingEntry([.title: "d"]), at: .now)
        try library.delete(ids[1])
        #expect(try library.sidebar().pins.map(\.title) == ["d", "a"])
        try library.unpin(ids[0])
        #expect(try !library.isPinned(ids[0]) && library.isPinned(ids[2]))
    }

    @Test("SB-17: no more documents are pinned than may be, and none that is not there")
    func pinsHaveALimit() throws {
        let library = try library()
        let ids = try ["a", "b"].map { try add($0, to: library) }
        try library.pin(ids[0], maximum: 1)
        #expect(throws: StoreError.tooManyPins(maximum: 1)) { try library.pin(ids[1], maximum: 1) }
        // A pinned document stays pinned.
        try library.pin(ids[0], maximum: 1)
        #expect(throws: StoreError.unknownDocument(99)) { try library.pin(99, maximum: 9) }
        #expect(try library.sidebar().pins.map(\.document) == [ids[0]])
    }

    @Test func theLibraryTellsHowMuchItHolds() throws {
        let library = try library()
        _ = try add("a", to: library)
        let record = try library.sidebar()
        #expect((record.documents, record.scenes, record.devices) == (1, 0, 0))
        let stored = try library.storedFiles()
        #expect(stored.files >= 2 && stored.bytes > 1000)
        #expect(try library.databaseVersion().hasPrefix("3."))
    }
}
