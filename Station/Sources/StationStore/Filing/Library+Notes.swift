public import FoundationEssentials
public import GRDB
public import StationRules

/// Notes about documents.
extension Library {
    public struct NoteRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
        public let id: Int64
        public let text: String
        /// The author's name; empty for the person that every library has.
        public let person: String
        public let at: Date
    }

    /// A change of a note: the detail of ``LibraryEvent/Kind/noted``.
    struct NoteChange: Codable {
        let note: Int64
        /// `nil` if it was added.
        let before: String?
        /// `nil` if it was deleted.
        let after: String?
        /// The author, and the time.
        let person: Int64
        let at: Date
    }

    /// Returns a document's notes in chronological order.
    public func notes(of document: Int64) throws(StoreError) -> [NoteRecord] {
        try read {
            try NoteRecord.fetchAll(
                $0,
                sql: """
                    SELECT note.id, text, person.name AS person, at FROM note JOIN person ON person.id = note.person
                    WHERE document = ? ORDER BY note.id
                    """, arguments: [document])
        }
    }

    /// - Returns: The note, and the event for ``undo(_:by:at:)``.
    public func addNote(
        _ text: NoteText, to document: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (note: Int64, event: Int64) {
        try write { database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            return try Self.add(text, to: document, by: person, at: date, database)
        }
    }

    static func add(
        _ text: NoteText, to document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> (note: Int64, event: Int64) {
        try database.execute(
            sql: "INSERT INTO note (document, text, person, at) VALUES (?, ?, ?, ?)",
            arguments: [document, text.text, person, date])
        let note = database.lastInsertedRowID
        let change = NoteChange(note: note, before: nil, after: text.text, person: person, at: date)
        return (note, try Self.note(change, of: document, by: person, at: date, database))
    }

    /// - Returns: The event; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownNote(_:document:)``.
    public func changeNote(
        _ note: Int64, of document: Int64, to text: NoteText, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            let before = try Self.note(note, of: document, database)
            guard before.text != text.text else { return nil }
            try database.execute(sql: "UPDATE note SET text = ? WHERE id = ?", arguments: [text.text, note])
            let change = NoteChange(
                note: note, before: before.text, after: text.text, person: before.person, at: before.at)
            return try Self.note(change, of: document, by: person, at: date, database)
        }
    }

    /// - Returns: The event.
    /// - Throws: ``StoreError/unknownNote(_:document:)``.
    public func deleteNote(
        _ note: Int64, of document: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { database in
            let before = try Self.note(note, of: document, database)
            try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [note])
            let change = NoteChange(note: note, before: before.text, after: nil, person: before.person, at: before.at)
            return try Self.note(change, of: document, by: person, at: date, database)
        }
    }

    // MARK: The database

    /// - Returns: `false` if the note has been changed or deleted since.
    static func undo(
        _ change: NoteChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        let present = try String.fetchOne(database, sql: "SELECT text FROM note WHERE id = ?", arguments: [change.note])
        guard present == change.after else { return false }
        switch (change.before, change.after) {
        case (let before?, nil):
            try database.execute(
                sql: "INSERT INTO note (id, document, text, person, at) VALUES (?, ?, ?, ?, ?)",
                arguments: [change.note, document, before, change.person, change.at])
        case (let before?, _?):
            try database.execute(sql: "UPDATE note SET text = ? WHERE id = ?", arguments: [before, change.note])
        default: try database.execute(sql: "DELETE FROM note WHERE id = ?", arguments: [change.note])
        }
        let back = NoteChange(
            note: change.note, before: change.after, after: change.before, person: change.person, at: change.at)
        _ = try note(back, of: document, by: person, at: date, database)
        return true
    }

    private static func note(
        _ id: Int64, of document: Int64, _ database: Database
    ) throws -> (text: String, person: Int64, at: Date) {
        let row = try Row.fetchOne(
            database, sql: "SELECT text, person, at FROM note WHERE id = ? AND document = ?", arguments: [id, document])
        guard let row else { throw StoreError.unknownNote(id, document: document) }
        return (row["text"], row["person"], row["at"])
    }

    /// Notes do not change a document's version, because people who edit its metadata at the same time miss nothing.
    private static func note(
        _ change: NoteChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        try database.execute(sql: "UPDATE document SET changed = ? WHERE id = ?", arguments: [date, document])
        try TextIndex.renew(document, database)
        return try insert(.noted, of: document, detail: change, by: person, at: date, database)
    }
}
