public import FoundationEssentials
import GRDB
public import StationRules
import Synchronization

/// A file to attach to a document.
public struct NewAttachment: Hashable, Sendable {
    public let name: String
    public let mediaType: String
    public let bytes: [UInt8]

    public init(name: AttachmentName, mediaType: String, bytes: [UInt8]) {
        self.name = name.text
        self.mediaType = mediaType
        self.bytes = bytes
    }
}

/// A person's entries in the form of a document, which are stored in one transaction.
public struct DocumentEntry: Sendable {
    public var filing: FilingEntry
    public var note: NoteText?
    public var added: [NewAttachment]
    /// The identifiers of attachments to remove. Missing ones are ignored.
    public var removed: Set<Int64>

    public init(
        _ filing: FilingEntry, note: NoteText? = nil, added: [NewAttachment] = [], removed: Set<Int64> = []
    ) {
        self.filing = filing
        self.note = note
        self.added = added
        self.removed = removed
    }
}

/// Attachments of documents.
extension Library {
    /// An attachment that was added or removed: the detail of ``LibraryEvent/Kind/attached``.
    struct AttachmentChange: Codable {
        let id: Int64
        let name: String
        let mediaType: String
        let size: Int
        let file: BlobName
        /// The person who added it, and the time.
        let person: Int64
        let at: Date
        let isAdded: Bool

        func reversed() -> AttachmentChange {
            AttachmentChange(
                id: id, name: name, mediaType: mediaType, size: size, file: file, person: person, at: at,
                isAdded: !isAdded)
        }
    }

    /// Stores a document that a person entered, with everything that belongs to it.
    /// - Throws: ``StoreError/nameInUse(_:)`` if another document has the number.
    public func add(
        _ document: NewDocument, _ entry: DocumentEntry, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        let (title, captured, owner) = (document.title, document.captured, try ownerOfNewDocuments())
        return try storing(entry.added) { files, library in
            let pages = try document.pages.map { try library.record(of: $0, by: person) }
            return (pages, files, try library.store(document.originals, of: pages, by: person))
        } then: { [fillsOutbox] stored, database in
            try database.execute(
                sql: """
                    INSERT INTO document (title, titleKey, captured, changed, state, source, outbox, person, owner)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    title, SortKey(title).text, captured, date,
                    ListFilter.ReviewState.inbox.rawValue, ListFilter.Source.import.rawValue,
                    (fillsOutbox ? OutboxState.waiting : .none).rawValue, person, owner,
                ])
            let id = database.lastInsertedRowID
            for original in stored.2 { try Self.note(original, database) }
            for (position, page) in stored.0.enumerated() { try Self.insert(page, at: position, of: id, database) }
            for (attachment, file) in zip(entry.added, stored.1) {
                _ = try Self.attach(attachment, file, to: id, by: person, at: date, database)
            }
            if let note = entry.note { _ = try Self.add(note, to: id, by: person, at: date, database) }
            let before = try Self.filing(of: id, database)
            let after = try Self.filing(entry.filing, after: before, by: person, database)
            try Self.apply(DocumentChange(from: before, to: after), to: id, at: date, database)
            try Self.enterRuleQueue(id, database)
            return id
        }
    }

    /// Applies a person's changes in the form of a document.
    /// - Parameter version: The version that the person saw; `nil` to accept any version.
    /// - Returns: The events for ``undo(_:by:at:)``; `nil` if nothing changes.
    /// - Throws: ``StoreError/unknownDocument(_:)``; ``StoreError/changedMeanwhile(_:)`` if the version differs;
    ///   ``StoreError/nameInUse(_:)`` if another document has the number.
    public func change(
        _ document: Int64, _ entry: DocumentEntry, version: Int? = nil, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> EventRange? {
        try storing(entry.added) { files, _ in
            files
        } then: { files, database in
            if let version { try Self.require(version, of: document, database) }
            var events = try Self.file(document, entry.filing, by: person, at: date, database)
            if let note = entry.note {
                events.append(try Self.add(note, to: document, by: person, at: date, database).event)
            }
            for id in entry.removed.sorted() {
                guard let change = try Self.attachmentChange(id, of: document, isAdded: false, database) else {
                    continue
                }
                events.append(try Self.apply(change, to: document, by: person, at: date, database))
            }
            for (attachment, file) in zip(entry.added, files) {
                events.append(try Self.attach(attachment, file, to: document, by: person, at: date, database).event)
            }
            return EventRange(events)
        }
    }

    /// - Returns: The attachment, and the event for ``undo(_:by:at:)``.
    public func attach(
        _ attachment: NewAttachment, to document: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> (attachment: Int64, event: Int64) {
        try storing([attachment]) { files, _ in
            files
        } then: { files, database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            return try Self.attach(attachment, files[0], to: document, by: person, at: date, database)
        }
    }

    /// Removes an attachment. Its file is kept for ``trashMemory``.
    /// - Returns: The event.
    /// - Throws: ``StoreError/unknownAttachment(_:document:)``.
    public func detach(
        _ attachment: Int64, from document: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64 {
        try write { database in
            guard let change = try Self.attachmentChange(attachment, of: document, isAdded: false, database) else {
                throw StoreError.unknownAttachment(attachment, document: document)
            }
            return try Self.apply(change, to: document, by: person, at: date, database)
        }
    }

    // MARK: The database

    /// Stores files before the records that refer to them, so that no file is ever missing. If that fails, the files
    /// are removed.
    private func storing<Stored: Sendable, Result: Sendable>(
        _ attachments: [NewAttachment], _ prepare: ([BlobName], Library) throws -> Stored,
        then body: @Sendable (Stored, Database) throws -> Result
    ) throws(StoreError) -> Result {
        try changes.withLock { _ throws(StoreError) in
            let files = try attachments.map { (attachment) throws(StoreError) in try blobs.add(attachment.bytes) }
            do {
                let stored = try prepare(files, self)
                return try write { try body(stored, $0) }
            } catch {
                try? removeUnused(Set(files.map(\.text)))
                throw StoreError(error) { .unwritable("library", reason: $0) }
            }
        }
    }

    private static func attach(
        _ attachment: NewAttachment, _ file: BlobName, to document: Int64, by person: Int64, at date: Date,
        _ database: Database
    ) throws -> (attachment: Int64, event: Int64) {
        try database.execute(
            sql:
                "INSERT INTO attachment (document, name, mediaType, size, file, person, at) VALUES (?, ?, ?, ?, ?, ?, ?)",
            arguments: [
                document, attachment.name, attachment.mediaType, attachment.bytes.count, file.text, person, date,
            ])
        let id = database.lastInsertedRowID
        guard let change = try attachmentChange(id, of: document, isAdded: true, database) else {
            throw StoreError.unknownAttachment(id, document: document)
        }
        return (id, try note(change, of: document, by: person, at: date, database))
    }

    /// `nil` if the document does not have this attachment.
    private static func attachmentChange(
        _ id: Int64, of document: Int64, isAdded: Bool, _ database: Database
    ) throws -> AttachmentChange? {
        let row = try Row.fetchOne(
            database, sql: "SELECT * FROM attachment WHERE id = ? AND document = ?", arguments: [id, document])
        return try row.map { row in
            guard let file = BlobName(row["file"]) else { throw StoreError.damagedBlob(row["file"]) }
            return AttachmentChange(
                id: id, name: row["name"], mediaType: row["mediaType"], size: row["size"], file: file,
                person: row["person"], at: row["at"], isAdded: isAdded)
        }
    }

    /// - Returns: The event.
    private static func apply(
        _ change: AttachmentChange, to document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        guard !change.isAdded else {
            try database.execute(
                sql: """
                    INSERT INTO attachment (id, document, name, mediaType, size, file, person, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    change.id, document, change.name, change.mediaType, change.size, change.file.text, change.person,
                    change.at,
                ])
            return try note(change, of: document, by: person, at: date, database)
        }
        try database.execute(sql: "DELETE FROM attachment WHERE id = ?", arguments: [change.id])
        let event = try note(change, of: document, by: person, at: date, database)
        try database.execute(
            sql: "INSERT INTO former_attachment (event, document, at, file) VALUES (?, ?, ?, ?)",
            arguments: [event, document, date, change.file.text])
        return event
    }

    /// - Returns: `false` if it has been removed or restored since, or its file no longer exists.
    static func undo(
        _ change: AttachmentChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Bool {
        let isThere = try attachmentChange(change.id, of: document, isAdded: true, database) != nil
        guard isThere == change.isAdded else { return false }
        if !change.isAdded {
            let isKept = try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM former_attachment WHERE file = :file)
                        OR EXISTS (SELECT 1 FROM attachment WHERE file = :file)
                    """, arguments: ["file": change.file.text])
            guard isKept == true else { return false }
        }
        _ = try apply(change.reversed(), to: document, by: person, at: date, database)
        return true
    }

    /// Like notes, attachments do not change the version of a document.
    private static func note(
        _ change: AttachmentChange, of document: Int64, by person: Int64, at date: Date, _ database: Database
    ) throws -> Int64 {
        try database.execute(sql: "UPDATE document SET changed = ? WHERE id = ?", arguments: [date, document])
        try TextIndex.renew(document, database)
        return try insert(.attached, of: document, detail: change, by: person, at: date, database)
    }
}
