import Foundation
import GRDB
import HTTPTypes
import RectoCore
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct FilingRuleRouteTests {
    private let reader = ScriptedReader { page in try StoredText.words(page.width == 10 ? "rent for May" : "gas") }

    /// A station with three documents, two of which have "rent" in their text.
    private func station() async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest { [reader] in
            $0.pageReader = reader
            $0.textLoad = .infinity
        }
        let library = try Library(folder: station.folder.path("station"))
        for (title, width) in [("First", 10), ("Second", 10), ("Third", 20)] { try add(title, width, to: library) }
        try await read(station, library)
        return (station, library)
    }

    private func add(_ title: String, _ width: Int, to library: Library) throws {
        let page = NewDocument.Page(
            picture: Array(title.utf8), size: try PixelSize(width: width, height: 3), quad: nil)
        _ = try library.add(NewDocument(title: title, captured: .now, pages: [page]))
    }

    /// Reads all pages, and waits until new documents are filed.
    private func read(_ station: StationUnderTest, _ library: Library) async throws {
        let task = Task { await station.readTexts() }
        defer { task.cancel() }
        let limit = ContinuousClock.now + .seconds(600)
        while try library.unreadPageCount() > 0 || library.hasDocumentsToFile() {
            try #require(ContinuousClock.now < limit)
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    private static let rule = "name=Rent&words=rent&folder=Home+%2F+Bills&tags=&tags=rent&newTitle=Rent+%7Byear%7D"

    /// Returns the value of a hidden field.
    private func hidden(_ name: String, in text: String) throws -> String {
        let field = try #require(text.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().first)
        let value = field.prefix { $0 != "\"" }.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        return try #require(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    }

    private func undo(_ station: StationUnderTest, at location: String?) async throws -> StationUnderTest.Answer {
        let text = try await station.get(try #require(location)).text
        let form = try #require(text.firstMatch(of: /action="([^"]+)" data-undo/)?.output.1)
        return try await station.post(String(form).replacing("&amp;", with: "&"))
    }

    /// Tries and saves a rule.
    private func save(
        _ station: StationUnderTest, _ form: String, at path: String = "/documents/rules"
    ) async throws -> StationUnderTest.Answer {
        let tried = try await station.post("\(path)/try", form)
        #expect(tried.status == .ok)
        return try await station.post(path, "\(form)&tried=\(try hidden("tried", in: tried.text))")
    }

    @Test("RU-3: the form shows what a rule would do before it is saved, and one that was changed since is tried again")
    func trying() async throws {
        let (station, library) = try await station()
        #expect(try await station.get("/documents/rules").text.contains("No rules yet"))
        let form = try await station.get("/documents/rules/new").text
        #expect(form.contains("action=\"/documents/rules/try#outcome\"") && !form.contains("Save Rule"))
        let unfinished = try await station.post("/documents/rules/try", "name=Rent&words=rent")
        #expect(unfinished.status == .unprocessableContent && unfinished.text.contains("Enter at least one of these."))
        let tried = try await station.post("/documents/rules/try", Self.rule).text
        #expect(tried.contains("2 documents match; 2 would change") && tried.contains("Save and File 2 documents"))
        #expect(tried.contains("<a class=\"headline\" href=\"/documents/1\">First</a>"))
        #expect(tried.contains("Home / Bills") && !tried.contains("href=\"/documents/3\""))
        #expect(tried.contains("All members see rules.") && form.contains("All members see rules."))
        #expect(try library.listNames(isCounted: false).folders.isEmpty && library.filingRules().isEmpty)
        // Neither an untried rule nor another one than was tried is saved.
        let hidden = try hidden("tried", in: tried)
        for other in [Self.rule, Self.rule.replacing("words=rent", with: "words=gas") + "&tried=\(hidden)"] {
            let answer = try await station.post("/documents/rules", other)
            #expect(answer.status == .conflict && answer.text.contains("was changed since it was tried"))
        }
        #expect(try await station.post("/documents/rules", Self.rule + "&tried=x").status == .badRequest)
        #expect(try library.filingRules().isEmpty)
        let saved = try await station.post("/documents/rules", "\(Self.rule)&tried=\(hidden)")
        #expect(try saved.status == .seeOther && library.filingRules().map(\.rule.name) == ["Rent"])
        #expect(try library.document(1).folder == nil)
        #expect(try await undo(station, at: saved.location).location == "/documents/rules?done=undone")
        #expect(try library.filingRules().isEmpty)
    }

    @Test("RU-3, RU-5: while a rule is tried or run, another trial is refused and keeps what was entered")
    func busy() async throws {
        let (station, library) = try await station()
        // Holds up the first trial until the second one is refused.
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: "\(library.folder)/library.sqlite", configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let answers = try await withThrowingTaskGroup(of: StationUnderTest.Answer.self) { tasks in
            for _ in 0..<2 { tasks.addTask { try await station.post("/documents/rules/try", Self.rule) } }
            var answers: [StationUnderTest.Answer] = []
            for try await answer in tasks {
                answers.append(answer)
                if answers.count == 1 { try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") } }
            }
            return answers
        }
        #expect(answers.map(\.status) == [.conflict, .ok])
        let refused = answers[0].text
        #expect(refused.contains("Rules are being tried or run already.") && refused.contains("value=\"Rent {year}\""))
        #expect(!refused.contains("Save Rule") && answers[1].text.contains("2 documents match"))
        // The next one is not.
        #expect(try await station.post("/documents/rules/run").status == .seeOther)
    }

    @Test("RU-4: a document that cannot be filed holds up no others, and is filed once something changes")
    func failing() async throws {
        let folder = try TemporaryFolder()
        let library = try Library(folder: folder.path("library"))
        var rule = FilingRule(name: "Scans")
        (rule.conditions.source, rule.actions.type) = (.scan, "Bill")
        _ = try library.addRule(rule, at: .now)
        let ids = try (1...3).map { try library.add(NewDocument(title: "\($0)", captured: .now, pages: [])) }
        let other = try DatabaseQueue(path: "\(library.folder)/library.sqlite")
        try await other.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER broken BEFORE UPDATE OF type ON document WHEN new.id = \(ids[0])
                    BEGIN SELECT RAISE(ABORT, 'broken'); END
                    """)
        }
        let (changes, changed) = AsyncStream.makeStream(of: Void.self)
        let filing = RuleFiling(library: library, clock: { StationClock(zone: .gmt) }, errorPause: .milliseconds(1))
        let task = Task { await filing.run(after: [changes]) }
        defer { task.cancel() }
        func wait(for filed: [Int64]) async throws {
            let limit = ContinuousClock.now + .seconds(60)
            while try !filed.allSatisfy({ try library.document($0).type != nil }) {
                try #require(ContinuousClock.now < limit)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        try await wait(for: Array(ids.dropFirst()))
        #expect(try library.document(ids[0]).type == nil)
        try await other.write { try $0.execute(sql: "DROP TRIGGER broken") }
        changed.yield()
        try await wait(for: ids)
    }

    @Test("RU-4, RU-8: a new document is filed when it has been read, and its screen names the rule")
    func newDocuments() async throws {
        let (station, library) = try await station()
        _ = try await save(station, Self.rule)
        for title in ["Fourth", "Fifth <b>"] { try add(title, title == "Fourth" ? 10 : 20, to: library) }
        try await read(station, library)
        let names = try library.listNames()
        #expect(try library.document(4).folder == names.folders.first { $0.text == "Home / Bills" }?.id)
        #expect(try library.document(5).folder == nil && library.document(1).folder == nil)
        let shown = try await station.get("/documents/4").text
        #expect(shown.contains("Filed by Rule") && shown.contains("href=\"/documents/rules#rule-1\""))
        #expect(shown.contains("Filed by the rule “Rent”: Folder, Tags"))
        #expect(try await !station.get("/documents/5").text.contains("Filed by Rule"))
        let list = try await station.get("/documents/rules").text
        #expect(list.contains("aria-label=\"Turn Off: Rent\""))
        #expect(list.contains("1 document filed · ") && list.contains("Words in the text: rent"))
    }

    @Test("RU-5, RU-6: rules run after what would change was shown, and the run is undone from its notice or its entry")
    func running() async throws {
        let (station, library) = try await station()
        _ = try await save(station, Self.rule)
        let asked = try await station.get("/documents/rules/run").text
        #expect(asked.contains("2 documents match; 2 would change") && asked.contains("File 2 documents"))
        #expect(try library.document(1).folder == nil)
        let ran = try await station.post("/documents/rules/run")
        #expect(ran.location?.hasPrefix("/documents/rules?done=ran&count=2&undo=") == true)
        #expect(try library.document(1).folder != nil)
        #expect(try await station.get("/documents/rules/run").text.contains("2 documents match; 0 would change"))
        let run = try await station.get("/documents/rules/runs/1").text
        #expect(run.contains("<h1>2 documents</h1>") && run.contains("href=\"/documents/2\"") && run.contains("Rent"))
        // Somebody has filed one elsewhere since.
        _ = try library.file(2, try FilingEntry([.folder: "Work"]), at: .now)
        let undone = try await undo(station, at: ran.location)
        #expect(undone.location == "/documents/rules?done=undoneInPart")
        #expect(try await station.get(try #require(undone.location)).text.contains("except for what was changed since"))
        #expect(try library.document(1).folder == nil && library.document(2).folder != nil)
        #expect(try await station.get("/documents/rules").text.contains("<span class=\"subhead\">Undone</span>"))
        #expect(try await station.get("/documents/rules/runs/9").status == .notFound)
    }

    @Test("RU-7: the list turns rules off, moves, changes and deletes them, and undoes each from its notice")
    func list() async throws {
        let (station, library) = try await station()
        _ = try await save(station, Self.rule)
        _ = try await save(station, "name=Gas&words=gas&type=Bill")
        func rules() throws -> [String] { try library.filingRules().map { $0.rule.name + ($0.isOn ? "" : " off") } }
        let changes = [
            ("2/move", "to=up", ["Gas", "Rent"]), ("1/turn", "on=no", ["Rent off", "Gas"]), ("1/delete", "", ["Gas"]),
        ]
        for (path, form, after) in changes {
            let answer = try await station.post("/documents/rules/\(path)", form)
            #expect(try rules() == after)
            _ = try await undo(station, at: answer.location)
            #expect(try rules() == ["Rent", "Gas"])
        }
        let form = try await station.get("/documents/rules/2").text
        #expect(form.contains("<h1>Gas</h1>") && form.contains("value=\"gas\""))
        let seen = "&seen=\(try hidden("seen", in: form))"
        let changed = try await save(station, "name=Gas+bill&words=gas&type=Bill" + seen, at: "/documents/rules/2")
        #expect(try changed.status == .seeOther && rules() == ["Rent", "Gas bill"])
        // Somebody else had opened the form before.
        let other = "name=Other&words=gas&type=Bill" + seen
        let tried = try await station.post("/documents/rules/2/try", other).text
        let refused = try await station.post("/documents/rules/2", "\(other)&tried=\(try hidden("tried", in: tried))")
        #expect(refused.status == .conflict && refused.text.contains("Somebody else has changed this rule"))
        #expect(try rules() == ["Rent", "Gas bill"])
        for path in ["9", "x"] {
            #expect(try await station.get("/documents/rules/\(path)").status == .notFound)
            #expect(try await station.post("/documents/rules/\(path)/delete").status == .notFound)
        }
    }
}
