import Foundation
import StationRules
import StationStore
import TestSupport
import Testing

/// What a library with rules is expected to do, in the simplest possible form.
private struct RuleModel {
    typealias Filing = RuleLibrary.Filing

    struct Document {
        let words: Set<String>
        let source: ListFilter.Source
        var filing: Filing
    }

    struct Rule: Hashable {
        let id: Int64
        var rule: FilingRule
        var isOn = true
    }

    /// The changes of a run, first one first.
    struct Run {
        let events: EventRange
        let changes: [(document: Int64, before: Filing, after: Filing)]
    }

    var documents: [Int64: Document] = [:]
    var rules: [Rule] = []
    var runs: [Run] = []
    /// The title of a document that nobody named.
    let title: String

    func matches(_ document: Document, _ rule: FilingRule) -> Bool {
        let conditions = rule.conditions
        let words = conditions.words.map { $0.split(separator: " ").map(String.init) } ?? []
        return words.allSatisfy(document.words.contains)
            && conditions.source.map { $0 == document.source } ?? true
            && conditions.type.map { $0 == document.filing.type } ?? true
            && conditions.correspondent.map { $0 == document.filing.correspondent } ?? true
            && conditions.folder.map { folder in
                document.filing.folder.map { "\($0) / ".hasPrefix(folder.joined(separator: " / ") + " / ") } ?? false
            } ?? true
    }

    func filed(_ filing: Filing, by rule: FilingRule) -> Filing {
        var (filing, actions) = (filing, rule.actions)
        func put(_ value: String?, _ part: WritableKeyPath<Filing, String?>) {
            if let value, actions.replaces || filing[keyPath: part] == nil { filing[keyPath: part] = value }
        }
        put(actions.folder?.joined(separator: " / "), \.folder)
        put(actions.type, \.type)
        put(actions.correspondent, \.correspondent)
        if let title = actions.title, actions.replaces || filing.title == self.title { filing.title = title }
        filing.tags.formUnion(actions.tags)
        return filing
    }

    /// Files documents by all rules that are on.
    mutating func file(_ ids: [Int64]) -> [(document: Int64, before: Filing, after: Filing)] {
        var changes: [(document: Int64, before: Filing, after: Filing)] = []
        for rule in rules where rule.isOn {
            for id in ids.sorted() {
                guard let document = documents[id], matches(document, rule.rule) else { continue }
                let after = filed(document.filing, by: rule.rule)
                guard after != document.filing else { continue }
                changes.append((id, document.filing, after))
                documents[id]?.filing = after
            }
        }
        return changes
    }

    /// - Returns: The documents of which something was changed since.
    mutating func undo(_ run: Run) -> Set<Int64> {
        var kept: Set<Int64> = []
        for change in run.changes.reversed() {
            guard var filing = documents[change.document]?.filing else { continue }
            func put<Value: Equatable>(_ part: WritableKeyPath<Filing, Value>) {
                guard change.before[keyPath: part] != change.after[keyPath: part] else { return }
                if filing[keyPath: part] == change.after[keyPath: part] {
                    filing[keyPath: part] = change.before[keyPath: part]
                } else {
                    kept.insert(change.document)
                }
            }
            put(\.title)
            put(\.folder)
            put(\.type)
            put(\.correspondent)
            filing.tags.subtract(change.after.tags.subtracting(change.before.tags))
            documents[change.document]?.filing = filing
        }
        return kept
    }
}

@Suite struct RuleModelTests {
    /// `RECTO_SEQUENCES`, or a number small enough for daily runs.
    private static let sequences = ProcessInfo.processInfo.environment["RECTO_SEQUENCES"].flatMap { Int($0) } ?? 60
    private static let parts = 4

    @Test(
        "RU-2, RU-4, RU-6, RU-7: whatever people and rules do in whatever order, documents and rules are those of the model",
        arguments: 0..<parts)
    func sequences(part: Int) throws {
        for seed in stride(from: part, to: Self.sequences, by: Self.parts) {
            var run = try RuleModelRun(seed: UInt64(seed))
            #expect(try run.run(steps: 30) == 30, "seed \(seed)")
        }
    }
}

/// Random actions on a library, and on its model.
private struct RuleModelRun {
    private let test: RuleLibrary
    private var model: RuleModel
    private var random: SeededGenerator
    private let seed: UInt64
    private var library: Library { test.library }

    private static let words = ["rent", "gas", "tax"]
    private static let folders = [["Home"], ["Home", "Bills"], ["Work"]]
    private static let types = ["Bill", "Letter"]
    private static let correspondents = ["City", "Bank"]
    private static let tags = ["paid", "home"]

    init(seed: UInt64) throws {
        test = try RuleLibrary()
        random = SeededGenerator(seed: seed)
        self.seed = seed
        model = RuleModel(title: test.title(test.now))
        // All names exist for good, on documents in the trash.
        for index in Self.folders.indices {
            let id = try test.add(
                texts: [nil],
                [
                    .folder: Self.folders[index].joined(separator: "/"), .type: Self.types[index % 2],
                    .correspondent: Self.correspondents[index % 2], .tags: Self.tags.joined(separator: ","),
                ])
            _ = try library.trash([id], at: test.now)
        }
    }

    private mutating func some<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    /// - Returns: The number of checked steps.
    mutating func run(steps: Int) throws -> Int {
        for step in 0..<steps {
            let action = Int.random(in: 0..<14, using: &random)
            try act(action)
            try check("seed \(seed), step \(step), action \(action)")
        }
        return steps
    }

    private mutating func act(_ action: Int) throws {
        switch action {
        case 0...2: try addDocument()
        case 3: try addRule()
        case 4...6: try edit()
        case 7: try changeRule()
        case 8: try turnOrMove()
        case 9: try removeRule()
        case 10...11: try runRules()
        default: try undoRun()
        }
    }

    private mutating func addDocument() throws {
        let words = Set(Self.words.filter { _ in chance(50) })
        let source: ListFilter.Source = chance(50) ? .scan : .import
        let id = try test.add(texts: [words.sorted().joined(separator: " ")], source: source)
        model.documents[id] = .init(words: words, source: source, filing: .init(title: model.title))
        let outcome = try #require(try library.fileNextDocument(clock: test.clock, at: test.now))
        let changes = model.file([id])
        #expect(outcome.changing == (changes.isEmpty ? 0 : 1), "seed \(seed)")
        if let events = outcome.events { model.runs.append(.init(events: events, changes: changes)) }
    }

    private mutating func newRule() -> FilingRule {
        var rule = FilingRule(name: "Rule \(Int.random(in: 0..<1000, using: &random))")
        if chance(60) { rule.conditions.words = some(Self.words) }
        if chance(20) { rule.conditions.source = .import }
        if chance(20) { rule.conditions.type = some(Self.types) }
        if chance(20) { rule.conditions.correspondent = some(Self.correspondents) }
        if chance(20) { rule.conditions.folder = some(Self.folders) }
        if rule.conditions == .init() { rule.conditions.words = "gas" }
        if chance(50) { rule.actions.folder = some(Self.folders) }
        if chance(40) { rule.actions.type = some(Self.types) }
        if chance(40) { rule.actions.correspondent = some(Self.correspondents) }
        if chance(30) { rule.actions.title = some(["Rent", "Gas bill"]) }
        rule.actions.tags = Self.tags.filter { _ in chance(30) }
        rule.actions.replaces = chance(30)
        return rule
    }

    private mutating func addRule() throws {
        let rule = newRule()
        model.rules.append(.init(id: try library.addRule(rule, at: test.now).rule, rule: rule))
    }

    /// Undoes a change of rules in half of the cases.
    private mutating func undo(_ event: Int64?, _ before: [RuleModel.Rule]) throws {
        guard let event, chance(50) else { return }
        _ = try library.undo(EventRange(event), at: test.now)
        model.rules = before
    }

    private mutating func changeRule() throws {
        guard let index = model.rules.indices.randomElement(using: &random) else { return }
        let (before, rule) = (model.rules, newRule())
        let event = try library.changeRule(before[index].id, to: rule, seeing: before[index].rule, at: test.now)
        model.rules[index].rule = rule
        try undo(event, before)
    }

    private mutating func turnOrMove() throws {
        guard let index = model.rules.indices.randomElement(using: &random) else { return }
        let before = model.rules
        if chance(50) {
            let isOn = chance(50)
            let event = try library.turnRule(before[index].id, on: isOn, at: test.now)
            #expect((event == nil) == (before[index].isOn == isOn))
            model.rules[index].isOn = isOn
            return try undo(event, before)
        }
        let places = chance(50) ? 1 : -1
        let event = try library.moveRule(before[index].id, by: places, at: test.now)
        let place = min(max(index + places, 0), before.count - 1)
        model.rules.insert(model.rules.remove(at: index), at: place)
        #expect((event == nil) == (place == index))
        try undo(event, before)
    }

    private mutating func removeRule() throws {
        guard let index = model.rules.indices.randomElement(using: &random) else { return }
        let before = model.rules
        let event = try library.removeRule(before[index].id, at: test.now)
        model.rules.remove(at: index)
        try undo(event, before)
    }

    /// Changes a document as a person does.
    private mutating func edit() throws {
        guard let id = some(model.documents.keys.sorted()), var filing = model.documents[id]?.filing else { return }
        var entered: [FilingEntry.Field: String] = [:]
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            filing.title = some(["Rent", "Mine"]) ?? ""
            entered[.title] = filing.title
        case 1:
            let folder = some(Self.folders + [[]]) ?? []
            filing.folder = folder.isEmpty ? nil : folder.joined(separator: " / ")
            entered[.folder] = folder.joined(separator: "/")
        case 2:
            filing.type = some(Self.types.map(Optional.some) + [nil]) ?? nil
            entered[.type] = filing.type ?? ""
        case 3:
            filing.correspondent = some(Self.correspondents.map(Optional.some) + [nil]) ?? nil
            entered[.correspondent] = filing.correspondent ?? ""
        default:
            filing.tags = Set(Self.tags.filter { _ in chance(50) })
            entered[.tags] = filing.tags.sorted().joined(separator: ",")
        }
        _ = try library.file(id, try FilingEntry(entered), at: test.now)
        model.documents[id]?.filing = filing
    }

    private mutating func runRules() throws {
        let trial = try library.tryRules(clock: test.clock)
        let outcome = try test.run()
        let changes = model.file(Array(model.documents.keys))
        #expect(outcome.changing == Set(changes.map(\.document)).count && trial.changing == outcome.changing)
        if let events = outcome.events { model.runs.append(.init(events: events, changes: changes)) }
    }

    private mutating func undoRun() throws {
        guard let index = model.runs.indices.randomElement(using: &random) else { return }
        let run = model.runs.remove(at: index)
        #expect(try Set(library.undo(run.events, at: test.now)) == model.undo(run), "seed \(seed)")
    }

    private func check(_ place: String) throws {
        let rules = try library.filingRules().map { RuleModel.Rule(id: $0.id, rule: $0.rule, isOn: $0.isOn) }
        #expect(rules == model.rules, "\(place)")
        for (id, document) in model.documents {
            let filing = try test.filing(id)
            #expect(filing == document.filing, "\(place)")
        }
        let runs = try library.ruleRuns(limit: 1000).filter { !$0.isUndone }
        #expect(Set(runs.map(\.events)) == Set(model.runs.map(\.events)), "\(place)")
    }
}
