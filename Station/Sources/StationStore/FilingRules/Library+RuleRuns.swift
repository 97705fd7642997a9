public import FoundationEssentials
import GRDB
public import StationRules

/// What a rule does to a document.
public struct RuleEffect: Hashable, Sendable {
    public struct Value: Hashable, Sendable {
        public let field: FilingEntry.Field
        /// The texts before and after; empty without a value. Of tags, only the added ones.
        public let before: String
        public let after: String
    }

    public let document: Int64
    /// The title before.
    public let title: String
    /// The name of the rule.
    public let rule: String
    public let values: [Value]
}

/// What rules do, or would do.
public struct RuleOutcome: Hashable, Sendable {
    /// The number of documents that match a rule.
    public let matching: Int
    /// The number of documents that change.
    public let changing: Int
    /// The first effects.
    public let effects: [RuleEffect]
    /// The events for ``Library/undo(_:by:at:)``; `nil` for a trial, and if nothing changed.
    public let events: EventRange?
}

/// A run of rules that changed something.
public struct RuleRun: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let at: Date
    public let events: EventRange
    public let documents: Int
    /// The names of the rules.
    public let rules: [String]
    public let isUndone: Bool
}

/// Filing documents by rules.
extension Library {
    /// The number of effects that are shown.
    public static let shownEffects = 50

    /// Returns what a rule that may not be stored yet would do alone, without changing anything.
    public func tryRule(_ rule: FilingRule, clock: StationClock) throws(StoreError) -> RuleOutcome {
        let stored = FilingRuleChange.Stored(id: 0, place: 0, rule: rule, isOn: true, person: Self.actingPerson)
        return try tryOut([stored], clock)
    }

    /// Returns what all rules that are on would do.
    public func tryRules(clock: StationClock) throws(StoreError) -> RuleOutcome {
        try tryOut(try read { try Self.storedRules($0) }.filter(\.isOn), clock)
    }

    private func tryOut(_ rules: [FilingRuleChange.Stored], _ clock: StationClock) throws(StoreError) -> RuleOutcome {
        try write { database in
            var outcome: RuleOutcome?
            try database.inSavepoint {
                outcome = try Self.file(by: rules, nil, isTrial: true, clock: clock, at: .now, database)
                return .rollback
            }
            return outcome ?? RuleOutcome(matching: 0, changing: 0, effects: [], events: nil)
        }
    }

    /// Files all documents that the person sees.
    /// - Parameter rule: The rule; `nil` for all that are on.
    public func runRules(
        _ rule: Int64? = nil, clock: StationClock, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> RuleOutcome {
        try write { database in
            let rules = try Self.storedRules(database).filter { rule == nil ? $0.isOn : $0.id == rule }
            return try Self.file(by: rules, nil, person: person, clock: clock, at: date, database)
        }
    }

    /// Files the next new document whose text has been read.
    /// - Returns: What the rules did; `nil` if no document waits.
    public func fileNextDocument(clock: StationClock, at date: Date) throws(StoreError) -> RuleOutcome? {
        while let next = try nextDocumentToFile() {
            if let outcome = try fileNewDocument(next, clock: clock, at: date) { return outcome }
        }
        return nil
    }

    /// Returns the next new document whose text has been read; `nil` if no document waits.
    package func nextDocumentToFile(except skipped: Set<Int64> = []) throws(StoreError) -> Int64? {
        let others = skipped.sorted().map(String.init).joined(separator: ", ")
        return try readWhole {
            try Int64.fetchOne(
                $0,
                sql: """
                    SELECT rule_queue.document \(Self.waiting) AND rule_queue.document NOT IN (\(others))
                    ORDER BY rule_queue.document LIMIT 1
                    """)
        }
    }

    /// Files a new document.
    /// - Returns: `nil` if it no longer waits.
    package func fileNewDocument(
        _ id: Int64, clock: StationClock, at date: Date
    ) throws(StoreError) -> RuleOutcome? {
        try write { database in
            let isWaiting = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 \(Self.waiting) AND rule_queue.document = ?)", arguments: [id])
            guard isWaiting == true else { return nil }
            try Self.leaveRuleQueue(id, database)
            let owner = try Int64.fetchOne(database, sql: "SELECT owner FROM document WHERE id = ?", arguments: [id])
            // Nobody changes private documents of others.
            let rules = try Self.storedRules(database).filter { $0.isOn && (owner == nil || owner == $0.person) }
            return try Self.file(by: rules, id, clock: clock, at: date, database)
        }
    }

    // MARK: The queue

    private static let waiting = """
        FROM rule_queue JOIN document ON document.id = rule_queue.document
        WHERE rule_queue.isRead AND document.trashed IS NULL
        """

    /// Whether a new document that has been read is still to be filed.
    package func hasDocumentsToFile() throws(StoreError) -> Bool { try nextDocumentToFile() != nil }

    static func enterRuleQueue(_ document: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO rule_queue (document, isRead)
                SELECT id, \(Schema.isRead("document")) FROM document WHERE id = ?
                """, arguments: [document])
    }

    static func leaveRuleQueue(_ document: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM rule_queue WHERE document = ?", arguments: [document])
    }

    // MARK: Filing

    /// - Parameters:
    ///   - document: `nil` for all documents that the reader sees.
    ///   - person: The person who files; `nil` for the person of each rule.
    ///   - isTrial: Whether the caller rolls the changes back, so that only those that later rules depend on are made.
    private static func file(
        by rules: [FilingRuleChange.Stored], _ document: Int64?, person: Int64? = nil, isTrial: Bool = false,
        clock: StationClock, at date: Date, _ database: Database
    ) throws -> RuleOutcome {
        let isByTitle = rules.contains { $0.rule.conditions.title != nil }
        var (matching, changing) = (Set<Int64>(), Set<Int64>())
        var (effects, events): ([RuleEffect], [Int64]) = ([], [])
        var filings: [(event: Int64, rule: Int64, document: Int64)] = []
        for stored in rules {
            let found = try documents(matching: stored.rule.conditions, document, database)
            matching.formUnion(found)
            for id in found {
                let (actor, names) = (person ?? stored.person, try NamesMade(database))
                guard let change = try change(of: id, by: stored.rule, person: actor, clock: clock, database) else {
                    continue
                }
                changing.insert(id)
                if effects.count < shownEffects { effects.append(try effect(change, on: id, database)) }
                if isTrial {
                    guard rules.count > 1 else { continue }
                    try apply(change, to: id, at: date, renewsIndex: isByTitle, database)
                    continue
                }
                events += try names.note(by: actor, at: date, database)
                guard let event = try store(change, of: id, by: actor, at: date, database) else { continue }
                events.append(event)
                filings.append((event, stored.id, id))
            }
        }
        let range = EventRange(events)
        if let range { try insertRun(range, filings, at: date, database) }
        return RuleOutcome(matching: matching.count, changing: changing.count, effects: effects, events: range)
    }

    private static func insertRun(
        _ events: EventRange, _ filings: [(event: Int64, rule: Int64, document: Int64)], at date: Date,
        _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO rule_run (at, first, last) VALUES (?, ?, ?)",
            arguments: [date, events.first, events.last])
        let run = database.lastInsertedRowID
        for filing in filings {
            try database.execute(
                sql: "INSERT INTO rule_filing (event, rule, run, document) VALUES (?, ?, ?, ?)",
                arguments: [filing.event, filing.rule, run, filing.document])
        }
    }

    /// Returns the change that a rule makes to a document, for which it creates missing folders and names.
    /// - Returns: `nil` if nothing changes.
    private static func change(
        of document: Int64, by rule: FilingRule, person: Int64, clock: StationClock, _ database: Database
    ) throws -> DocumentChange? {
        let before = try filing(of: document, database)
        let subject = try subject(document, before, of: rule, clock, database)
        // A rule of another version may have other limits.
        guard let entry = try? FilingEntry(rule.entry(for: subject)) else { return nil }
        var after = try filing(entry, after: before, by: person, database)
        after.tags.formUnion(try tags(rule.actions.tags, database))
        return after == before ? nil : DocumentChange(from: before, to: after, by: rule.name)
    }

    private static func subject(
        _ document: Int64, _ filing: DocumentFiling, of rule: FilingRule, _ clock: StationClock, _ database: Database
    ) throws -> FilingRule.Subject {
        let captured = try Date.fetchOne(
            database, sql: "SELECT captured FROM document WHERE id = ?", arguments: [document])
        guard let captured else { throw StoreError.unknownDocument(document) }
        var subject = FilingRule.Subject(filing, hasOwnTitle: true, added: Day(captured, in: clock.calendar))
        // Rules without a title, which are most, need nothing else.
        guard rule.actions.title != nil else { return subject }
        subject.correspondent = try filing.correspondent.flatMap { try nameText($0, of: .correspondent, database) }
        subject.type = try filing.type.flatMap { try nameText($0, of: .type, database) }
        let files = try String.fetchAll(
            database, sql: "SELECT name FROM original_file WHERE document = ?", arguments: [document])
        let given = Language.allCases.map { language in
            Language.$current.withValue(language) { DocumentTitle(scannedAt: captured, clock: clock).text }
        }
        subject.hasOwnTitle =
            !given.contains(filing.title) && !files.contains { DocumentTitle(fileName: $0)?.text == filing.title }
        return subject
    }

    /// Returns the documents outside the trash that the writer may change and that meet all conditions.
    /// - Parameter document: `nil` for all documents.
    private static func documents(
        matching conditions: FilingRule.Conditions, _ document: Int64?, _ database: Database
    ) throws -> [Int64] {
        var parts = ["trashed IS NULL", OwnDocumentGuard.isThere]
        var arguments = StatementArguments()
        func add(_ sql: String, _ value: (any DatabaseValueConvertible)?) {
            parts.append(sql)
            arguments += [value]
        }
        if let document { add("id = ?", document) }
        for (column, words) in [("text", conditions.words), ("title", conditions.title)] {
            guard let words else { continue }
            // Without words that must occur, nothing matches.
            guard let match = SearchWords(words).matchOfWholeWords else { return [] }
            let index = "SELECT rowid FROM document_words WHERE document_words MATCH ?"
            add("id IN (\(index)\(document == nil ? "" : " AND rowid = document.id"))", "{\(column)} : (\(match))")
        }
        for (kind, name) in [(NameKind.correspondent, conditions.correspondent), (.type, conditions.type)] {
            guard let name else { continue }
            guard let id = try knownName(name, of: kind, database) else { return [] }
            add("\(kind.rawValue) = ?", id)
        }
        if let names = conditions.folder {
            guard let id = try knownFolder(names, database) else { return [] }
            let inside = try folders(inside: id, database).sorted()
            parts.append("folder IN (\(inside.map(String.init).joined(separator: ", ")))")
        }
        if let source = conditions.source { add("source = ?", source.rawValue) }
        if let first = conditions.firstSerial { add("serial >= ?", first) }
        if let last = conditions.lastSerial { add("serial <= ?", last) }
        return try Int64.fetchAll(
            database, sql: "SELECT id FROM document WHERE \(parts.joined(separator: " AND ")) ORDER BY id",
            arguments: arguments)
    }

    // MARK: What was done

    /// Returns the latest runs that filed a document which the reader sees.
    public func ruleRuns(limit: Int) throws(StoreError) -> [RuleRun] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM rule_run WHERE \(Self.isSeen) ORDER BY id DESC LIMIT ?", arguments: [limit]
            ).map { try Self.run($0, database) }
        }
    }

    /// Returns a run and its first effects.
    /// - Throws: ``StoreError/unknownRun(_:)``, also if the reader sees none of the documents that it filed.
    public func ruleRun(_ id: Int64) throws(StoreError) -> (run: RuleRun, effects: [RuleEffect]) {
        try read { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT * FROM rule_run WHERE id = ? AND \(Self.isSeen)", arguments: [id])
            guard let row else { throw StoreError.unknownRun(id) }
            let filed = try Row.fetchAll(
                database,
                sql: """
                    SELECT event.document, detail FROM rule_filing JOIN event ON event.id = rule_filing.event
                    WHERE run = ? ORDER BY event.id LIMIT ?
                    """, arguments: [id, Self.shownEffects])
            let effects = try filed.map {
                try Self.effect(try Self.detail(DocumentChange.self, of: $0), on: $0["document"], database)
            }
            return (try Self.run(row, database), effects)
        }
    }

    /// Returns the rules that filed a document, by identifier with their names at that time, without undone runs.
    public func rules(thatFiled document: Int64) throws(StoreError) -> [(rule: Int64, name: String)] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT rule, json_extract(detail, '$.rule') AS name FROM rule_filing
                    JOIN rule_run ON rule_run.id = run JOIN event ON event.id = rule_filing.event
                    WHERE rule_filing.document = ? AND undone IS NULL GROUP BY rule ORDER BY max(rule_filing.event)
                    """, arguments: [document]
            ).map { ($0["rule"], $0["name"]) }
        }
    }

    /// Returns the events of a run that its undoing by the writer leaves: those of documents that the writer does not
    /// see, and those that somebody else has undone already.
    /// - Returns: No events if the writer sees none of its documents, or if these are not the events of a run.
    static func eventsToKeep(of events: EventRange, _ database: Database) throws -> Set<Int64> {
        let filings = try Row.fetchAll(
            database,
            sql: """
                SELECT event, undone IS NULL AS isLeft, document IN (SELECT id FROM document WHERE \(
                    OwnDocumentGuard.isThere)) AS isSeen
                FROM rule_filing JOIN rule_run ON rule_run.id = run WHERE first = ? AND last = ?
                """, arguments: [events.first, events.last])
        let undone = filings.filter { $0["isSeen"] && $0["isLeft"] }
        return undone.isEmpty ? [] : Set(filings.map { $0["event"] }).subtracting(undone.map { $0["event"] })
    }

    /// Marks a run whose events have been undone. One that filed documents which the writer does not see remains with
    /// these, beside one that is undone.
    static func noteUndo(of events: EventRange, at date: Date, _ database: Database) throws {
        let runs = try Int64.fetchAll(
            database, sql: "SELECT id FROM rule_run WHERE first = ? AND last = ? AND undone IS NULL",
            arguments: [events.first, events.last])
        let isSeen = "document IN (SELECT id FROM document WHERE \(OwnDocumentGuard.isThere))"
        for run in runs {
            let isWhole = try Bool.fetchOne(
                database, sql: "SELECT NOT EXISTS (SELECT 1 FROM rule_filing WHERE run = ? AND NOT \(isSeen))",
                arguments: [run])
            var undone = run
            if isWhole == false {
                try database.execute(
                    sql: "INSERT INTO rule_run (at, first, last) SELECT at, first, last FROM rule_run WHERE id = ?",
                    arguments: [run])
                undone = database.lastInsertedRowID
                try database.execute(
                    sql: "UPDATE rule_filing SET run = ? WHERE run = ? AND \(isSeen)", arguments: [undone, run])
            }
            try database.execute(sql: "UPDATE rule_run SET undone = ? WHERE id = ?", arguments: [date, undone])
        }
    }

    /// A document of the run is visible. Private documents of others hide theirs.
    private static let isSeen = "EXISTS (SELECT 1 FROM rule_filing WHERE run = rule_run.id)"

    private static func run(_ row: Row, _ database: Database) throws -> RuleRun {
        let details = try Row.fetchOne(
            database, sql: "SELECT count(DISTINCT document) AS documents FROM rule_filing WHERE run = ?",
            arguments: [row["id"] as Int64])
        let rules = try String.fetchAll(
            database,
            sql: """
                SELECT DISTINCT json_extract(detail, '$.rule') FROM rule_filing
                JOIN event ON event.id = rule_filing.event WHERE run = ?
                """, arguments: [row["id"] as Int64])
        return RuleRun(
            id: row["id"], at: row["at"], events: EventRange(from: row["first"], to: row["last"]),
            documents: details?["documents"] ?? 0, rules: rules, isUndone: row["undone"] != nil)
    }

    private static func effect(
        _ change: DocumentChange, on document: Int64, _ database: Database
    ) throws -> RuleEffect {
        let (before, after) = (change.before, change.after)
        func texts(_ field: FilingEntry.Field) throws -> (String, String)? {
            func both(_ text: (DocumentFiling) throws -> String?) rethrows -> (String, String) {
                (try text(before) ?? "", try text(after) ?? "")
            }
            switch field {
            case .title: return both(\.title)
            case .folder:
                return try both { try $0.folder.flatMap { try folderNames($0, database).joined(separator: " / ") } }
            case .type: return try both { try $0.type.flatMap { try nameText($0, of: .type, database) } }
            case .correspondent:
                return try both { try $0.correspondent.flatMap { try nameText($0, of: .correspondent, database) } }
            case .retained: return both { $0.retained?.description }
            case .tags:
                let added = try after.tags.subtracting(before.tags).sorted().compactMap {
                    try nameText($0, of: .tag, database)
                }
                return ("", added.joined(separator: ", "))
            case .date, .due, .serial, .place, .state, .sharing: return nil
            }
        }
        let values = try change.fields.compactMap { field in
            try texts(field).map { RuleEffect.Value(field: field, before: $0.0, after: $0.1) }
        }
        return RuleEffect(document: document, title: before.title, rule: change.rule ?? "", values: values)
    }

    private static func nameText(_ id: Int64, of kind: NameKind, _ database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT name FROM \(kind.rawValue) WHERE id = ?", arguments: [id])
    }
}
