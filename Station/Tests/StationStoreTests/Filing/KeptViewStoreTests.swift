import Foundation
import GRDB
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct KeptViewStoreTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let other: Int64

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        other = try DatabaseQueue(path: folder.path("library/library.sqlite")).write { database in
            try database.execute(sql: "INSERT INTO person (name) VALUES ('Ada')")
            return database.lastInsertedRowID
        }
    }

    private func query(_ text: String) throws -> ListQuery { try ListQuery(addressText: text) }

    @Test("SO-8: what a view is kept for reads the same; each person has their own, in the order of their names")
    func kept() throws {
        let queries = try [
            "q=%22gas%20bill%22%20-paid&sort=-date,title&group=month", "tag=3,9&pages=2..&trash=yes", "",
        ]
        .map(query)
        for (name, query) in zip(["Bill 10", "bill 9", "Ähnliche"], queries) {
            _ = try library.addView(name, query, at: .now)
        }
        let kept = try library.views()
        #expect(kept.map(\.name) == ["Ähnliche", "bill 9", "Bill 10"])
        #expect(kept.map(\.query) == [queries[2], queries[1], queries[0]])
        #expect(throws: StoreError.nameInUse("BILL 9")) { try library.addView("BILL 9", ListQuery(), at: .now) }
        #expect(try library.views(of: other).isEmpty)
        _ = try library.addView("bill 9", ListQuery(), by: other, at: .now)
        let view = try #require(kept.first)
        for person in [other, 99] {
            #expect(throws: StoreError.unknownView(view.id)) {
                try library.changeView(view.id, name: "x", by: person, at: .now)
            }
            #expect(throws: StoreError.unknownView(view.id)) {
                try library.removeView(view.id, by: person, at: .now)
            }
        }
    }

    @Test("The library opens with one view at most; the choice of another one is undone to the one before")
    func usual() throws {
        let first = try library.addView("First", ListQuery(), isUsual: true, at: .now)
        let second = try library.addView("Second", ListQuery(), at: .now)
        _ = try library.addView("Theirs", ListQuery(), isUsual: true, by: other, at: .now)
        func usual() throws -> [Int64] { try library.views().filter(\.isUsual).map(\.id) }
        let event = try #require(try library.changeView(second.view, isUsual: true, at: .now))
        #expect(try usual() == [second.view])
        #expect(try library.undo(EventRange(event), at: .now).isEmpty)
        #expect(try usual() == [first.view])
        #expect(try library.views(of: other).filter(\.isUsual).count == 1)
        // A restored view does not override a later choice of the default.
        let removal = try library.removeView(first.view, at: .now)
        _ = try library.changeView(second.view, isUsual: true, at: .now)
        _ = try library.undo(EventRange(removal), at: .now)
        #expect(try usual() == [second.view] && library.views().map(\.id) == [first.view, second.view])
    }

    @Test("Adding, renaming and removing a view is undone by its person alone, unless it has changed since")
    func undo() throws {
        let (view, added) = try library.addView("Unpaid", query("state=inbox"), at: .now)
        let renamed = try #require(try library.changeView(view, name: "Open", at: .now))
        #expect(try library.changeView(view, name: "Open", at: .now) == nil)
        #expect(throws: StoreError.unknownEvent(renamed)) {
            try library.undo(EventRange(renamed), by: other, at: .now)
        }
        #expect(throws: StoreError.changedSince("Unpaid")) { try library.undo(EventRange(added), at: .now) }
        _ = try library.undo(EventRange(renamed), at: .now)
        #expect(try library.views().map(\.name) == ["Unpaid"])
        let removed = try library.removeView(view, at: .now)
        #expect(try library.views().isEmpty)
        _ = try library.undo(EventRange(removed), at: .now)
        #expect(try library.views() == [KeptView(id: view, name: "Unpaid", query: try query("state=inbox"))])
        _ = try library.undo(EventRange(added), at: .now)
        #expect(try library.views().isEmpty)
        // Its number is not reused.
        #expect(try library.addView("Next", ListQuery(), at: .now).view > view)
    }

    @Test("A view that this version does not understand is left out, and stays")
    func unreadable() throws {
        try DatabaseQueue(path: folder.path("library/library.sqlite")).write { database in
            try database.execute(sql: "INSERT INTO kept_view (person, name, query) VALUES (1, 'Later', 'pages=x')")
        }
        #expect(try library.views().isEmpty)
    }
}
