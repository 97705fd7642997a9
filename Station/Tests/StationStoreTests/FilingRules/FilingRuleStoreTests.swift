import Foundation
import GRDB
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct FilingRuleStoreTests {
    private let test: RuleLibrary
    private var library: Library { test.library }

    init() throws { test = try RuleLibrary() }

    @Test("RU-1: a document must meet all conditions of a rule")
    func conditions() throws {
        let ids = try [
            test.add("Gas bill", texts: ["City works rent"]), test.add("Rent", texts: ["the rental car"]),
            test.add("Gas", texts: ["Größe"], source: .import, [.folder: "Home/Bills", .type: "Bill", .serial: "7"]),
            test.add("Note", texts: ["draft rent"], [.folder: "Home", .correspondent: "City", .serial: "9"]),
        ]
        _ = try library.trash([test.add("Gas", texts: ["rent"])], at: test.now)
        func found(_ change: (inout FilingRule.Conditions) -> Void) throws -> [Int] {
            var rule = FilingRule(name: "A")
            change(&rule.conditions)
            rule.actions.tags = ["found"]
            let outcome = try library.tryRule(rule, clock: test.clock)
            #expect(outcome.matching == outcome.changing)
            return outcome.effects.compactMap { ids.firstIndex(of: $0.document) }
        }
        // Whole words, whatever their case and accents.
        #expect(try found { $0.words = "RENT" } == [0, 3] && found { $0.words = "grosse" } == [2])
        #expect(try found { $0.words = "rent -draft" } == [0] && found { $0.words = "\"works rent\"" } == [0])
        #expect(try found { $0.words = "\"rent works\"" } == [] && found { $0.words = "gas" } == [])
        #expect(try found { $0.title = "gas" } == [0, 2] && found { $0.title = "rent" } == [1])
        #expect(try found { $0.correspondent = "city" } == [3] && found { $0.correspondent = "Nobody" } == [])
        #expect(try found { $0.type = "BILL" } == [2] && found { $0.type = "None" } == [])
        #expect(try found { $0.folder = ["home"] } == [2, 3] && found { $0.folder = ["Home", "Bills"] } == [2])
        #expect(try found { $0.folder = ["Bills"] } == [] && found { $0.source = .import } == [2])
        #expect(try found { $0.firstSerial = 8 } == [3] && found { $0.lastSerial = 8 } == [2])
        #expect(try found { ($0.firstSerial, $0.lastSerial) = (7, 9) } == [2, 3])
        #expect(try found { ($0.words, $0.correspondent) = ("rent", "City") } == [3])
    }

    @Test("RU-2: tags are added, and a title that a person entered stays unless the rule replaces it")
    func actions() throws {
        let (scan, named) = (
            try test.add(texts: ["rent"]), try test.add("My title", texts: ["rent"], [.tags: "own", .type: "Letter"])
        )
        let rule = try test.add(rule: "Rent") {
            $0.conditions.words = "rent"
            ($0.actions.tags, $0.actions.type, $0.actions.title) = (["home"], "Bill", "{type} {year}")
        }
        #expect(try test.run().changing == 2)
        #expect(try test.filing(scan) == .init(title: "Bill 2026", type: "Bill", tags: ["home"]))
        #expect(try test.filing(named) == .init(title: "My title", type: "Letter", tags: ["home", "own"]))
        var replacing = try library.filingRule(rule)
        replacing.actions.replaces = true
        _ = try library.changeRule(rule, to: replacing, at: test.now)
        _ = try test.run()
        #expect(try test.filing(named) == .init(title: "Bill 2026", type: "Bill", tags: ["home", "own"]))
    }

    @Test("RU-2: the title of an imported file's name is not one that a person entered")
    func fileName() throws {
        let page = NewDocument.Page(picture: [7], size: try PixelSize(width: 4, height: 3), quad: nil)
        let file = NewOriginal(name: "scan-17.pdf", mediaType: "application/pdf") { [1, 2] }
        let id = try library.add(
            NewDocument(
                title: "scan-17", captured: test.now, source: .import, pages: [page],
                originals: [.init(file, pages: 0..<1)]))
        try test.read("rent", of: id)
        try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.title) = ("rent", "Rent") }
        #expect(try test.fileNew() == 1 && library.document(id).title == "Rent")
    }

    /// Returns all tables that documents, names, rules and their history are in.
    private func state() throws -> [String] {
        try DatabaseQueue(path: library.folder + "/library.sqlite").read { database in
            try [
                "document", "document_tag", "folder", "tag", "type", "correspondent", "event", "rule_run",
                "rule_filing",
                "rule_queue", "filing_rule", "sqlite_sequence", "open_name", "document_words",
            ].flatMap { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
            }
        }
    }

    @Test("RU-3, RU-5: a trial says what a run then does, and changes nothing")
    func trial() throws {
        try test.add(texts: ["rent"])
        try test.add(texts: ["rent"], [.folder: "Home", .tags: "home"])
        try test.add(texts: ["gas"])
        try test.add(rule: "First") { ($0.conditions.words, $0.actions.type) = ("rent", "New Type") }
        try test.add(rule: "Second") { ($0.conditions.type, $0.actions.folder) = ("new type", ["Home", "New"]) }
        try test.add(rule: "Third") {
            ($0.conditions.folder, $0.actions.tags, $0.actions.title) = (["Home"], ["home"], "Filed {type}")
        }
        try test.add(rule: "Fourth") { ($0.conditions.title, $0.actions.correspondent) = ("filed", "City") }
        let before = try state()
        let trial = try library.tryRules(clock: test.clock)
        #expect(try state() == before)
        let run = try test.run()
        #expect(trial.effects == run.effects && trial.matching == run.matching && trial.changing == run.changing)
        #expect(
            run.changing == 2
                && run.effects.map(\.rule) == ["First", "First", "Second", "Third", "Third", "Fourth", "Fourth"])
        let titles = [["Filed New Type", "home"], ["Filed New Type"], ["City"], ["City"]]
        let after = [["New Type"], ["New Type"], ["Home / New"]] + titles
        #expect(run.effects.map { $0.values.map(\.after) } == after)
        let again = try test.run()
        #expect(try again.changing == 0 && again.events == nil && library.ruleRuns(limit: 9).count == 1)
    }

    @Test("RU-4: a new document is filed once, in the order of the rules, when all of its pages have been read")
    func queue() throws {
        try test.add(rule: "First") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        try test.add(rule: "Second") { ($0.conditions.type, $0.actions.folder) = ("Bill", ["Bills"]) }
        try test.add(rule: "Third") { ($0.conditions.words, $0.actions.type) = ("rent", "Other") }
        let id = try test.add(texts: ["rent", nil])
        #expect(try test.fileNew() == 0)
        try test.read("more", of: id)
        #expect(try test.fileNew() == 1)
        #expect(try test.filing(id) == .init(title: test.title(test.now), folder: "Bills", type: "Bill"))
        // What a person takes away stays away, even if the pages are read again.
        _ = try library.file(id, try FilingEntry([.folder: "", .type: ""]), at: test.now)
        try library.readAllAgain()
        for _ in 0..<2 { try test.read("rent", of: id) }
        #expect(try test.fileNew() == 0 && test.filing(id).type == nil)
    }

    @Test("RU-4: documents wait in the trash, and across a restart; those from before there were rules stay")
    func waiting() throws {
        let before = try test.add(texts: ["rent"])
        #expect(try test.fileNew() == 0)
        try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        let (trashed, other) = (try test.add(texts: ["rent"]), try test.add(texts: ["rent"]))
        _ = try library.trash([trashed], at: test.now)
        let reopened = try Library(folder: library.folder)
        #expect(try reopened.fileNextDocument(clock: test.clock, at: test.now)?.changing == 1)
        #expect(try reopened.fileNextDocument(clock: test.clock, at: test.now) == nil)
        #expect(try test.filing(other).type == "Bill" && test.filing(before).type == nil)
        _ = try library.restore([trashed], at: test.now)
        #expect(try test.fileNew() == 1 && test.filing(trashed).type == "Bill")
    }

    @Test("RU-4: a page that cannot be read does not keep its document from being filed")
    func unreadable() throws {
        try test.add(rule: "Scans") { ($0.conditions.source, $0.actions.type) = (.scan, "Bill") }
        let id = try test.add(texts: [nil])
        let page = try #require(try library.nextUnreadPage())
        try library.noteFailure(of: page, reason: "dark", isSetAside: false)
        #expect(try test.fileNew() == 0)
        try library.noteFailure(of: page, reason: "dark", isSetAside: true)
        #expect(try test.fileNew() == 1 && test.filing(id).type == "Bill")
    }

    @Test("RU-6: a run is undone in one step, with the names that it made; what was changed since stays")
    func undo() throws {
        let ids = try (0..<4).map { _ in try test.add(texts: ["rent"], [.tags: "own"]) }
        let before = try ids.map { try test.filing($0) }
        let names = try library.listNames()
        try test.add(rule: "Rent") {
            $0.conditions.words = "rent"
            ($0.actions.folder, $0.actions.tags, $0.actions.title) = (["Home", "Rent"], ["rent"], "Rent")
        }
        let first = try #require(try test.run().events)
        #expect(
            try library.ruleRuns(limit: 9).map { "\($0.documents) \($0.rules) \($0.isUndone)" } == [
                "4 [\"Rent\"] false"
            ])
        #expect(try library.undo(first, at: test.now).isEmpty)
        #expect(try ids.map { try test.filing($0) } == before && library.listNames() == names)
        #expect(try library.ruleRuns(limit: 9).map(\.isUndone) == [true])
        #expect(try library.rules(thatFiled: ids[0]).isEmpty && library.filingRules()[0].documents == 0)
        // A person changes one document, and another one is gone.
        let second = try #require(try test.run().events)
        _ = try library.file(ids[1], try FilingEntry([.title: "Mine", .tags: "own, rent, more"]), at: test.now)
        _ = try library.trash([ids[2]], at: test.now)
        try library.delete(ids[2])
        #expect(try Set(library.undo(second, at: test.now)) == [ids[1], ids[2]])
        #expect(try test.filing(ids[0]) == before[0] && test.filing(ids[3]) == before[3])
        #expect(try test.filing(ids[1]) == .init(title: "Mine", tags: ["own", "more"]))
    }

    @Test("RU-7: rules are turned off, moved, changed and deleted, and each of these is undone")
    func list() throws {
        for name in ["A", "B", "C"] {
            try test.add(rule: name) { ($0.conditions.words, $0.actions.type) = ("x", name) }
        }
        func rules() throws -> [String] {
            try library.filingRules().map { $0.rule.name + ($0.isOn ? "" : " off") }
        }
        func undo(_ event: Int64?) throws { _ = try library.undo(EventRange(try #require(event)), at: test.now) }
        let ids = try library.filingRules().map(\.id)
        let off = try library.turnRule(ids[0], on: false, at: test.now)
        let moved = try library.moveRule(ids[0], by: 1, at: test.now)
        #expect(try rules() == ["B", "A off", "C"] && library.moveRule(ids[2], by: 1, at: test.now) == nil)
        var changed = try library.filingRule(ids[1])
        changed.name = "B2"
        let seen = try library.filingRule(ids[1])
        let change = try library.changeRule(ids[1], to: changed, seeing: seen, at: test.now)
        #expect(throws: StoreError.changedSince("B2")) {
            try library.changeRule(ids[1], to: seen, seeing: seen, at: test.now)
        }
        let removed = try library.removeRule(ids[2], at: test.now)
        #expect(try rules() == ["B2", "A off"])
        #expect(throws: StoreError.unknownRule(ids[2])) { try library.filingRule(ids[2]) }
        // In another order than they were made.
        try undo(off)
        #expect(try rules() == ["B2", "A"])
        try undo(removed)
        try undo(change)
        try undo(moved)
        #expect(try rules() == ["A", "B", "C"] && library.filingRules().map(\.id) == ids)
        // Whoever has changed it since keeps it.
        let again = try library.turnRule(ids[0], on: false, at: test.now)
        _ = try library.turnRule(ids[0], on: true, at: test.now)
        #expect(throws: StoreError.changedSince("A")) { try undo(again) }
        let (added, event) = try library.addRule(changed, at: test.now)
        try undo(event)
        #expect(try rules() == ["A", "B", "C"])
        // Its number is not given away again.
        #expect(try library.addRule(changed, at: test.now).rule == added + 1)
    }

    @Test("RU-7: rules say how many documents they filed, and those that are off file none")
    func counts() throws {
        let rule = try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        for text in ["rent", "rent", "gas"] { try test.add(texts: [text]) }
        #expect(try test.fileNew() == 2)
        #expect(try library.filingRules().map(\.documents) == [2] && library.filingRules()[0].last == test.now)
        _ = try library.turnRule(rule, on: false, at: test.now)
        try test.add(texts: ["rent"])
        #expect(try test.fileNew() == 0 && test.run().changing == 0)
    }

    @Test("RU-8: the history of a document names the rule that filed it, and undoes its part")
    func history() throws {
        let id = try test.add(texts: ["rent"])
        let rule = try test.add(rule: "Rent") { ($0.conditions.words, $0.actions.type) = ("rent", "Bill") }
        _ = try test.run()
        let record = try #require(try library.history(of: id, at: test.now).first)
        #expect(record.event == .filedByRule("Rent", [.type]))
        #expect(try library.rules(thatFiled: id).map(\.rule) == [rule])
        _ = try library.undo(try #require(record.undo), at: test.now)
        #expect(try test.filing(id).type == nil)
    }

    @Test("RU-10: rules keep to a folder, tag or correspondent that is renamed, moved or merged, and back when undone")
    func names() throws {
        try test.add(texts: ["rent"], [.folder: "Home/Bills", .tags: "rent, flat", .correspondent: "City"])
        let id = try test.add(rule: "Rent") {
            ($0.conditions.folder, $0.conditions.correspondent) = (["Home", "Bills"], "city")
            ($0.actions.folder, $0.actions.tags) = (["Home", "Bills", "Rent"], ["Rent"])
        }
        let before = try library.filingRule(id)
        func changed(_ body: () throws -> Int64?) throws -> FilingRule {
            let event = try #require(try body())
            let rule = try library.filingRule(id)
            _ = try library.undo(EventRange(event), at: test.now)
            return rule
        }
        let folders = try library.folders()
        let (home, bills) = (
            try #require(folders.first { $0.name == "Home" }), try #require(folders.first { $0.name == "Bills" })
        )
        let renamed = try changed { try library.changeFolder(home.id, name: "House", parent: nil, at: test.now) }
        #expect(
            renamed.conditions.folder == ["House", "Bills"] && renamed.actions.folder == ["House", "Bills", "Rent"])
        let moved = try changed { try library.changeFolder(bills.id, name: "Bills", parent: nil, at: test.now) }
        #expect(moved.conditions.folder == ["Bills"] && moved.actions.folder == ["Bills", "Rent"])
        let city = try #require(try library.names(of: .correspondent).first)
        let named = try changed { try library.rename(city.id, of: .correspondent, to: "Town", at: test.now) }
        #expect(named.conditions.correspondent == "Town")
        let tags = try library.names(of: .tag)
        let (rent, flat) = (
            try #require(tags.first { $0.name == "rent" }), try #require(tags.first { $0.name == "flat" })
        )
        let merged = try changed { try library.merge(rent.id, into: flat.id, of: .tag, at: test.now) }
        #expect(merged.actions.tags == ["flat"])
        let after = try library.filingRule(id)
        #expect(Library.isLike(after, before), "\(after)")
    }

    @Test("RU-10: rules are as they were once a merge is undone, unless somebody has changed them since")
    func undoneMerge() throws {
        try test.add(texts: ["rent"], [.tags: "rent, flat"])
        let ids = try ["A", "B"].map { name in
            try test.add(rule: name) { ($0.conditions.words, $0.actions.tags) = ("x", ["Rent", "flat"]) }
        }
        let before = try library.filingRule(ids[0])
        let tags = try library.names(of: .tag)
        let rent = try #require(tags.first { $0.name == "rent" }), flat = try #require(tags.first { $0.name == "flat" })
        let event = try #require(try library.merge(rent.id, into: flat.id, of: .tag, at: test.now))
        #expect(try ids.map { try library.filingRule($0).actions.tags } == [["flat"], ["flat"]])
        var changed = try library.filingRule(ids[1])
        changed.name = "Changed"
        _ = try library.changeRule(ids[1], to: changed, at: test.now)
        _ = try library.undo(EventRange(event), at: test.now)
        #expect(try library.filingRule(ids[0]) == before && library.filingRule(ids[1]) == changed)
    }

    @Test("RU-11: rules are exported in their order, and restored as they were")
    func export() throws {
        for name in ["A", "B"] { try test.add(rule: name) { ($0.conditions.words, $0.actions.type) = ("x", name) } }
        let ids = try library.filingRules().map(\.id)
        _ = try library.moveRule(ids[0], by: 1, at: test.now)
        _ = try library.turnRule(ids[1], on: false, at: test.now)
        _ = try library.removeRule(try test.add(rule: "C") { $0.conditions.words = "x" }, at: test.now)
        let before = try library.filingRules()
        try library.export(to: test.folder.path("export"))
        let target = try Library(folder: test.folder.path("target"))
        try target.restore(try ExportReader(folder: test.folder.path("export")))
        #expect(try target.filingRules() == before)
        #expect(try target.addRule(before[0].rule, at: test.now).rule == ids[1] + 2)
    }
}

extension Library {
    /// Whether two rules have the same names but for their case.
    fileprivate static func isLike(_ one: FilingRule, _ other: FilingRule) -> Bool {
        "\(one)".lowercased() == "\(other)".lowercased()
    }
}
