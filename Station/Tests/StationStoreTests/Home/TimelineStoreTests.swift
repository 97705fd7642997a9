import FoundationEssentials
import GRDB
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct TimelineStoreTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let calendar: Calendar
    /// 2026-11-25 at noon in the time zone.
    private static let now = Date(timeIntervalSince1970: 1_795_604_400)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        self.calendar = calendar
    }

    private func add(_ title: String, days: Double, due: String? = nil, retained: String? = nil) throws -> Int64 {
        let page = NewDocument.Page(
            picture: Array("\(title)\(days)".utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
        let captured = Self.now + days * 86_400
        let id = try library.add(NewDocument(title: title, captured: captured, pages: [page]))
        _ = try library.file([id], by: 1, at: captured + 60) {
            $0.due = due.flatMap { Day($0) }
            $0.retained = retained.flatMap { Day($0) }
        }
        return id
    }

    private func kinds(_ part: Library.TimelinePart) -> [String] {
        part.entries.map { "\($0.kind.rawValue) \($0.title)" }
    }

    private func around(_ query: TimelineQuery = TimelineQuery(), of document: Int64? = nil, limit: Int = 50) throws
        -> Library.TimelinePart
    {
        try library.timeline(query, of: document, around: Self.now, limit: limit, calendar: calendar)
    }

    @Test("TL-2: what happened and what is to come stands in the order of time, whatever it comes from")
    func order() throws {
        let rent = try add("Rent", days: -3, due: "2026-11-30", retained: "2030-12-31")
        let bill = try add("Bill", days: -1, due: "2026-11-24")
        _ = try library.file([rent], by: 1, at: Self.now - 3600) { $0.state = .reviewed }
        try library.noteExport(of: [bill], at: Self.now - 1800)
        let part = try around()
        #expect(
            kinds(part) == [
                "added Rent", "changed Rent", "added Bill", "changed Bill", "due Bill", "reviewed Rent",
                "exported Bill", "due Rent", "retained Rent",
            ])
        #expect(part.earlier == nil && part.later == nil)
        #expect(part.entries.first { $0.kind == .reviewed }?.state == .reviewed)
        #expect(part.entries.first { $0.kind == .changed && $0.title == "Bill" }?.detail == "Changed: Due Date")
        #expect(kinds(try around(of: bill)) == ["added Bill", "changed Bill", "due Bill", "exported Bill"])
    }

    @Test("What is due today comes next, however much has happened today")
    func dueToday() throws {
        for index in 0..<5 { _ = try add("Letter \(index)", days: -Double(index) / 100) }
        _ = try add("Rent", days: -9, due: "2026-11-25")
        _ = try add("Bill", days: -9, due: "2026-11-26")
        let part = try around(limit: 2)
        #expect(kinds(part).suffix(2) == ["due Rent", "due Bill"] && part.entries.count == 4)
    }

    @Test("TL-14: a timeline is filtered by kinds and searched by words")
    func filters() throws {
        _ = try add("Rent", days: -3, due: "2026-11-30")
        let bill = try add("Bill", days: -1, due: "2026-11-24")
        var query = TimelineQuery()
        query.kinds = [.due]
        #expect(kinds(try around(query)) == ["due Bill", "due Rent"])
        query.search("bil")
        #expect(kinds(try around(query)) == ["due Bill"])
        query.kinds = []
        #expect(kinds(try around(query)) == ["added Bill", "changed Bill", "due Bill"])
        query.search("~")
        #expect(try around(query).entries.isEmpty)
        #expect(try library.timelineCount(query, limit: 9, calendar: calendar, now: Self.now) == 0)
        // Documents in the trash only have their own timeline, except for their events.
        _ = try library.trash([bill], by: 1, at: Self.now - 60)
        query = TimelineQuery()
        query.kinds = [.added, .due, .deleted]
        #expect(kinds(try around(query)) == ["added Rent", "deleted Bill", "due Rent"])
        #expect(kinds(try around(query, of: bill)) == ["added Bill", "due Bill", "deleted Bill"])
    }

    @Test("TL-2: part by part a timeline has the same entries as at once, each of them once", arguments: [1, 2, 7])
    func parts(limit: Int) throws {
        for index in 0..<12 {
            let due = index.isMultiple(of: 3) ? "2026-11-\(20 + index)" : nil
            // Several at the same time.
            _ = try add("Document \(index)", days: Double(-(index / 3)), due: due)
        }
        let whole = try around(limit: 500)
        #expect(
            try library.timelineCount(TimelineQuery(), limit: 500, calendar: calendar, now: Self.now)
                == whole.entries.count)
        #expect(try library.timelineCount(TimelineQuery(), limit: 5, calendar: calendar, now: Self.now) == 5)
        var part = try around(limit: limit)
        var (entries, earlier, later) = (part.entries, part.earlier, part.later)
        while let position = earlier {
            let again = try #require(TimelinePosition(position.text))
            part = try library.timeline(
                TimelineQuery(), before: again, limit: limit, calendar: calendar, now: Self.now)
            entries = part.entries + entries
            earlier = part.earlier
        }
        while let position = later {
            part = try library.timeline(
                TimelineQuery(), after: position, limit: limit, calendar: calendar, now: Self.now)
            entries += part.entries
            later = part.later
        }
        #expect(entries == whole.entries)
    }

    @Test("TL-14: what is searched for is found whether few documents have the word or many")
    func frequentWords() throws {
        let many = 1005
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try database.write {
            try $0.execute(
                sql: """
                    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(many))
                    INSERT INTO document (title, captured, changed)
                        SELECT iif(n % 100 = 0, 'Rare letter', 'Letter'), '2026-11-24 10:00:00.000', '2026-11-24' FROM number;
                    INSERT INTO document_words (rowid, title) SELECT id, title FROM document;
                    """)
        }
        var query = TimelineQuery()
        query.kinds = [.added]
        for (text, found) in [("letter", many), ("rare", 10), ("letter -rare", many - 10), ("letters", 0)] {
            query.search(text)
            #expect(try around(query, limit: 2000).entries.count == found, "\(text)")
            #expect(
                try library.timelineCount(query, limit: 2000, calendar: calendar, now: Self.now) == found, "\(text)")
        }
    }

    @Test(
        "What is no position is none",
        arguments: ["", "x", "2026-11-25~added", "2026-11-25~added~x", "'; DROP~added~1", "2026-11-25_10:00~Ad~1"])
    func positions(text: String) { #expect(TimelinePosition(text) == nil) }
}
