import StationRules
import Testing

@Suite struct FilingRuleTests {
    private func filled(_ entered: [String: [String]], names: ListNames = ListNames()) -> (FilingRule?, EntryForm) {
        var form = FilingRuleForm.form(nil, names: names).filled(with: entered)
        let rule = FilingRuleForm.rule(in: &form)
        return (rule, form)
    }

    @Test("RU-1: a form is read as the rule that it shows, and shown again it is the same")
    func roundTrip() throws {
        let entered: [String: [String]] = [
            "name": ["Rent"], "words": ["rent \"city works\" -draft"], "inTitle": ["scan"],
            "fromCorrespondent": ["", "City Works"], "ofType": ["Letter"], "inFolder": ["Home / Inbox"],
            "source": ["import"], "firstSerial": ["10"], "lastSerial": ["20"], "folder": ["Home / Bills"],
            "type": ["Invoice"], "correspondent": ["City"], "tags": ["", "rent", "home, rent"],
            "newTitle": ["Rent {year}"], "keepFor": ["3 years"], "replaces": ["no", "yes"],
        ]
        let (found, form) = filled(entered)
        let rule = try #require(found, "\(form.faults)")
        #expect(rule.name == "Rent" && rule.conditions.words == "rent \"city works\" -draft")
        #expect(rule.conditions.title == "scan" && rule.conditions.correspondent == "City Works")
        #expect(rule.conditions.type == "Letter" && rule.conditions.folder == ["Home", "Inbox"])
        #expect(rule.conditions.source == .import && rule.conditions.firstSerial == 10)
        #expect(rule.conditions.lastSerial == 20 && rule.actions.folder == ["Home", "Bills"])
        #expect(rule.actions.type == "Invoice" && rule.actions.correspondent == "City")
        #expect(rule.actions.tags == ["rent", "home"] && rule.actions.title == "Rent {year}")
        #expect(rule.actions.keepFor == "3 years" && rule.actions.replaces)
        var again = FilingRuleForm.form(rule, names: ListNames()).filled(with: [:])
        #expect(FilingRuleForm.rule(in: &again) == rule)
    }

    @Test(
        "RU-1: a rule without a condition, an action or a word that must occur is refused at its field",
        arguments: [
            (["name": ["A"], "folder": ["Home"]], "words"), (["name": ["A"], "words": ["rent"]], "folder"),
            (["name": ["A"], "words": ["-rent"], "type": ["Letter"]], "words"),
            (["name": [""], "words": ["rent"], "type": ["Letter"]], "name"),
            (["name": ["A"], "firstSerial": ["9"], "lastSerial": ["8"], "type": ["Letter"]], "lastSerial"),
            (["name": ["A"], "words": ["rent"], "replaces": ["yes"]], "folder"),
            (["name": ["A"], "words": ["rent"], "keepFor": ["101 years"]], "keepFor"),
        ])
    func refusals(entered: [String: [String]], cell: String) {
        let (rule, form) = filled(entered)
        #expect(rule == nil && Array(form.faults.keys) == [cell], "\(form.faults)")
    }

    @Test(
        "RU-1: numbers that no document has are refused at their field, however large",
        arguments: [
            ("99999999", "8"), ("9223372036854775807", "-9223372036854775808"), ("-5", "-6"), ("10000000", "9999999"),
        ])
    func impossibleNumbers(first: String, last: String) {
        let (rule, form) = filled(["name": ["A"], "firstSerial": [first], "lastSerial": [last], "type": ["Letter"]])
        #expect(rule == nil && form.faults["firstSerial"]?.contains("from 1 to") == true, "\(form.faults)")
    }

    @Test("RU-1: whatever is entered is either read as a rule or refused at a field")
    func entries() {
        let fields = [
            "name", "words", "inTitle", "fromCorrespondent", "ofType", "inFolder", "source", "firstSerial",
            "lastSerial",
            "folder", "type", "correspondent", "tags", "newTitle", "keepFor", "replaces",
        ]
        let values = [
            "", " ", "-", "\"", "\"\"", "-\"a", "/", "//a//", ",", ",,a,a", "{", "}{", "{}", "0", "-1", "99999999",
            "\(Int.max)",
            "\(Int.min)", "1 days", "0 years", "-1 years", "\(Int.max) months", "\(Int.max)0 years", "\u{0}", "\u{301}",
            "yes",
            String(repeating: "x ", count: 3000), String(repeating: "a/", count: 99),
            String(repeating: "t,", count: 999),
        ]
        let usual = ["name": ["A"], "words": ["rent"], "type": ["Letter"]]
        for (index, field) in fields.enumerated() {
            for value in values {
                for other in ["", value] {
                    let entered = usual.merging([field: [value], fields[(index + 1) % fields.count]: [other]]) { $1 }
                    let (rule, form) = filled(entered)
                    #expect((rule == nil) != form.faults.isEmpty, "\(entered)")
                }
            }
        }
    }

    @Test("RU-2: a retention beyond the calendar ends with it", arguments: ["months", "years"])
    func endlessRetention(unit: String) throws {
        var rule = FilingRule(name: "A")
        rule.actions.keepFor = "\(Int.max) \(unit)"
        #expect(rule.entry(for: try subject())[.retained]?.hasPrefix("9999-") == true)
    }

    @Test("RU-3: texts of a trial agree with their number, in German too")
    func numbers() {
        func texts(_ matching: Int, _ changing: Int) -> String {
            "\(FilingRuleTexts.found(matching: matching, changing: changing)), \(FilingRuleTexts.more(changing))"
        }
        #expect(texts(3, 1) == "3 documents match; 1 would change, and 1 more document")
        Language.$current.withValue(.german) {
            #expect(texts(3, 1) == "3 Dokumente passen; 1 würde geändert, und 1 weiteres Dokument")
            #expect(texts(1, 0) == "1 Dokument passt; 0 würden geändert, und 0 weitere Dokumente")
            #expect(texts(3, 3) == "3 Dokumente passen; 3 würden geändert, und 3 weitere Dokumente")
            #expect(FilingRuleTexts.turn("Miete", isOn: true) == "Ausschalten: Miete")
        }
    }

    private func subject(
        hasOwnTitle: Bool = false, _ change: (inout DocumentFiling) -> Void = { _ in }
    ) throws -> FilingRule.Subject {
        var filing = DocumentFiling(title: "Scan 1")
        change(&filing)
        return FilingRule.Subject(filing, hasOwnTitle: hasOwnTitle, added: try #require(Day("2026-11-30")))
    }

    @Test("RU-2: a rule fills in what is empty, and replaces what is there only if it says so")
    func emptyFields() throws {
        var rule = FilingRule(name: "A")
        (rule.actions.folder, rule.actions.type, rule.actions.correspondent) = (["Home", "Bills"], "Invoice", "City")
        (rule.actions.title, rule.actions.keepFor) = ("Bill", "2 years")
        let all: [FilingEntry.Field: String] = [
            .folder: "Home/Bills", .type: "Invoice", .correspondent: "City", .title: "Bill", .retained: "2028-11-30",
        ]
        #expect(rule.entry(for: try subject()) == all)
        let date = try #require(Day("2024-02-29")), kept = try #require(Day("2030-01-01"))
        #expect(rule.entry(for: try subject { $0.date = date })[.retained] == "2026-02-28")
        let filed = try subject(hasOwnTitle: true) {
            ($0.folder, $0.type, $0.correspondent, $0.retained) = (1, 2, 3, kept)
        }
        #expect(rule.entry(for: filed).isEmpty)
        let half = try subject(hasOwnTitle: true) { $0.type = 2 }
        #expect(Set(rule.entry(for: half).keys) == [.folder, .correspondent, .retained])
        rule.actions.replaces = true
        #expect(rule.entry(for: filed) == all)
    }

    @Test(
        "RU-2: a title takes the values of the document, those that the rule sets included",
        arguments: [
            ("{correspondent} {year}-{month}", "City 2026-03"), ("{type} of {date}", "Letter of 2026-03-09"),
            ("{other} {type}", "{other} Letter"), ("Open {brace", "Open {brace"), ("  {type}  ", "Letter"),
        ])
    func titles(pattern: String, title: String) throws {
        var rule = FilingRule(name: "A")
        (rule.actions.title, rule.actions.correspondent) = (pattern, "City")
        let date = try #require(Day("2026-03-09"))
        var subject = try subject { $0.date = date }
        subject.type = "Letter"
        #expect(rule.entry(for: subject)[.title] == title)
    }

    @Test("RU-2: a title of which nothing remains is not set")
    func emptyTitle() throws {
        var rule = FilingRule(name: "A")
        rule.actions.title = "{correspondent} {type}"
        #expect(rule.entry(for: try subject())[.title] == nil)
    }

    @Test("RU-10: a rule follows a name and a folder with those inside it, and no other")
    func names() {
        var rule = FilingRule(name: "A")
        (rule.conditions.folder, rule.actions.folder) = (["home", "Bills", "Gas"], ["Home"])
        (rule.conditions.type, rule.actions.type, rule.actions.tags) = ("letter", "Bill", ["a", "B", "c"])
        let isSame: (String, String) -> Bool = { $0.lowercased() == $1.lowercased() }
        let moved = rule.moving(folder: ["Home", "Bills"], to: ["Archive"], isSame: isSame)
        #expect(moved.conditions.folder == ["Archive", "Gas"] && moved.actions.folder == ["Home"])
        #expect(rule.moving(folder: ["Bills"], to: ["X"], isSame: isSame) == rule)
        let renamed = rule.renaming(.type, from: "Letter", to: "Post", isSame: isSame)
        #expect(renamed.conditions.type == "Post" && renamed.actions.type == "Bill")
        // Of two tags that become one, one remains.
        #expect(rule.renaming(.tag, from: "b", to: "a", isSame: isSame).actions.tags == ["a", "c"])
        #expect(rule.renaming(.correspondent, from: "letter", to: "X", isSame: isSame) == rule)
    }
}
