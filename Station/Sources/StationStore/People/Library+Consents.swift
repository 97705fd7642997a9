package import Foundation
package import GRDB
package import StationRules
import Synchronization

/// People's consents and settings.
extension Library {
    /// Stores a decision and applies it to the stored data in one transaction. Previous decisions are kept.
    ///
    /// Locations in stored pictures are removed by ``removePlaces(of:)``, which takes longer.
    package func decide(_ consent: ConsentRecord, of person: Int64) throws(StoreError) {
        try write { try Self.decide(consent, of: person, $0) }
    }

    static func decide(_ consent: ConsentRecord, of person: Int64, _ database: Database) throws {
        try insert(consent, of: person, database)
        switch ConsentForm.Kind(rawValue: consent.kind) {
        case .terms, nil: break
        case .place:
            try database.execute(
                sql: "UPDATE person SET placesLeft = ? WHERE id = ?", arguments: [!consent.isGiven, person])
        case .texts: try setReading(consent.isGiven, of: person, database)
        case .figures:
            if !consent.isGiven {
                try database.execute(sql: "DELETE FROM capture_metric WHERE person = ?", arguments: [person])
            }
        }
    }

    /// Enables reading for a person's documents, or removes their text.
    private static func setReading(_ isGiven: Bool, of person: Int64, _ database: Database) throws {
        try database.execute(sql: "UPDATE person SET isRead = ? WHERE id = ?", arguments: [isGiven, person])
        let pages = "SELECT page.id FROM page JOIN document ON document.id = page.document WHERE document.person = ?"
        guard !isGiven else {
            return try database.execute(
                sql: "UPDATE page_reading SET state = ? WHERE state = ? AND page IN (\(pages))",
                arguments: [ReadingState.waiting.rawValue, ReadingState.withheld.rawValue, person])
        }
        let documents = try Int64.fetchAll(
            database, sql: "SELECT id FROM document WHERE person = ? AND hasText", arguments: [person])
        try database.execute(sql: "DELETE FROM page_text WHERE page IN (\(pages))", arguments: [person])
        try database.execute(
            sql: """
                UPDATE page_reading SET state = ?, version = version + 1, failures = 0, reason = NULL
                WHERE page IN (\(pages))
                """, arguments: [ReadingState.withheld.rawValue, person])
        for document in documents { try TextIndex.renew(document, database) }
    }

    /// Returns a person's last decision; `nil` without one.
    package func decision(on kind: ConsentForm.Kind, of person: Int64) throws(StoreError) -> ConsentRecord? {
        try read { try Self.decision(on: kind, of: person, $0) }
    }

    static func decision(
        on kind: ConsentForm.Kind, of person: Int64, _ database: Database
    ) throws -> ConsentRecord? {
        try ConsentRecord.fetchOne(
            database,
            sql: "SELECT kind, version, given, at FROM consent WHERE person = ? AND kind = ? ORDER BY id DESC LIMIT 1",
            arguments: [person, kind.rawValue])
    }

    /// Whether a person's consent allows an action. It does if nobody was asked, as at a station without people.
    package func allows(_ kind: ConsentForm.Kind, of person: Int64) throws(StoreError) -> Bool {
        try decision(on: kind, of: person)?.isGiven ?? true
    }

    // MARK: Places

    /// Returns the file of a picture in the form that may be stored.
    package func permitted(_ file: [UInt8], of person: Int64 = actingPerson) throws(StoreError) -> [UInt8] {
        try allows(.place, of: person) ? file : PicturePlace.removed(from: file)
    }

    /// Returns the people whose documents may still contain locations without their consent.
    package func peopleWithPlacesLeft() throws(StoreError) -> [Int64] {
        try read { try Int64.fetchAll($0, sql: "SELECT id FROM person WHERE placesLeft") }
    }

    /// Removes the locations from the pictures of a person's documents, unless the person consents again. It can be
    /// interrupted at any time and continues when called again.
    package func removePlaces(of person: Int64) throws(StoreError) {
        let names = try readWhole { database in
            try String.fetchAll(
                database,
                sql: Self.placeColumns.map { table, file in
                    "SELECT \(file) FROM \(table) WHERE \(file) IS NOT NULL AND \(Self.isOf(person: ":person", table))"
                }.joined(separator: " UNION "), arguments: ["person": person])
        }
        for name in names.compactMap({ BlobName($0) }) {
            // A damaged file cannot reveal its location.
            guard let file = try? blobs.read(name) else { continue }
            let without = PicturePlace.removed(from: file)
            if without != file { try replace(name, by: without, inDocumentsOf: person) }
        }
        try write {
            try $0.execute(sql: "UPDATE person SET placesLeft = FALSE WHERE id = ?", arguments: [person])
        }
    }

    /// The tables with files that may contain a location.
    private static let placeColumns = [
        ("page", "original"), ("page", "single"), ("former_page", "original"), ("former_page", "single"),
        ("attachment", "file"), ("former_attachment", "file"), ("original_file", "file"),
    ]

    /// Returns the condition for a person's documents, and for attachments that the person added to other documents.
    private static func isOf(person: String, _ table: String) -> String {
        let isOfDocument = "document IN (SELECT id FROM document WHERE person = \(person))"
        return table == "attachment" ? "(\(isOfDocument) OR person = \(person))" : isOfDocument
    }

    private func replace(
        _ name: BlobName, by file: [UInt8], inDocumentsOf person: Int64
    ) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            let new = try blobs.add(file)
            let isDone = try write { database in
                guard
                    try Bool.fetchOne(
                        database, sql: "SELECT placesLeft FROM person WHERE id = ?", arguments: [person]) == true
                else { return false }
                let texts = try KeptTexts(ofPagesWith: name, database)
                for (table, column) in Self.placeColumns {
                    let size = ["attachment", "original_file"].contains(table) ? ", size = \(file.count)" : ""
                    try database.execute(
                        sql: """
                            UPDATE \(table) SET \(column) = :new\(size)
                            WHERE \(column) = :old AND \(Self.isOf(person: ":person", table))
                            """, arguments: ["new": new.text, "old": name.text, "person": person])
                }
                try texts.putBack(database)
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO imported_picture (picture, file, number, name, mediaType, size)
                            SELECT :new, CASE file WHEN :old THEN :new ELSE file END, number, name, mediaType,
                                CASE file WHEN :old THEN :size ELSE size END FROM imported_picture WHERE picture = :old
                        UNION SELECT picture, :new, number, name, mediaType, :size FROM imported_picture
                            WHERE file = :old AND picture <> :old
                        """, arguments: ["new": new.text, "old": name.text, "size": file.count])
                return true
            }
            try removeUnused([(isDone ? name : new).text])
        }
    }

    static func insert(_ consent: ConsentRecord, of person: Int64, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO consent (person, kind, version, given, at) VALUES (?, ?, ?, ?, ?)",
            arguments: [person, consent.kind, consent.version, consent.isGiven, consent.at])
    }

    /// Returns a person's decisions in chronological order.
    package func consents(of person: Int64) throws(StoreError) -> [ConsentRecord] {
        try read {
            try ConsentRecord.fetchAll(
                $0, sql: "SELECT kind, version, given, at FROM consent WHERE person = ? ORDER BY id",
                arguments: [person])
        }
    }

    /// Returns a setting; `nil` if it was never set, or was set in an unknown format by another version.
    package func setting<Value: Decodable & Sendable>(
        _ name: String, of person: Int64, as type: Value.Type
    ) throws(StoreError) -> Value? {
        let text = try read {
            try String.fetchOne(
                $0, sql: "SELECT value FROM person_setting WHERE person = ? AND name = ?", arguments: [person, name])
        }
        return text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
    }

    package func set(
        _ name: String, of person: Int64, to value: some Encodable & Sendable
    ) throws(StoreError) {
        try write { database in
            let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            try database.execute(
                sql: """
                    INSERT INTO person_setting (person, name, value) VALUES (?, ?, ?)
                    ON CONFLICT (person, name) DO UPDATE SET value = excluded.value
                    """, arguments: [person, name, text])
        }
    }
}

/// The texts of pages whose file changes while the visible picture does not, so that the texts remain valid.
private struct KeptTexts {
    private let texts: [Row]
    private let readings: [Row]

    init(ofPagesWith original: BlobName, _ database: Database) throws {
        let isOfPage = "page IN (SELECT id FROM page WHERE original = ?)"
        texts = try Row.fetchAll(
            database, sql: "SELECT * FROM page_text WHERE \(isOfPage)", arguments: [original.text])
        readings = try Row.fetchAll(
            database, sql: "SELECT page, state, failures, reason FROM page_reading WHERE \(isOfPage)",
            arguments: [original.text])
    }

    func putBack(_ database: Database) throws {
        for row in texts {
            try database.execute(
                sql: "INSERT OR REPLACE INTO page_text (page, text, layout, languages, at) VALUES (?, ?, ?, ?, ?)",
                arguments: [row["page"], row["text"], row["layout"], row["languages"], row["at"]])
        }
        for row in readings {
            try database.execute(
                sql: "UPDATE page_reading SET state = ?, failures = ?, reason = ? WHERE page = ?",
                arguments: [row["state"], row["failures"], row["reason"], row["page"]])
        }
    }
}

/// A decision about a consent form.
package struct ConsentRecord: Hashable, Sendable, FetchableRecord {
    package let kind: String
    /// The version of the form.
    package let version: Int
    /// Whether consent was given rather than declined or withdrawn.
    package let isGiven: Bool
    package let at: Date

    package init(kind: String, version: Int, isGiven: Bool, at: Date) {
        (self.kind, self.version, self.isGiven, self.at) = (kind, version, isGiven, at)
    }

    package init(row: Row) {
        (kind, version, isGiven, at) = (row["kind"], row["version"], row["given"], row["at"])
    }
}
