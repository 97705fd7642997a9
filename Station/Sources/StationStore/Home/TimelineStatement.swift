public import FoundationEssentials
import GRDB
public import StationRules

/// A timeline's query as SQL: documents when they were added, their events, and the days set on them.
struct TimelineStatement {
    /// A source of entries.
    private struct Source {
        /// The time in the database format, ordered by an index as far as possible.
        let moment: String
        /// The index's column, and the condition that compares it with a time.
        let column: String
        let bound: String
        let kind: String
        let id: String
        let tables: String
        var conditions: [String]
    }

    /// Whether entries follow or precede a position.
    enum Side: Hashable, Sendable {
        case before
        case after
    }

    private let query: TimelineQuery
    /// `nil` for the whole library.
    private let document: Int64?
    private var sources: [Source]
    private var arguments: StatementArguments = []
    /// The FTS5 query of the search.
    private var words: String?

    /// The maximum number of matches to start from. With more, documents are checked while walking along the
    /// timeline.
    private static let maximumRare = 1000

    /// - Parameter calendar: The calendar with the time zone of days.
    init(_ query: TimelineQuery, document: Int64? = nil, calendar: Calendar, now: Date) {
        self.query = query
        self.document = document
        var sources: [Source] = []
        let apart = document == nil ? ["document.trashed IS NULL"] : []
        if query.shows(.added) {
            sources.append(
                Source(
                    moment: "captured", column: "captured", bound: ":moment", kind: "'added'", id: "document.id",
                    tables: "document", conditions: apart))
        }
        let events = Self.eventKinds.filter { query.shows($0) }
        if !events.isEmpty {
            sources.append(
                Source(
                    moment: "event.at", column: "event.at", bound: ":moment", kind: Self.eventKind, id: "event.id",
                    tables: "event JOIN document ON document.id = event.document",
                    conditions: [
                        "event.kind NOT IN ('captured', 'imported')",
                        "\(Self.eventKind) IN (\(events.map { "'\($0.rawValue)'" }.joined(separator: ", ")))",
                    ]))
        }
        // The last second of the day. Across a change of daylight saving time it may be an hour off, but still sorts
        // after noon.
        let seconds = 86_399 - calendar.timeZone.secondsFromGMT(for: now)
        for kind in [TimelineEntry.Kind.due, .retained] where query.shows(kind) {
            let column = "document.\(kind.rawValue)"
            sources.append(
                Source(
                    moment: "strftime('%Y-%m-%d %H:%M:%f', \(column), '\(seconds) seconds')", column: column,
                    // A day earlier or later because of time zones; the exact time is compared as well.
                    bound: "date(:moment, :day)", kind: "'\(kind.rawValue)'", id: "document.id", tables: "document",
                    conditions: apart + ["\(column) IS NOT NULL"]))
        }
        var conditions: [String] = []
        if let document {
            conditions.append("document.id = :document")
            arguments += ["document": document]
        }
        if !query.text.isEmpty {
            words = SearchWords(query.text).match
            if let words { arguments += ["words": words] } else { conditions.append("FALSE") }
        }
        self.sources = sources
        require(conditions)
    }

    private mutating func require(_ conditions: [String]) {
        for index in sources.indices { sources[index].conditions += conditions }
    }

    /// Returns the same query restricted to matching documents.
    private func finding(_ database: Database) throws -> TimelineStatement {
        guard let words else { return self }
        let found = "SELECT rowid FROM document_words WHERE document_words MATCH :words"
        let count = try Int.fetchOne(
            database, sql: "SELECT count(*) FROM (\(found) LIMIT :limit)",
            arguments: ["words": words, "limit": Self.maximumRare + 1])
        // Unary + keeps SQLite from starting with the words.
        let isFrequent = count.map { $0 > Self.maximumRare } ?? false
        var statement = self
        statement.require(["\(isFrequent ? "+" : "")document.id IN (\(found))"])
        return statement
    }

    private static let eventKinds = TimelineEntry.Kind.allCases.filter { $0 != .added && !$0.isDay }

    /// The kind of entry for an event.
    private static let eventKind = """
        CASE event.kind WHEN 'exported' THEN 'exported' WHEN 'trashed' THEN 'deleted' WHEN 'deleted' THEN 'deleted' \
        WHEN 'filed' THEN iif(json_extract(event.detail, '$.before.state') = 'inbox' \
        AND json_extract(event.detail, '$.after.state') = 'reviewed', 'reviewed', 'changed') ELSE 'changed' END
        """

    /// Returns the entries next to a position on one side, earliest first.
    func fetch(
        _ side: Side, _ position: TimelinePosition, limit: Int, _ database: Database
    ) throws -> [(entry: TimelineEntry, position: TimelinePosition)] {
        guard !sources.isEmpty else { return [] }
        let sources = try finding(database).sources
        let (sign, order) = side == .before ? ("<", "DESC") : (">", "ASC")
        let parts = sources.map { source in
            let conditions =
                source.conditions + [
                    "\(source.column) \(sign)= \(source.bound)",
                    "(\(source.moment), \(source.kind), \(source.id)) \(sign) (:moment, :kind, :id)",
                ]
            return """
                SELECT * FROM (SELECT \(source.moment) AS moment, \(source.kind) AS kind, \(source.id) AS id, \
                document.id AS document FROM \(source.tables) WHERE \(conditions.joined(separator: " AND ")) \
                ORDER BY \(source.column) \(order), 2 \(order), 3 \(order) LIMIT :limit)
                """
        }
        var values = arguments
        values += [
            "moment": position.moment, "kind": position.kind, "id": position.id, "limit": limit,
        ]
        if sources.contains(where: { $0.bound.contains(":day") }) {
            values += ["day": side == .before ? "+1 day" : "-1 day"]
        }
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT entry.moment AS moment, entry.kind AS kind, entry.id AS id, document.id AS document, document.title,
                    document.state, document.source, document.trashed, document.due, document.retained,
                    folder.name AS folderName, correspondent.name AS correspondentName,
                    event.kind AS eventKind, event.detail AS detail
                FROM (\(parts.joined(separator: " UNION ALL ")) ORDER BY 1 \(order), 2 \(order), 3 \(order) LIMIT :limit) AS entry
                JOIN document ON document.id = entry.document
                LEFT JOIN folder ON folder.id = document.folder
                LEFT JOIN correspondent ON correspondent.id = document.correspondent
                LEFT JOIN event ON event.id = entry.id AND entry.kind NOT IN ('added', 'due', 'retained')
                ORDER BY 1 ASC, 2 ASC, 3 ASC
                """, arguments: values)
        return rows.compactMap { row in
            Self.entry(row).map {
                ($0, TimelinePosition(moment: row["moment"], kind: row["kind"], id: row["id"]))
            }
        }
    }

    /// Returns the number of entries, up to `limit`.
    func count(limit: Int, _ database: Database) throws -> Int {
        guard !sources.isEmpty else { return 0 }
        let parts = try finding(database).sources.map { source in
            """
            SELECT count(*) AS count FROM (SELECT 1 FROM \(source.tables) \
            WHERE \((source.conditions + ["TRUE"]).joined(separator: " AND ")) LIMIT :limit)
            """
        }
        var values = arguments
        values += ["limit": limit]
        let sum = try Int.fetchOne(
            database, sql: "SELECT sum(count) FROM (\(parts.joined(separator: " UNION ALL ")))", arguments: values)
        return min(sum ?? 0, limit)
    }

    private static func entry(_ row: Row) -> TimelineEntry? {
        guard let kind = TimelineEntry.Kind(rawValue: row["kind"]) else { return nil }
        let moment: TimelineEntry.Moment
        switch kind {
        case .due, .retained:
            guard let day = (row[kind.rawValue] as String?).flatMap({ Day($0) }) else { return nil }
            moment = .day(day)
        default:
            guard let date = Date.fromDatabaseValue(row["moment"]) else { return nil }
            moment = .time(date)
        }
        return TimelineEntry(
            kind, moment, document: row["document"], title: row["title"], detail: detail(kind, row),
            state: ListFilter.ReviewState(rawValue: row["state"]) ?? .reviewed, isTrashed: row["trashed"] != nil,
            facts: [row["folderName"] as String?, row["correspondentName"] as String?].compactMap(\.self))
    }

    private static func detail(_ kind: TimelineEntry.Kind, _ row: Row) -> String? {
        switch kind {
        case .added: DocumentEvent.added(ListFilter.Source(rawValue: row["source"]) ?? .scan).text
        case .due, .retained, .reviewed: nil
        case .changed, .exported, .deleted:
            (row["eventKind"] as String?).flatMap { Library.event($0, detail: row["detail"]) }?.text
        }
    }
}

extension Library {
    /// A part of a timeline, with the positions where it continues; `nil` at its ends.
    public struct TimelinePart: Sendable {
        /// The entries, earliest first.
        public let entries: [TimelineEntry]
        public let earlier: TimelinePosition?
        public let later: TimelinePosition?
    }

    /// Returns the entries around a time.
    /// - Parameters:
    ///   - document: `nil` for the whole library.
    ///   - calendar: The calendar with the time zone of days.
    ///   - limit: The maximum number of entries on each side.
    public func timeline(
        _ query: TimelineQuery, of document: Int64? = nil, around now: Date, limit: Int, calendar: Calendar
    ) throws(StoreError) -> TimelinePart {
        let statement = TimelineStatement(query, document: document, calendar: calendar, now: now)
        let moment = now.databaseText
        return try read { database in
            // Entries at exactly this time are in the past.
            let place = TimelinePosition(moment: moment, kind: "~", id: .max)
            let before = try statement.fetch(.before, place, limit: limit + 1, database)
            let after = try statement.fetch(.after, place, limit: limit + 1, database)
            let (past, coming) = (before.suffix(limit), after.prefix(limit))
            return TimelinePart(
                entries: (past + coming).map { $0.entry },
                earlier: before.count > limit ? past.first?.position : nil,
                later: after.count > limit ? coming.last?.position : nil)
        }
    }

    /// Returns the entries on one side of a position.
    public func timeline(
        _ query: TimelineQuery, of document: Int64? = nil, before position: TimelinePosition, limit: Int,
        calendar: Calendar, now: Date
    ) throws(StoreError) -> TimelinePart {
        let statement = TimelineStatement(query, document: document, calendar: calendar, now: now)
        return try read { database in
            let found = try statement.fetch(.before, position, limit: limit + 1, database)
            let shown = found.suffix(limit)
            return TimelinePart(
                entries: shown.map { $0.entry }, earlier: found.count > limit ? shown.first?.position : nil,
                later: shown.last?.position)
        }
    }

    /// Returns the entries after a position.
    public func timeline(
        _ query: TimelineQuery, of document: Int64? = nil, after position: TimelinePosition, limit: Int,
        calendar: Calendar, now: Date
    ) throws(StoreError) -> TimelinePart {
        let statement = TimelineStatement(query, document: document, calendar: calendar, now: now)
        return try read { database in
            let found = try statement.fetch(.after, position, limit: limit + 1, database)
            let shown = found.prefix(limit)
            return TimelinePart(
                entries: shown.map { $0.entry }, earlier: shown.first?.position,
                later: found.count > limit ? shown.last?.position : nil)
        }
    }

    /// Returns the number of entries of a timeline, up to `limit`.
    public func timelineCount(
        _ query: TimelineQuery, of document: Int64? = nil, limit: Int, calendar: Calendar, now: Date
    ) throws(StoreError) -> Int {
        let statement = TimelineStatement(query, document: document, calendar: calendar, now: now)
        return try read { try statement.count(limit: limit, $0) }
    }
}

extension Date {
    /// The time in the database format.
    fileprivate var databaseText: String { String.fromDatabaseValue(databaseValue) ?? "" }
}
