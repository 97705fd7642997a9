public import FoundationEssentials
import GRDB
public import StationRules

/// A stored rule with what it has done.
public struct FilingRuleRecord: Hashable, Identifiable, Sendable {
    public let id: Int64
    public let rule: FilingRule
    public let isOn: Bool
    /// The number of documents that it filed, without undone runs.
    public let documents: Int
    /// The time at which it last filed one.
    public let last: Date?
}

/// A change of a rule: the detail of ``LibraryEvent/Kind/ruleChanged``.
struct FilingRuleChange: Codable {
    struct Stored: Hashable, Codable {
        let id: Int64
        /// The index in the list.
        var place: Int
        var rule: FilingRule
        var isOn: Bool
        var person: Int64

        func isLike(_ other: Self?) -> Bool { rule == other?.rule && isOn == other?.isOn }
    }

    /// `nil` if it was added.
    let before: Stored?
    /// `nil` if it was deleted.
    let after: Stored?

    /// Returns the rule without this change; `nil` if it did not exist before.
    /// - Parameter person: The person who undoes it. A rule with another content becomes theirs, so that nobody makes a
    ///   rule of somebody else file by other conditions.
    /// - Throws: ``StoreError/changedSince(_:)`` if the same part of it has changed since.
    func undone(from current: Stored?, by person: Int64) throws(StoreError) -> Stored? {
        guard let before, let after else {
            if after.map({ !$0.isLike(current) }) ?? (current != nil) { throw changedSince }
            var rule = before
            rule?.person = person
            return rule
        }
        guard var rule = current else { throw changedSince }
        func put<Value: Equatable>(_ part: WritableKeyPath<Stored, Value>) throws(StoreError) {
            guard before[keyPath: part] != after[keyPath: part] else { return }
            guard rule[keyPath: part] == after[keyPath: part] else { throw changedSince }
            rule[keyPath: part] = before[keyPath: part]
        }
        try put(\.rule)
        try put(\.isOn)
        try put(\.place)
        if before.rule != after.rule { rule.person = person }
        return rule
    }

    private var changedSince: StoreError { .changedSince((after ?? before)?.rule.name ?? "") }
}

/// The list of rules.
extension Library {
    public static let maximumRules = 200

    /// Returns the rules in the order in which they file.
    public func filingRules() throws(StoreError) -> [FilingRuleRecord] {
        try read { database in
            try Self.storedRules(database).map { stored in
                let filed = try Row.fetchOne(
                    database,
                    sql: """
                        SELECT count(DISTINCT document) AS documents, max(at) AS last
                        FROM rule_filing JOIN rule_run ON rule_run.id = run WHERE rule = ? AND undone IS NULL
                        """, arguments: [stored.id])
                return FilingRuleRecord(
                    id: stored.id, rule: stored.rule, isOn: stored.isOn, documents: filed?["documents"] ?? 0,
                    last: filed?["last"])
            }
        }
    }

    /// - Throws: ``StoreError/unknownRule(_:)``.
    public func filingRule(_ id: Int64) throws(StoreError) -> FilingRule {
        try read { try Self.requireRule(id, $0).rule }
    }

    /// Adds a rule at the end.
    /// - Throws: ``StoreError/tooManyRules(maximum:)``.
    public func addRule(
        _ rule: FilingRule, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (rule: Int64, event: Int64) {
        try write { database in
            let count = try Self.storedRules(database).count
            guard count < Self.maximumRules else { throw StoreError.tooManyRules(maximum: Self.maximumRules) }
            // Events still refer to deleted rules, so numbers are not reused.
            let last = try Int64.fetchOne(
                database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'filing_rule'")
            let stored = FilingRuleChange.Stored(
                id: (last ?? 0) + 1, place: count, rule: rule, isOn: true, person: person)
            let change = FilingRuleChange(before: nil, after: stored)
            return (stored.id, try Self.store(change, by: person, at: date, database))
        }
    }

    /// - Parameter seen: The rule that the person saw; `nil` to accept any.
    /// - Returns: The event; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownRule(_:)``; ``StoreError/changedSince(_:)`` if it has changed since.
    public func changeRule(
        _ id: Int64, to rule: FilingRule, seeing seen: FilingRule? = nil, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try change(id, by: person, at: date) { stored in
            if let seen, seen != stored.rule { throw StoreError.changedSince(stored.rule.name) }
            (stored.rule, stored.person) = (rule, person)
        }
    }

    /// Turns a rule on or off. It stays the rule of the person who changed it last.
    /// - Returns: The event; `nil` if nothing changes.
    public func turnRule(
        _ id: Int64, on isOn: Bool, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try change(id, by: person, at: date) { $0.isOn = isOn }
    }

    /// Moves a rule up or down by a number of places.
    /// - Returns: The event; `nil` at the end of the list.
    public func moveRule(
        _ id: Int64, by places: Int, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.requireRule(id, database)
            var after = before
            let last = try Self.storedRules(database).count - 1
            after.place = min(max(before.place + places, 0), last)
            guard after != before else { return nil }
            return try Self.store(FilingRuleChange(before: before, after: after), by: person, at: date, database)
        }
    }

    /// - Returns: The event.
    public func removeRule(
        _ id: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { database in
            let change = FilingRuleChange(before: try Self.requireRule(id, database), after: nil)
            return try Self.store(change, by: person, at: date, database)
        }
    }

    private func change(
        _ id: Int64, by person: Int64, at date: Date, _ body: @Sendable (inout FilingRuleChange.Stored) throws -> Void
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.requireRule(id, database)
            var after = before
            try body(&after)
            guard !after.isLike(before) else { return nil }
            return try Self.store(FilingRuleChange(before: before, after: after), by: person, at: date, database)
        }
    }

    // MARK: The database

    /// Returns the rules in their order, without those in an unknown format of a later version.
    static func storedRules(_ database: Database) throws -> [FilingRuleChange.Stored] {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, definition, isOn, person FROM filing_rule ORDER BY position")
        return rows.enumerated().compactMap { place, row in
            let definition = Data((row["definition"] as String).utf8)
            return (try? JSONDecoder().decode(FilingRule.self, from: definition)).map {
                FilingRuleChange.Stored(id: row["id"], place: place, rule: $0, isOn: row["isOn"], person: row["person"])
            }
        }
    }

    private static func requireRule(_ id: Int64, _ database: Database) throws -> FilingRuleChange.Stored {
        guard let stored = try storedRules(database).first(where: { $0.id == id }) else {
            throw StoreError.unknownRule(id)
        }
        return stored
    }

    private static func store(
        _ change: FilingRuleChange, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        var order = try Int64.fetchAll(database, sql: "SELECT id FROM filing_rule ORDER BY position")
        if let stored = change.after {
            try put(stored, database)
            if change.before?.place != stored.place {
                order.removeAll { $0 == stored.id }
                order.insert(stored.id, at: min(stored.place, order.count))
            }
        } else if let stored = change.before {
            try database.execute(sql: "DELETE FROM filing_rule WHERE id = ?", arguments: [stored.id])
            order.removeAll { $0 == stored.id }
        }
        for (position, id) in order.enumerated() {
            try database.execute(sql: "UPDATE filing_rule SET position = ? WHERE id = ?", arguments: [position, id])
        }
        return try insert(.ruleChanged, of: nil, detail: change, by: person, at: date, database)
    }

    static func put(_ stored: FilingRuleChange.Stored, _ database: Database) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let definition = String(decoding: try encoder.encode(stored.rule), as: UTF8.self)
        try database.execute(
            sql: """
                INSERT INTO filing_rule (id, position, definition, isOn, person) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET definition = excluded.definition, isOn = excluded.isOn,
                    person = excluded.person
                """, arguments: [stored.id, stored.place, definition, stored.isOn, stored.person])
    }

    /// - Throws: ``StoreError/changedSince(_:)`` if the same part of the rule has changed since.
    static func undo(_ change: FilingRuleChange, by person: Int64, at date: Date, _ database: Database) throws {
        guard let id = (change.after ?? change.before)?.id else { return }
        let current = try storedRules(database).first { $0.id == id }
        let before = try change.undone(from: current, by: person)
        _ = try store(FilingRuleChange(before: current, after: before), by: person, at: date, database)
    }

    // MARK: Names

    /// The rules that follow a name or folder.
    enum RuleFollowers {
        case all
        /// Those of some people.
        case people(Set<Int64>)

        func contains(_ person: Int64) -> Bool {
            switch self {
            case .all: true
            case .people(let people): people.contains(person)
            }
        }
    }

    /// Returns the rules that follow a name or folder. If only private documents use it, only rules of their owners do:
    /// nobody else sees it.
    static func followers(of id: Int64, _ table: String, _ database: Database) throws -> RuleFollowers {
        try OwnNames.isOpen(id, table, database) ? .all : .people(try OwnNames.owners(of: id, table, database))
    }

    /// Keeps rules at a name or folder that gets another text.
    /// - Returns: The changed rules.
    @discardableResult
    static func changeRules(
        of followers: RuleFollowers, _ database: Database, _ change: (FilingRule) -> FilingRule
    ) throws -> [NameChange.Rule] {
        try storedRules(database).compactMap { stored in
            guard followers.contains(stored.person) else { return nil }
            var changed = stored
            changed.rule = change(stored.rule)
            guard changed.rule != stored.rule else { return nil }
            try put(changed, database)
            return NameChange.Rule(id: stored.id, before: stored.rule, after: changed.rule)
        }
    }

    /// Gives rules back what they were before a change of a name, except for those that have changed since.
    static func restore(_ rules: [NameChange.Rule], _ database: Database) throws {
        for stored in try storedRules(database) {
            guard let change = rules.first(where: { $0.id == stored.id }), change.after == stored.rule else { continue }
            var restored = stored
            restored.rule = change.before
            try put(restored, database)
        }
    }

    /// Whether two texts are the same name.
    static func isSameName(_ one: String, _ other: String) -> Bool { SortKey(one).text == SortKey(other).text }
}

extension Library.NameKind {
    var ofRule: FilingRule.Name {
        switch self {
        case .tag: .tag
        case .correspondent: .correspondent
        case .type: .type
        }
    }
}
