import Foundation
import RectoCore
import StationIdentity
import StationRules
import StationStore
import TestSupport
import Testing

/// Rules beside private documents and consents of people.
@Suite struct RuleOwnerTests {
    private let test: RuleLibrary
    private var library: Library { test.library }
    private let people: [Int64]

    init() throws {
        test = try RuleLibrary()
        let (library, now) = (test.library, test.now)
        people = try (0..<2).map { _ in
            let code = SessionIdentifier()
            try library.invite(code, as: .member, by: Library.builtInPerson, expires: now + 60, maximum: 20, at: now)
            return try #require(try library.accept(code, at: now))
        }
    }

    private func `as`<Result>(_ person: Int64, _ body: () throws -> Result) rethrows -> Result {
        try DocumentReader.$current.withValue(.person(person)) {
            try Library.$actingPerson.withValue(person) { try body() }
        }
    }

    /// Adds a document of a person, and reads its page.
    private func add(by person: Int64, _ sharing: DocumentSharing) throws -> Int64 {
        try self.as(person) {
            let id = try test.add(texts: [nil])
            _ = try library.file(id, try FilingEntry([.sharing: sharing.rawValue]), at: test.now)
            try test.read("rent", of: id)
            return id
        }
    }

    @Test("RU-9: a rule of somebody else files no private document, neither by itself nor on demand")
    func privateDocuments() throws {
        let rule = try self.as(people[0]) {
            try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        }
        let ids = try [(0, .onlyMe), (1, .onlyMe), (1, .everyone)].map {
            try add(by: people[$0], $1 as DocumentSharing)
        }
        #expect(try test.fileNew() == 2)
        func types() throws -> [Bool] { try ids.map { try library.document($0).type != nil } }
        #expect(try types() == [true, false, true])
        #expect(try self.as(people[0]) { try test.run() }.matching == 2 && types() == [true, false, true])
        // Whoever runs it files their own.
        #expect(try self.as(people[1]) { try library.tryRules(clock: test.clock) }.effects.map(\.document) == [ids[1]])
        #expect(try self.as(people[1]) { try test.run(rule) }.changing == 1 && types() == [true, true, true])
    }

    @Test("RU-9: a run over private documents is listed and undone for their owner alone")
    func runs() throws {
        let id = try add(by: people[1], .onlyMe)
        try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        let run = try self.as(people[1]) { try test.run() }
        let listed = try self.as(people[1]) { try library.ruleRuns(limit: 9) }
        #expect(listed.map(\.documents) == [1] && run.changing == 1)
        try self.as(people[0]) { () throws in
            #expect(try library.ruleRuns(limit: 9).isEmpty && library.filingRules().map(\.documents) == [0])
            #expect(throws: StoreError.unknownRun(listed[0].id)) { try library.ruleRun(listed[0].id) }
            #expect(throws: StoreError.unknownDocument(id)) {
                try library.undo(listed[0].events, at: test.now)
            }
        }
        #expect(try library.document(id).type != nil)
        try self.as(people[1]) { _ = try library.undo(listed[0].events, at: test.now) }
        #expect(try library.document(id).type == nil)
    }

    @Test("RU-4: a document waits for the consent to reading it, and is filed after that")
    func consent() throws {
        try test.add(rule: "Scans") { ($0.conditions.source, $0.actions.type) = (.scan, "Bill") }
        func decide(_ isGiven: Bool) throws {
            let form = ConsentForm.standard(.texts)
            try library.decide(
                ConsentRecord(kind: form.kind.rawValue, version: form.version, isGiven: isGiven, at: test.now),
                of: people[0])
        }
        try decide(false)
        let id = try self.as(people[0]) { try test.add(texts: [nil]) }
        #expect(try library.nextUnreadPage() == nil && test.fileNew() == 0)
        try decide(true)
        #expect(try test.fileNew() == 0)
        try test.read("rent", of: id)
        #expect(try test.fileNew() == 1 && library.document(id).type != nil)
    }
}
