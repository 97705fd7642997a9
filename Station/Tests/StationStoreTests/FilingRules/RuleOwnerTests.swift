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

    private func onboard(_ person: Int64) throws {
        let cost = try #require(PasscodeHash.Cost(logN: 4, r: 8, p: 1))
        try library.agree(to: .terms, person, at: test.now)
        try library.setName(try PersonName("Ada"), of: person, at: test.now)
        try library.choosePasscode(PasscodeHash(of: Passcode("Ada 4711"), cost: cost), of: person, at: test.now)
        for step in [Onboarding.Step.place, .texts, .figures] { try library.agree(to: step, person, at: test.now) }
        try library.setRecoveryCodes([RecoveryCode().hash], of: person, at: test.now)
        try library.finishOnboarding(person, at: test.now)
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

    @Test("RU-9: whoever undoes a change of a rule makes it theirs, so that it files no private document of others")
    func undoneChange() throws {
        let rule = try self.as(people[1]) {
            try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        }
        let change = try self.as(people[0]) { () throws -> Int64? in
            var changed = try library.filingRule(rule)
            changed.conditions.words = "gas"
            return try library.changeRule(rule, to: changed, at: test.now)
        }
        try self.as(people[1]) { () throws in
            _ = try library.undo(EventRange(try #require(change)), at: test.now)
        }
        let ids = try [(0, .onlyMe), (1, .onlyMe)].map { try add(by: people[$0], $1 as DocumentSharing) }
        #expect(try test.fileNew() == 1)
        #expect(try ids.map { try library.document($0).type != nil } == [false, true])
        // The same if somebody deletes and restores it.
        try self.as(people[0]) { () throws in
            let event = try library.removeRule(rule, at: test.now)
            _ = try library.undo(EventRange(event), at: test.now)
        }
        let more = try [0, 1].map { try add(by: people[$0], .onlyMe) }
        _ = try test.fileNew()
        #expect(try more.map { try library.document($0).type != nil } == [true, false])
    }

    @Test("RU-9: a rule that somebody else turns off and on stays the rule of the person who wrote it")
    func turned() throws {
        let rule = try self.as(people[0]) {
            try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        }
        try self.as(people[1]) { () throws in
            _ = try library.turnRule(rule, on: false, at: test.now)
            _ = try library.turnRule(rule, on: true, at: test.now)
            let off = try library.turnRule(rule, on: false, at: test.now)
            _ = try library.undo(EventRange(try #require(off)), at: test.now)
        }
        let ids = try [0, 1].map { try add(by: people[$0], .onlyMe) }
        _ = try test.fileNew()
        #expect(try ids.map { try library.document($0).type != nil } == [true, false])
    }

    @Test("RU-10: a name or folder of private documents alone changes only rules of their owner")
    func privateNames() throws {
        // Another one keeps the outer folder in sight when the inner one moves out.
        let (own, other) = (try add(by: people[0], .onlyMe), try add(by: people[0], .onlyMe))
        try self.as(people[0]) { () throws in
            _ = try library.file(other, try FilingEntry([.folder: "Home"]), at: test.now)
            _ = try library.file(
                own, try FilingEntry([.folder: "Home/Bills", .type: "Bill", .tags: "rent, flat"]), at: test.now)
        }
        let rules = try people.map { person in
            try self.as(person) {
                try test.add(rule: "Rent") {
                    ($0.conditions.folder, $0.conditions.type) = (["Home", "Bills"], "Bill")
                    ($0.actions.folder, $0.actions.tags) = (["Home"], ["rent"])
                }
            }
        }
        let before = try rules.map { try library.filingRule($0) }
        /// Returns whether each rule was changed, and that undoing it restores it.
        func changed(_ body: () throws -> Int64?) throws -> [Bool] {
            try self.as(people[0]) { () throws -> [Bool] in
                let event = try #require(try body())
                let changed = try zip(rules, before).map { try library.filingRule($0) != $1 }
                _ = try library.undo(EventRange(event), at: test.now)
                #expect(try rules.map { try library.filingRule($0) } == before)
                return changed
            }
        }
        func changes() throws -> [[Bool]] {
            let (folders, tags) = (try library.folders(), try library.names(of: .tag))
            let home = try #require(folders.first { $0.name == "Home" })
            let bills = try #require(folders.first { $0.name == "Bills" })
            let bill = try #require(try library.names(of: .type).first)
            let rent = try #require(tags.first { $0.name == "rent" }),
                flat = try #require(tags.first { $0.name == "flat" })
            return [
                try changed { try library.changeFolder(home.id, name: "Secret", parent: nil, at: test.now) },
                try changed { try library.changeFolder(bills.id, name: "Bills", parent: nil, at: test.now) },
                try changed { try library.rename(bill.id, of: .type, to: "Secret", at: test.now) },
                try changed { try library.merge(rent.id, into: flat.id, of: .tag, at: test.now) },
            ]
        }
        #expect(try changes() == Array(repeating: [true, false], count: 4))
        // A shared document has the same.
        try self.as(people[0]) { () throws in
            let shared = try test.add(texts: ["x"])
            _ = try library.file(
                shared, try FilingEntry([.folder: "Home/Bills", .type: "Bill", .tags: "rent, flat"]), at: test.now)
        }
        #expect(try changes() == Array(repeating: [true, true], count: 4))
    }

    @Test("RU-9: a run of which only deleted private documents are known is shown to nobody")
    func deletedRun() throws {
        let id = try add(by: people[1], .onlyMe)
        try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        let run: Int64 = try self.as(people[1]) { () throws in
            _ = try test.run()
            let run = try #require(try library.ruleRuns(limit: 9).first).id
            _ = try library.trash([id], at: test.now)
            try library.delete(id)
            return run
        }
        for person in people {
            try self.as(person) { () throws in
                #expect(try library.ruleRuns(limit: 9).isEmpty)
                #expect(throws: StoreError.unknownRun(run)) { try library.ruleRun(run) }
            }
        }
    }

    @Test("RU-9: a run over private documents of several people is listed and undone for each with those they see")
    func mixedRun() throws {
        let ids = try [(0, .onlyMe), (1, .onlyMe), (1, .everyone)].map {
            try add(by: people[$0], $1 as DocumentSharing)
        }
        let rule = try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        _ = try test.run()
        func types() throws -> [Bool] {
            try DocumentReader.$current.withValue(.everything) { try ids.map { try library.document($0).type != nil } }
        }
        func runs() throws -> [String] {
            try library.ruleRuns(limit: 9).map { "\($0.documents)\($0.isUndone ? " undone" : "")" }
        }
        let events = try #require(try library.ruleRuns(limit: 9).first).events
        #expect(try types() == [true, true, true])
        try self.as(people[0]) { () throws in
            #expect(try runs() == ["2"] && library.ruleRun(1).effects.count == 2)
            #expect(try library.undo(events, at: test.now).isEmpty)
            #expect(try types() == [false, true, false] && runs() == ["2 undone"])
            // Filed again by itself, the shared document stays so when the rest is undone.
            _ = try test.run(rule)
            #expect(try types() == [true, true, true])
        }
        try self.as(people[1]) { () throws in
            #expect(try runs() == ["1", "1 undone", "1"])
            #expect(try library.undo(events, at: test.now).isEmpty)
            #expect(try types() == [true, false, true])
            #expect(try runs().filter { $0 == "1 undone" }.count == 2)
        }
    }

    @Test("RU-9: rules of a person who leaves go to the one who gets the private documents")
    func retired() throws {
        try onboard(Library.builtInPerson)
        try self.as(people[1]) { () throws in
            _ = try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        }
        try library.retire(people[1], leavingTo: Library.builtInPerson, at: test.now)
        let id = try add(by: Library.builtInPerson, .onlyMe)
        #expect(try test.fileNew() == 1 && library.document(id).type != nil)
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
