import Foundation
import GRDB
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct TextStoreTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func add(_ title: String = "Letter", pages: Int = 1, at time: Double = 0) throws -> Int64 {
        let pages = try (0..<pages).map { number in
            NewDocument.Page(
                picture: Array("\(title) \(time) \(number)".utf8), size: try PixelSize(width: 40, height: 30), quad: nil
            )
        }
        return try library.add(NewDocument(title: title, captured: Date(timeIntervalSince1970: time), pages: pages))
    }

    private func stored(_ text: String) throws -> StoredText {
        let words = text.split(separator: " ").enumerated().map { index, word in
            let left = Double(100 * index)
            return PageText.Word(
                text: String(word), box: PageText.Box(left: left, top: 10, right: left + 90, bottom: 30),
                confidence: 0.9,
                language: "eng")
        }
        let box = PageText.Box(left: 0, top: 10, right: 900, bottom: 30)
        let line = PageText.Line(
            box: box, baseline: PageText.Baseline(start: Point2D(x: 0, y: 26), end: Point2D(x: 900, y: 26)),
            direction: .leftToRight, startsParagraph: true, words: words)
        return StoredText(
            PageText(
                size: try PixelSize(width: 1000, height: 800),
                blocks: words.isEmpty ? [] : [PageText.Block(box: box, lines: [line])]),
            dotsPerInch: 300)
    }

    private func read(_ text: String) throws {
        let page = try #require(try library.nextUnreadPage())
        #expect(try library.store(try stored(text), of: page, languages: "eng", at: .now))
    }

    private func found(_ text: String) throws -> [Int64] {
        var query = ListQuery()
        query.search(text)
        return try library.documents(query, limit: 10, calendar: Calendar(identifier: .gregorian)).documents.map(\.id)
    }

    @Test("TX-1, TX-6: 500 pages are read once each, the newest document first and in the order of its pages")
    func order() throws {
        var random = SeededGenerator(seed: 500)
        var times = (0..<100).map(Double.init)
        times.shuffle(using: &random)
        let documents = try times.map { time in (id: try add(pages: 5, at: time), time) }
        #expect(try library.unreadPageCount() == 500)
        var read: [Int64] = []
        while let page = try library.nextUnreadPage() {
            #expect(page.position == read.count % 5)
            read.append(page.document)
            try library.store(try stored("word"), of: page, languages: "eng", at: .now)
        }
        #expect(read == documents.sorted(by: { $0.1 > $1.1 }).flatMap { Array(repeating: $0.id, count: 5) })
        #expect(try library.unreadPageCount() == 0)
    }

    @Test("TX-10: what a person waits for comes first")
    func whatIsAskedForComesFirst() throws {
        let (old, new) = (try add(at: 1), try add(at: 2))
        #expect(try library.nextUnreadPage()?.document == new)
        #expect(try library.nextUnreadPage(asked: [old])?.document == old)
    }

    @Test(
        "TX-5: a page that is turned, cropped, made flat or replaced is read again, and a text that comes late is dropped"
    )
    func changedPagesAreReadAgain() throws {
        let id = try add(pages: 2)
        try read("first")
        try read("second")
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        let original = String(repeating: "ab", count: 32)
        for change in [
            "rotation = 90", "corners = '[0,0,9,0,9,9,0,9]'", "original = '\(original)'", "flattening = 'automatic'",
        ] {
            try database.write {
                try $0.execute(sql: "UPDATE page SET \(change) WHERE document = ? AND position = 1", arguments: [id])
            }
            #expect(try library.readings(of: id).map(\.state) == [.read, .waiting])
            #expect(try library.text(of: 1, in: id) == nil)
            let page = try #require(try library.nextUnreadPage())
            #expect(page.position == 1)
            // It is changed again while being read.
            try database.write {
                try $0.execute(
                    sql: "UPDATE page SET rotation = (rotation + 90) % 360 WHERE document = ? AND position = 1",
                    arguments: [id])
            }
            #expect(try !library.store(try stored("late"), of: page, languages: "eng", at: .now))
            #expect(try library.text(of: 1, in: id) == nil)
            try read("again")
        }
        // A filter changes the appearance of a page, not its text.
        try database.write {
            try $0.execute(sql: "UPDATE page SET filter = 'photo' WHERE document = ?", arguments: [id])
        }
        #expect(try library.readings(of: id).map(\.state) == [.read, .read])
    }

    @Test("TX-5: a deleted document takes its texts along, also one that is being read")
    func deletedDocuments() throws {
        let (kept, deleted) = (try add(at: 1), try add(pages: 2, at: 2))
        try read("secret")
        let page = try #require(try library.nextUnreadPage())
        #expect(try found("secret") == [deleted])
        try library.delete(deleted)
        #expect(try !library.store(try stored("secret"), of: page, languages: "eng", at: .now))
        try library.noteFailure(of: page, reason: "it is gone", isSetAside: true)
        #expect(try found("secret") == [])
        #expect(try library.nextUnreadPage()?.document == kept)
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        let rows = try database.read {
            try Int.fetchOne($0, sql: "SELECT (SELECT count(*) FROM page_text) + (SELECT count(*) FROM page_reading)")
        }
        #expect(rows == 1)
    }

    @Test("TX-3: a page that was set aside is read again when a person asks")
    func setAside() throws {
        let id = try add(pages: 2)
        let page = try #require(try library.nextUnreadPage())
        try library.noteFailure(of: page, reason: "it is damaged", isSetAside: false)
        #expect(try library.nextUnreadPage()?.failures == 1)
        try library.noteFailure(of: page, reason: "it is damaged", isSetAside: true)
        #expect(try library.nextUnreadPage()?.position == 1)
        #expect(try library.readings(of: id)[0] == PageReading(state: .aside, reason: "it is damaged"))
        try library.readAgain(id)
        let again = try #require(try library.nextUnreadPage())
        #expect(again.position == 0 && again.failures == 0)
    }

    @Test(
        "TX-13: documents are found by the beginnings of their words, whatever their case and accents, those with the word in the title first"
    )
    func find() throws {
        let (letter, bill) = (try add("Letter", at: 2), try add("Rechnung", at: 1))
        try read("Die rechnung über GÄSTE")
        try read("nothing of it")
        #expect(try found("RECHN") == [bill, letter] || found("RECHN") == [letter, bill])
        #expect(try found("gaste") == [letter] && found("Uber rech") == [letter])
        #expect(try found("chnung") == [])
        #expect(try found("rechnung nothing") == [bill])
        #expect(try library.document(letter).id == letter)
    }

    @Test("TX-13, SE-7: ß is also ss", arguments: ["grosse", "größe", "GROSSE", "gros", "\"grösse\""])
    func joinedLetters(_ search: String) throws {
        let (sharp, swiss) = (try add("Größe", at: 2), try add("Grösse", at: 1))
        _ = try add("Gruß", at: 3)
        #expect(try Set(found(search)) == [sharp, swiss])
        #expect(try found("gruss -grosse").count == 1 && found("größe -grosse") == [])
    }

    @Test("TX-13: the lines in which the words stand are told with their page and place")
    func passages() throws {
        let id = try add(pages: 2)
        try read("nothing here")
        try read("Die Rechnung: über Gäste")
        let found = try library.passages(of: SearchWords("gast \"rechnung\""), in: id)
        #expect(found.map(\.position) == [1])
        #expect(found.first?.words.map(\.isFound) == [false, true, false, true])
        #expect(found.first?.hit == 1)
        #expect(try library.hits(of: SearchWords("gast"), in: id).mapValues(\.hits.count) == [0: 0, 1: 1])
        #expect(found.first?.words[1].box == PageText.Box(left: 100, top: 10, right: 190, bottom: 30))
        #expect(try library.passages(of: SearchWords("-rechnung"), in: id).isEmpty)
    }

    @Test("TX-13: a long document is found by each of its pages, once the last one is read")
    func longDocument() throws {
        let id = try add(pages: 7)
        for number in 0..<7 { try read("page\(number)") }
        for number in 0..<7 { #expect(try found("page\(number)") == [id]) }
        var query = ListQuery()
        query.filter.hasText = true
        #expect(try library.count(query, calendar: Calendar(identifier: .gregorian)) == 1)
    }

    @Test("TX-6: the pages of a library from before wait to be read")
    func libraryFromBefore() throws {
        let id = try add(pages: 3)
        let path = folder.path("library/library.sqlite")
        let database = try DatabaseQueue(path: path)
        try database.write { database in
            let triggers = [
                "page_unread", "page_removed", "page_moved", "page_changed", "page_read", "page_text_added",
                "document_read",
            ]
            for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger)") }
            try database.execute(
                sql: """
                    DROP INDEX document_unread;
                    ALTER TABLE document DROP COLUMN unread;
                    DROP TABLE page_reading;
                    DELETE FROM grdb_migrations WHERE identifier = 'texts';
                    """)
        }
        try database.close()
        let updated = try Library(folder: folder.path("library"))
        #expect(try updated.unreadPageCount() == 3)
        #expect(try updated.nextUnreadPage()?.document == id)
    }
}
