import Foundation
import RectoCore
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Private documents: for all other people the library is as if they did not exist.
@Suite struct OwnDocumentTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let calendar: Calendar
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let people: [Int64]

    init() throws {
        folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("library"))
        self.library = library
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        self.calendar = calendar
        people = [Library.builtInPerson] + (try (0..<2).map { _ in try Self.add(.member, to: library) })
    }

    private static func add(_ role: Role, to library: Library) throws -> Int64 {
        let (code, now) = (SessionIdentifier(), Date(timeIntervalSince1970: 1_800_000_000))
        try library.invite(code, as: role, by: Library.builtInPerson, expires: now + 60, maximum: 20, at: now)
        return try #require(try library.accept(code, at: now))
    }

    private func onboard(_ person: Int64, _ name: String) throws {
        let cost = try #require(PasscodeHash.Cost(logN: 4, r: 8, p: 1))
        try library.agree(to: .terms, person, at: now)
        try library.setName(try PersonName(name), of: person, at: now)
        try library.choosePasscode(PasscodeHash(of: Passcode("\(name) 4711"), cost: cost), of: person, at: now)
        for step in [Onboarding.Step.place, .texts, .figures] { try library.agree(to: step, person, at: now) }
        try library.setRecoveryCodes([RecoveryCode().hash], of: person, at: now)
        try library.finishOnboarding(person, at: now)
    }

    private func `as`<Result>(_ person: Int64, _ body: () throws -> Result) rethrows -> Result {
        try DocumentReader.$current.withValue(.person(person)) {
            try Library.$actingPerson.withValue(person) { try body() }
        }
    }

    private func add(_ title: String, by person: Int64, _ sharing: DocumentSharing, pages: Int = 1) throws -> Int64 {
        let size = try PixelSize(width: 40, height: 30)
        let pages = (0..<pages).map { NewDocument.Page(picture: [UInt8($0)], size: size, quad: nil) }
        return try self.as(person) {
            let id = try library.add(NewDocument(title: title, captured: now, pages: pages))
            _ = try library.file(id, try FilingEntry([.sharing: sharing.rawValue]), at: now)
            return id
        }
    }

    // MARK: Every query

    private static let documents = 40
    private static let words = ["gas", "Bill", "rent", "letter", "tax"]

    private func fill(_ random: inout SeededGenerator) throws {
        let folders = try [nil, "Home"].map { try $0.map { try library.addFolder($0, in: nil) } }
        let tags = try ["car", "work"].map { try library.name($0, of: .tag) }
        let type = try library.name("Invoice", of: .type)
        for _ in 0..<Self.documents {
            let title = [
                Self.words.randomElement(using: &random) ?? "", Self.words.randomElement(using: &random) ?? "",
            ]
            let person = people.randomElement(using: &random) ?? Library.builtInPerson
            let id = try add(
                title.joined(separator: " "), by: person, Bool.random(using: &random) ? .onlyMe : .everyone,
                pages: Int.random(in: 1...3, using: &random))
            var filing = try library.filing(of: id)
            filing.folder = folders.randomElement(using: &random) ?? nil
            filing.type = Bool.random(using: &random) ? type : nil
            filing.tags = Set(tags.filter { _ in Bool.random(using: &random) })
            filing.due = Bool.random(using: &random) ? Day(year: 2027, month: 1, day: 20) : nil
            filing.retained = Bool.random(using: &random) ? Day(year: 2026, month: 1, day: 20) : nil
            filing.state = Bool.random(using: &random) ? .inbox : .reviewed
            let wanted = filing
            try self.as(person) {
                _ = try library.file([id], by: person, at: now) { $0 = wanted }
                if Bool.random(using: &random) { _ = try library.addNote(try NoteText("a note"), to: id, at: now) }
                if Int.random(in: 0..<5, using: &random) == 0 { _ = try library.trash([id], at: now) }
            }
        }
    }

    /// Returns everything that the library reports, except for single documents.
    private func told(_ library: Library) throws -> [AnyHashable] {
        let today = Day(now, in: calendar)
        let all = (1...Int64(Self.documents)).map(\.self)
        var told: [AnyHashable] = []
        func tell(_ values: any (Hashable & Sendable)...) { told += values.map { AnyHashable($0) } }
        var queries: [ListQuery] = []
        for text in ["", "gas", "le", "note", "nothing"] {
            for isTrash in [false, true] {
                for grouping in [nil] + ListQuery.Grouping.allCases.map(Optional.some) {
                    var query = ListQuery()
                    query.search(text)
                    query.filter.isTrash = isTrash
                    query.grouping = grouping
                    queries.append(query)
                    query.filter.states = [.inbox]
                    query.filter.folder = ListFilter.Folder.none
                    queries.append(query)
                }
            }
        }
        for query in queries {
            let part = try library.documents(query, limit: 100, calendar: calendar)
            let counts = try library.counts(query, calendar: calendar)
            tell(part.documents.map(\.id), part.rows.map { $0.excerpt?.text ?? "" })
            tell(counts.documents, counts.all, counts.groups)
            tell(try library.count(query, calendar: calendar))
            tell(try library.documents(of: .all(query), calendar: calendar))
        }
        for word in Self.words {
            var query = ListQuery()
            query.search(word)
            tell(try library.titles(of: query, limit: 100, calendar: calendar).map(\.document))
        }
        tell(try library.calendarEvents(from: today, limit: 100), try library.expiredCount(before: today))
        tell(try library.expired(before: today, limit: 100).map(\.id))
        let figures = try library.homeFigures(today: today, calendar: calendar)
        tell(figures.days, figures.inbox, figures.due, figures.deleted)
        // In any order.
        tell(Set(figures.types), Set(figures.people), Set(figures.folders))
        tell(try library.monthFigures(try #require(Month("2027-01")), calendar: calendar))
        let timeline = try library.timeline(TimelineQuery(), around: now, limit: 500, calendar: calendar)
        tell(timeline.entries.map { "\($0.kind) \($0.document) \($0.title)" })
        tell(try library.timelineCount(TimelineQuery(), limit: 500, calendar: calendar, now: now))
        tell(try library.listNames(), try library.folders(), try library.sidebar())
        tell(try library.documentCount(), try library.pageCount(), try library.captureTimes(since: now - 1000))
        tell(try library.readingCounts(), try library.trashSize().documents)
        tell(try library.isTrashEmpty(), try library.tags(of: all), try library.firstPages(of: all).keys.sorted())
        return told
    }

    @Test(
        "for each person, and for programs, every query answers as if others' own documents had never been",
        arguments: [UInt64(1), 2, 3, 4])
    func queries(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        try fill(&random)
        let readers = people.map { DocumentReader.person($0) } + [.shared]
        for (number, reader) in readers.enumerated() {
            let copy = folder.path("copy \(number)")
            try FileManager.default.copyItem(atPath: folder.path("library"), toPath: copy)
            let rest = try Library(folder: copy)
            let hidden = try (1...Int64(Self.documents)).filter { id in
                guard let owner = try library.document(id).owner else { return false }
                return owner != reader.person
            }
            #expect(!hidden.isEmpty)
            for document in hidden { try rest.delete(document) }
            let expected = try told(rest)
            let answers = try DocumentReader.$current.withValue(reader) { try told(library) }
            for (answer, expected) in zip(answers, expected) { #expect(answer == expected) }
        }
    }

    // MARK: One document

    @Test("a document of one's own is there for nobody else, whatever is asked of it or done to it")
    func single() throws {
        let (owner, other) = (people[1], people[2])
        let id = try add("Diary", by: owner, .onlyMe)
        let mine = try add("Bill", by: other, .everyone)
        try self.as(owner) { _ = try library.addNote(try NoteText("secret"), to: id, at: now) }
        let event = try #require(try library.events(of: id).first).id
        let others: [DocumentReader] = [.person(other), .person(people[0]), .shared]
        for reader in others {
            try DocumentReader.$current.withValue(reader) {
                let unknown = StoreError.unknownDocument(id)
                #expect(try library.hides(id))
                #expect(throws: unknown) { try library.document(id) }
                #expect(throws: unknown) { try library.documentWithContent(id) }
                #expect(throws: unknown) { try library.history(of: id) }
                #expect(throws: unknown) { try library.filing(of: id) }
                #expect(throws: StoreError.unknownPage(document: id, position: 0)) { try library.page(0, of: id) }
                #expect(try library.pages(of: id).isEmpty && library.notes(of: id).isEmpty)
                #expect(try library.attachments(of: id).isEmpty && library.events(of: id).isEmpty)
                #expect(try library.texts(of: id).isEmpty && library.readings(of: id).isEmpty)
                let entry = try FilingEntry([.title: "Mine"])
                #expect(throws: unknown) { try library.file(id, entry, at: now) }
                #expect(throws: unknown) {
                    try library.file([mine, id], try GroupFiling([.state: "reviewed"]), at: now)
                }
                #expect(throws: unknown) { try library.change(id, DocumentEntry(entry), at: now) }
                #expect(throws: unknown) { try library.addNote(try NoteText("hello"), to: id, at: now) }
                #expect(throws: unknown) { try library.trash([id], at: now) }
                #expect(throws: unknown) { try library.delete(id) }
                #expect(throws: unknown) { try library.merge([mine, id], at: now) }
                #expect(throws: unknown) { try library.merge([id, mine], at: now) }
                #expect(throws: unknown) { try library.undo(EventRange(event), at: now) }
                #expect(throws: unknown) { try library.split(id, maximum: 1, at: now) }
            }
        }
        #expect(try library.document(id).title == "Diary" && library.document(mine).title == "Bill")
        #expect(try library.notes(of: id).map(\.text) == ["secret"])
        #expect(try self.as(owner) { try library.document(id).title } == "Diary")
    }

    @Test("only who has added a document makes it their own, and nobody makes it another one's")
    func whoMay() throws {
        let (owner, other) = (people[1], people[2])
        let id = try add("Bill", by: owner, .everyone)
        let onlyMe = try FilingEntry([.sharing: DocumentSharing.onlyMe.rawValue])
        #expect(throws: StoreError.addedByOthers(id)) { try self.as(other) { try library.file(id, onlyMe, at: now) } }
        #expect(throws: StoreError.addedByOthers(id)) {
            try DocumentReader.$current.withValue(.shared) { try library.file(id, onlyMe, by: owner, at: now) }
        }
        // Of several, those of other people are unchanged.
        let own = try add("Note", by: other, .everyone)
        try self.as(other) { _ = try library.file([id, own], try GroupFiling([.sharing: "onlyMe"]), at: now) }
        #expect(try library.document(id).owner == nil && library.document(own).owner == other)
        // It can be undone, and its event describes it.
        let event = try #require(try self.as(owner) { try library.file(id, onlyMe, at: now) })
        #expect(try library.document(id).owner == owner)
        #expect(try self.as(owner) { try library.undo(event, at: now) }.isEmpty)
        #expect(try library.document(id).owner == nil)
        #expect(try library.history(of: id).contains { $0.event.text == "Changed who sees it" })
        // A document shared by its owner does not become private again because another person undoes something.
        let shared = try self.as(other) {
            try library.file(own, try FilingEntry([.sharing: "everyone"]), at: now)
        }
        #expect(try self.as(owner) { try library.undo(#require(shared), at: now) } == [own])
        #expect(try library.document(own).owner == nil)
    }

    @Test("documents that everybody sees and such that are somebody's own do not become one")
    func mixed() throws {
        let owner = people[1]
        let (own, shared) = (try add("Diary", by: owner, .onlyMe), try add("Bill", by: owner, .everyone, pages: 2))
        try self.as(owner) {
            #expect(throws: StoreError.differentOwners) { try library.merge([own, shared], at: now) }
            let page = try #require(try library.pageList(of: shared).items[0].id)
            #expect(throws: StoreError.differentOwners) {
                try library.movePages([page], of: shared, to: own, at: now)
            }
            #expect(try library.movePages([page], of: shared, to: nil, at: now).document > shared)
        }
    }

    @Test("what somebody adds is theirs alone if they have set it so; what guests and programs add is everybody's")
    func usual() throws {
        var settings = PersonalSettings()
        settings.sharing = .onlyMe
        let guest = try Self.add(.guest, to: library)
        for person in [people[1], guest] { try library.set(settings, of: person) }
        func owner(_ reader: DocumentReader, _ person: Int64) throws -> Int64? {
            let id = try DocumentReader.$current.withValue(reader) {
                try Library.$actingPerson.withValue(person) {
                    try library.add(NewDocument(title: "Bill", captured: now, pages: []))
                }
            }
            return try library.document(id).owner
        }
        #expect(try owner(.person(people[1]), people[1]) == people[1])
        #expect(try owner(.person(people[2]), people[2]) == nil)
        #expect(try owner(.person(guest), guest) == nil)
        #expect(try owner(.shared, people[1]) == nil)
    }

    @Test("a picture that somebody else's own document has is kept when another document that has it is deleted")
    func sharedFile() throws {
        let own = try add("Diary", by: people[1], .onlyMe)
        let other = try add("The same picture", by: people[2], .everyone)
        try self.as(people[2]) { try library.delete(other) }
        #expect(try library.hasOriginal(library.page(0, of: own).original))
    }

    @Test("who is removed leaves their own documents to who removes them")
    func removal() throws {
        try onboard(Library.builtInPerson, "Ada")
        let id = try add("Diary", by: people[1], .onlyMe)
        try self.as(Library.builtInPerson) {
            #expect(throws: StoreError.unknownDocument(id)) { try library.document(id) }
            try library.retire(people[1], leavingTo: Library.builtInPerson, at: now)
            #expect(try library.document(id).owner == Library.builtInPerson)
        }
    }

    @Test("a document of one's own is in no output folder before it is shared, and is in exports of the library")
    func outside() throws {
        let filling = try Library(folder: folder.path("filling"), fillsOutbox: true)
        let person = try Self.add(.member, to: filling)
        let id = try filling.add(NewDocument(title: "Diary", captured: now, pages: []))
        #expect(try filling.outbox(.waiting) == [id])
        func set(_ sharing: DocumentSharing, of id: Int64) throws {
            try DocumentReader.$current.withValue(.person(person)) {
                try Library.$actingPerson.withValue(person) {
                    _ = try filling.file(id, try FilingEntry([.sharing: sharing.rawValue]), at: now)
                }
            }
        }
        let own = try Library.$actingPerson.withValue(person) {
            try filling.add(NewDocument(title: "Own", captured: now, pages: []))
        }
        try set(.onlyMe, of: own)
        #expect(try filling.outbox(.waiting) == [id])
        try set(.everyone, of: own)
        #expect(try filling.outbox(.waiting) == [id, own])
        try set(.onlyMe, of: own)
        try filling.export(to: folder.path("export"))
        let again = try Library(folder: folder.path("again"))
        try again.restore(try ExportReader(folder: folder.path("export")))
        #expect(try again.document(own).owner == person && again.document(id).owner == nil)
    }
}
