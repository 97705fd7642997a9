import Foundation
import GRDB
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

/// Lists of random libraries compared with an independent plain implementation of filters and orders.
@Suite struct ListStatementTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let calendar: Calendar

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        self.calendar = calendar
    }

    // MARK: A random library

    private struct Names {
        var folders: [Int64] = []
        var tags: [Int64] = []
        var types: [Int64] = []
        var correspondents: [Int64] = []
        var places: [Int64] = []
    }

    private static let words = ["gas", "Bill", "rent", "Äpfel", "letter 9", "letter 10", "tax"]
    private static let days = ["2025-12-31", "2026-01-01", "2026-06-15", "2026-11-23"].compactMap { Day($0) }

    private func fill(_ count: Int, _ random: inout SeededGenerator) throws -> Names {
        var names = Names()
        for index in 0..<4 {
            // Each inside the previous one, except for the last.
            names.folders.append(try library.addFolder("folder \(index)", in: index == 3 ? nil : names.folders.last))
        }
        names.tags = try ["home", "work", "car"].map { try library.name($0, of: .tag) }
        names.types = try ["invoice", "Contract"].map { try library.name($0, of: .type) }
        names.correspondents = try ["Zoo", "ärztin", "bank"].map { try library.name($0, of: .correspondent) }
        names.places = try ["Shelf", "Box"].map { name in
            try library.addMapObject(
                MapObject(kind: .place, name: name, corners: [GeoPoint(longitude: 1, latitude: 2)].compactMap(\.self)),
                by: 1, at: Date(timeIntervalSince1970: 1_767_200_000)
            ).id
        }
        for _ in 0..<count { try add(names, &random) }
        return names
    }

    private func add(_ names: Names, _ random: inout SeededGenerator) throws {
        let size = try PixelSize(width: 40, height: 30)
        let pages = (1...Int.random(in: 1...4, using: &random)).map { _ in
            NewDocument.Page(picture: [UInt8.random(in: 0...255, using: &random)], size: size, quad: nil)
        }
        let title = [Self.words.randomElement(using: &random) ?? "", Self.words.randomElement(using: &random) ?? ""]
        let captured = Date(
            timeIntervalSince1970: 1_767_200_000 + Double(Int.random(in: 0..<400, using: &random)) * 21_600)
        let id = try library.add(NewDocument(title: title.joined(separator: " "), captured: captured, pages: pages))
        var filing = try library.filing(of: id)
        filing.folder = names.folders.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
        filing.type = names.types.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
        filing.correspondent = names.correspondents.randomElement(using: &random).flatMap {
            Bool.random(using: &random) ? $0 : nil
        }
        filing.place = names.places.randomElement(using: &random).flatMap { Bool.random(using: &random) ? $0 : nil }
        filing.tags = Set(names.tags.filter { _ in Bool.random(using: &random) })
        filing.date = Bool.random(using: &random) ? Self.days.randomElement(using: &random) : nil
        filing.due = Bool.random(using: &random) ? Self.days.randomElement(using: &random) : nil
        filing.state = Bool.random(using: &random) ? .inbox : .reviewed
        let wanted = filing
        _ = try library.file([id], by: 1, at: captured) { $0 = wanted }
        if Int.random(in: 0..<6, using: &random) == 0 { _ = try library.trash([id], by: 1, at: captured) }
    }

    // MARK: The same in plain code

    private struct Entry {
        let record: DocumentRecord
        let filing: DocumentFiling
        let typeName: String
        let correspondentName: String
    }

    private func entries() throws -> [Entry] {
        let names = try [Library.NameKind.type, .correspondent].map { kind in
            Dictionary(uniqueKeysWithValues: try library.names(of: kind).map { ($0.id, $0.name) })
        }
        var all: [Entry] = []
        for isTrash in [false, true] {
            var query = ListQuery()
            query.filter.isTrash = isTrash
            for record in try library.documents(query, limit: 10_000, calendar: calendar).documents {
                let filing = try library.filing(of: record.id)
                all.append(
                    Entry(
                        record: record, filing: filing, typeName: filing.type.flatMap { names[0][$0] } ?? "",
                        correspondentName: filing.correspondent.flatMap { names[1][$0] } ?? ""))
            }
        }
        return all
    }

    private func parents() throws -> [Int64: Int64?] {
        Dictionary(uniqueKeysWithValues: try library.folders().map { ($0.id, $0.parent) })
    }

    private func fits(_ entry: Entry, _ query: ListQuery, _ parents: [Int64: Int64?]) -> Bool {
        let (record, filing, filter) = (entry.record, entry.filing, query.filter)
        func isInside(_ id: Int64) -> Bool {
            var place = filing.folder
            while let folder = place {
                if folder == id { return true }
                place = parents[folder] ?? nil
            }
            return false
        }
        func fits<Value>(_ set: Set<Value>, _ value: Value?) -> Bool { set.isEmpty || value.map(set.contains) ?? false }
        func fits(among set: Set<Int64>, _ value: Int64?) -> Bool { fits(set, value ?? ListFilter.unnamed) }
        func fits(_ span: Span<Day>, _ day: Day?) -> Bool { span.isAll || day.map(span.contains) ?? false }
        let parts = calendar.dateComponents([.year, .month, .day], from: record.captured)
        let captured = Day(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
        let isInFolder =
            switch filter.folder {
            case nil: true
            case .some(.none): filing.folder == nil
            case .inside(let id): isInside(id)
            }
        let words = (record.title + " " + entry.typeName + " " + entry.correspondentName)
            .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split(separator: " ")
        let wanted = query.text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).split(
            separator: " ")
        return (record.trashed != nil) == filter.isTrash && isInFolder && filter.tags.isSubset(of: filing.tags)
            && fits(among: filter.types, filing.type) && fits(among: filter.correspondents, filing.correspondent)
            && fits(among: filter.places, filing.place)
            && fits(filter.states, filing.state) && fits(filter.sources, record.source)
            && fits(among: filter.persons, record.person)
            && fits(filter.weekdays, captured.map { ListFilter.Weekday(number: $0.weekday) })
            && fits(filter.date, filing.date) && fits(filter.due, filing.due)
            && fits(filter.captured, captured) && filter.pages.contains(record.pages) && filter.hasText != true
            && filter.hasCode != true && filter.needsCheck != true
            && wanted.allSatisfy { word in
                word.hasPrefix("-")
                    ? !words.contains(word.dropFirst()) : words.contains { $0.hasPrefix(word) }
            }
    }

    /// Orders by letters and numbers, with missing values last.
    private func isBefore(_ first: Entry, _ second: Entry, _ order: [SortCriterion]) -> Bool {
        func compare<Value: Comparable>(_ one: Value?, _ other: Value?, _ isDescending: Bool) -> Bool? {
            switch (one, other) {
            case (nil, nil): return nil
            case (nil, _): return false
            case (_, nil): return true
            case (let one?, let other?): return one == other ? nil : (one < other) != isDescending
            }
        }
        func compare(_ one: String, _ other: String, _ isDescending: Bool) -> Bool? {
            let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .numeric]
            if one.isEmpty || other.isEmpty {
                return compare(one.isEmpty ? nil : one, other.isEmpty ? nil : other, isDescending)
            }
            let result = one.compare(other, options: options)
            return result == .orderedSame ? nil : (result == .orderedAscending) != isDescending
        }
        for criterion in order {
            let down = criterion.direction == .descending
            let (one, other) = (first.record, second.record)
            let decided: Bool? =
                switch criterion.property {
                case .relevance: nil
                case .captured: compare(one.captured, other.captured, down)
                case .changed: compare(one.changed, other.changed, down)
                case .title: compare(one.title, other.title, down)
                case .pages: compare(one.pages, other.pages, down)
                case .date: compare(first.filing.date, second.filing.date, down)
                case .due: compare(first.filing.due, second.filing.due, down)
                case .deleted: compare(one.trashed, other.trashed, down)
                case .type: compare(first.typeName, second.typeName, down)
                case .correspondent: compare(first.correspondentName, second.correspondentName, down)
                }
            if let decided { return decided }
        }
        return (first.record.id < second.record.id) != (order.last?.direction == .descending)
    }

    private func query(_ names: Names, _ random: inout SeededGenerator) -> ListQuery {
        func some<Value: Hashable>(_ values: [Value], _ random: inout SeededGenerator) -> Set<Value> {
            Int.random(in: 0..<3, using: &random) > 0 ? [] : Set(values.filter { _ in Bool.random(using: &random) })
        }
        func span(_ random: inout SeededGenerator) -> Span<Day> {
            guard Int.random(in: 0..<4, using: &random) == 0 else { return .all }
            return Span(from: Self.days.randomElement(using: &random), to: Self.days.randomElement(using: &random))
                ?? .all
        }
        var query = ListQuery()
        query.search(
            ["", "", "gas", "bil apf", "letter", "zzz", "-gas", "rent -gas"].randomElement(using: &random) ?? "")
        if Int.random(in: 0..<3, using: &random) == 0 {
            query.filter.folder = names.folders.randomElement(using: &random).map { .inside($0) }
        } else if Int.random(in: 0..<5, using: &random) == 0 {
            query.filter.folder = ListFilter.Folder.none
        }
        query.filter.tags = some(names.tags, &random)
        query.filter.types = some([ListFilter.unnamed] + names.types, &random)
        query.filter.weekdays = some(ListFilter.Weekday.allCases, &random)
        query.filter.correspondents = some(names.correspondents, &random)
        query.filter.places = some([ListFilter.unnamed] + names.places, &random)
        query.filter.states = some(ListFilter.ReviewState.allCases, &random)
        query.filter.date = span(&random)
        query.filter.due = span(&random)
        query.filter.captured = span(&random)
        query.filter.pages = Bool.random(using: &random) ? .all : Span(from: 2, to: 3) ?? .all
        query.filter.isTrash = Int.random(in: 0..<5, using: &random) == 0
        let properties = SortCriterion.Property.allCases
            .filter { $0 != .relevance && ($0 != .deleted || query.filter.isTrash) }.shuffled(using: &random)
        query.sort(
            by: properties.prefix(Int.random(in: 1...3, using: &random)).map {
                SortCriterion($0, Bool.random(using: &random) ? .ascending : .descending)
            })
        return query
    }

    @Test(
        "SM-8, QS-13, LR-21: a list has what its query asks for, in its order, in one part or in many",
        arguments: 0..<8 as Range<UInt64>)
    func lists(seed: UInt64) throws {
        var random = SeededGenerator(seed: 2600 + seed)
        let names = try fill(60, &random)
        let (entries, parents) = (try entries(), try parents())
        #expect(entries.count == 60)
        for _ in 0..<60 {
            let query = query(names, &random)
            let wanted = entries.filter { fits($0, query, parents) }.sorted { isBefore($0, $1, query.order) }.map(
                \.record)
            let whole = try library.documents(query, limit: 100, calendar: calendar)
            #expect(whole.documents == wanted, "\(query.items)")
            #expect(whole.next == nil)
            #expect(try library.count(query, calendar: calendar) == wanted.count, "\(query.items)")
            var parts: [DocumentRecord] = []
            var position: ListPosition?
            let size = Int.random(in: 1...7, using: &random)
            repeat {
                let part = try library.documents(query, after: position, limit: size, calendar: calendar)
                parts += part.documents
                position = part.next
            } while position != nil && parts.count <= wanted.count
            #expect(parts == wanted, "\(query.items), \(size) at a time")
        }
    }

    @Test("LR-2: beside each document of a list are those before and after it", arguments: 0..<4 as Range<UInt64>)
    func neighbors(seed: UInt64) throws {
        var random = SeededGenerator(seed: 2700 + seed)
        let names = try fill(30, &random)
        var count = 0
        for _ in 0..<20 {
            let query = query(names, &random)
            let list = try library.documents(query, limit: 100, calendar: calendar).documents
            count += list.count
            for (index, document) in list.enumerated() {
                let found = try library.neighbors(of: document.id, in: query, calendar: calendar)
                #expect(found.previous == (index > 0 ? list[index - 1] : nil), "\(query.items)")
                #expect(found.next == (index + 1 < list.count ? list[index + 1] : nil), "\(query.items)")
            }
        }
        #expect(count > 0)
    }

    @Test("SE-4: suggested titles are those of the list that is searched")
    func suggestedTitles() throws {
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        let ids = try ["Gas bill", "Gas offer", "Old gas bill"].map {
            try library.add(NewDocument(title: $0, captured: .now, pages: [page]))
        }
        _ = try library.file(ids[0], try FilingEntry([.correspondent: "Stadtwerke"]), at: .now)
        _ = try library.trash([ids[2]], at: .now)
        func titles(_ address: String) throws -> [Int64] {
            try library.titles(of: try ListQuery(addressText: address), limit: 5, calendar: calendar).map(\.document)
        }
        #expect(try titles("q=gas") == [ids[1], ids[0]])
        #expect(try titles("q=gas&correspondent=1") == [ids[0]])
        #expect(try titles("q=gas&trash=yes") == [ids[2]])
        #expect(try titles("q=stadt").isEmpty && titles("q=-gas").isEmpty && titles("").isEmpty)
    }

    @Test("months of a list that is sorted by the date on documents are those of this date")
    func monthsOfDates() throws {
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        for (title, date) in [("May", "2026-05-02"), ("June", "2026-06-01"), ("None", ""), ("Late May", "2026-05-30")] {
            let id = try library.add(NewDocument(title: title, captured: .now, pages: [page]))
            _ = try library.file(id, try FilingEntry([.date: date]), at: .now)
        }
        let query = try ListQuery(addressText: "sort=-date&group=month")
        let rows = try library.documents(query, limit: 10, calendar: calendar).rows
        #expect(rows.map(\.document.title) == ["June", "Late May", "May", "None"])
        #expect(rows.map(\.group) == ["2026-06", "2026-05", "2026-05", ""])
        #expect(try library.counts(query, calendar: calendar).groups == ["2026-06": 1, "2026-05": 2, "": 1])
    }

    @Test(
        "Groups of folders are in the order of the tree: each one before those inside it, and these before its next one"
    )
    func foldersOfGroups() throws {
        let paths = [
            ["Taxes"], ["Home"], ["Home", "Rent"], ["Home b"], ["Home", "Power", "2025"], ["Health"],
            ["Home", "Power"],
        ]
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        for path in paths + [[]] {
            let id = try library.add(NewDocument(title: "a", captured: .now, pages: [page]))
            let entry = try FilingEntry([.folder: path.joined(separator: "/")])
            _ = try library.file(id, entry, at: .now)
        }
        var query = ListQuery()
        query.grouping = .folder
        let names = try library.listNames().folders
        var groups: [String] = []
        var position: ListPosition?
        repeat {
            let part = try library.documents(query, after: position, limit: 3, calendar: calendar)
            groups += part.documents.map { document in names.first { $0.id == document.folder }?.text ?? "" }
            position = part.next
        } while position != nil
        #expect(
            groups == [
                "Health", "Home", "Home / Power", "Home / Power / 2025", "Home / Rent", "Home b", "Taxes", "",
            ])
    }

    @Test(
        "LR-21: groups of many documents are read one after the other, and have the order and the numbers of all at once",
        arguments: ListQuery.Grouping.allCases)
    func manyInGroups(grouping: ListQuery.Grouping) throws {
        try fillMany(2600)
        var random = SeededGenerator(seed: 2800)
        let addresses = [
            "", "sort=title", "sort=-date", "sort=date,-title", "sort=-pages,type", "type=1", "state=reviewed&sort=due",
            "captured=2026-02-01..&sort=-title", "date=2026-05-01..&sort=changed", "folder=none", "tag=1&sort=title",
            "text=yes", "pages=2..", "q=rare", "q=every&sort=title",
            // Constant columns of the list, or filters that exclude groups.
            "type=1&sort=type,title", "type=2&sort=-type", "type=none&sort=type", "correspondent=7&sort=correspondent",
            "type=none,1,2,3&sort=title",
            "correspondent=none,\((3...40).map(String.init).joined(separator: ","))&sort=-changed",
            "q=every&sort=-date&state=reviewed", "trash=yes",
        ]
        for address in addresses {
            var query = try ListQuery(addressText: address)
            query.grouping = grouping
            // In one statement, without parts.
            let wanted = try library.documents(of: .all(query), calendar: calendar)
            var rows: [ListRow] = []
            var position: ListPosition?
            repeat {
                // In URL format.
                let text = position.map(\.text)
                position = try text.map { try #require(ListPosition($0)) }
                let size = Int.random(in: 40...400, using: &random)
                let part = try library.documents(query, after: position, limit: size, calendar: calendar)
                rows += part.rows
                position = part.next
            } while position != nil && rows.count <= wanted.count
            #expect(rows.map(\.document.id) == wanted, "\(query.items)")
            let groups = rows.reduce(into: [String: Int]()) { $0[$1.group ?? "", default: 0] += 1 }
            #expect(try library.counts(query, calendar: calendar).groups == groups, "\(query.items)")
            let shown = Set(rows.dropFirst(rows.count / 3).prefix(60).compactMap(\.group))
            let counted = try library.counts(query, groups: shown, calendar: calendar)
            #expect(
                counted.documents == wanted.count
                    && counted.groups.filter { shown.contains($0.key) } == groups.filter { shown.contains($0.key) },
                "\(query.items)")
            for _ in 0..<4 where wanted.count > 2 {
                let place = Int.random(in: 1..<(wanted.count - 1), using: &random)
                let found = try library.neighbors(of: wanted[place], in: query, calendar: calendar)
                #expect(
                    found.previous?.id == wanted[place - 1] && found.next?.id == wanted[place + 1], "\(query.items)")
            }
        }
    }

    /// Adds documents without pages, which are fast to create.
    private func fillMany(_ count: Int) throws {
        let folders = try [nil, 1, 2, nil, 4].enumerated().map { index, parent in
            try library.addFolder("folder \(5 - index)", in: parent)
        }
        let types = try ["invoice", "Contract", "letter"].map { try library.name($0, of: .type) }
        let correspondents = try (0..<40).map { try library.name("name \($0)", of: .correspondent) }
        let tag = try library.name("tag", of: .tag)
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        var random = SeededGenerator(seed: 2801)
        try database.write { database in
            for id in 1...count {
                func some(_ values: [Int64]) -> Int64? {
                    Int.random(in: 0..<5, using: &random) == 0 ? nil : values.randomElement(using: &random)
                }
                let moment = Date(
                    timeIntervalSince1970: 1_767_200_000 + Double(Int.random(in: 0..<9000, using: &random)) * 3600)
                let title = "\(Self.words.randomElement(using: &random) ?? "") \(id % 700)"
                let day = Bool.random(using: &random) ? Self.days.randomElement(using: &random)?.description : nil
                try database.execute(
                    sql: """
                        INSERT INTO document (id, title, titleKey, captured, changed, pages, folder, date, due, state, trashed)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        id, title, title.lowercased(), moment, moment, Int.random(in: 1...3, using: &random),
                        some(folders),
                        day, Bool.random(using: &random) ? day : nil, id % 9 == 0 ? "inbox" : "reviewed",
                        id % 40 == 0 ? moment : nil,
                    ])
                // Triggers maintain the sort keys of lists.
                try database.execute(
                    sql: "UPDATE document SET type = ?, correspondent = ? WHERE id = ?",
                    arguments: [some(types), some(correspondents), id])
                if id % 50 == 0 {
                    try database.execute(
                        sql: "INSERT INTO document_tag (tag, document) VALUES (?, ?)", arguments: [tag, id])
                }
                try database.execute(
                    sql: "INSERT INTO document_words (rowid, title, text) VALUES (?, ?, 'every')",
                    arguments: [id, id % 30 == 0 ? "rare" : title])
            }
        }
        try database.close()
    }

    @Test(
        "SE-7, LR-21: a word that nearly all documents have lists the newest first, in parts that belong together, and is counted"
    )
    func broadSearches() throws {
        let count = 10_300
        let database = try DatabaseQueue(path: folder.path("library/library.sqlite"))
        try database.write { database in
            for id in 1...count {
                // Few have the second word; those in the middle are in the trash.
                let title = id % 1000 == 0 ? "common rare" : "common"
                let trashed = 5000...5004 ~= id ? "2026-01-01 00:00:00.000" : nil
                try database.execute(
                    sql:
                        "INSERT INTO document (id, title, titleKey, captured, changed, pages, trashed) VALUES (?, ?, ?, ?, ?, 1, ?)",
                    arguments: [id, title, title, "2026-01-01 00:00:00.000", "2026-01-01 00:00:00.000", trashed])
                try database.execute(
                    sql: "INSERT INTO document_words (rowid, title) VALUES (?, ?)", arguments: [id, title])
            }
        }
        try database.close()
        var query = ListQuery()
        query.search("comm")
        let first = try library.documents(query, limit: 50, calendar: calendar)
        let second = try library.documents(query, after: first.next, limit: 50, calendar: calendar)
        let wanted = (0..<100).map { Int64(count - $0) }
        #expect((first.documents + second.documents).map(\.id) == wanted)
        #expect(first.rows.allSatisfy { $0.excerpt?.parts.first?.isMarked == true })
        #expect(try library.count(query, calendar: calendar) == count - 5)
        let all = try library.documents(of: .all(query), calendar: calendar)
        #expect(all.count == count - 5 && Array(all.prefix(100)) == wanted)
        // Few are ranked.
        query.search("rare")
        #expect(try library.documents(query, limit: 20, calendar: calendar).documents.count == 9)
    }
}
