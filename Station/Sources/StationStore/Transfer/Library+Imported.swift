public import FoundationEssentials
public import GRDB
import StationIdentity
public import StationRules
import Synchronization

/// A document from another program or a folder, with its metadata.
public struct ImportedDocument {
    /// A file that is stored unchanged.
    public struct Attachment {
        public var name: String
        public var mediaType: String
        /// Reads the file.
        public var file: () throws -> [UInt8]

        public init(name: String, mediaType: String, file: @escaping () throws -> [UInt8]) {
            self.name = name
            self.mediaType = mediaType
            self.file = file
        }
    }

    public struct Note: Hashable, Sendable {
        public var text: String
        public var at: Date
        /// `nil` for the person that every library has.
        public var person: String?

        public init(_ text: String, at: Date, by person: String? = nil) {
            self.text = text
            self.at = at
            self.person = person
        }
    }

    public struct Tag: Hashable, Sendable {
        public var name: String
        public var color: TagColor

        public init(_ name: String, _ color: TagColor) {
            self.name = name
            self.color = color
        }
    }

    /// Identifies its source: documents with the same key are the same.
    public var key: String
    public var title: String
    public var captured: Date
    public var pages: [NewDocument.Page] = []
    public var attachments: [Attachment] = []
    public var notes: [Note] = []
    /// The names from the root of the tree downward.
    public var folder: [String] = []
    public var tags: [Tag] = []
    public var correspondent: String?
    public var type: String?
    public var date: Day?
    public var serial: Int?
    public var state = ListFilter.ReviewState.inbox
    public var isInTrash = false
    /// The person who added it; `nil` for the person that every library has.
    public var person: String?

    public init(key: String, title: String, captured: Date) {
        self.key = key
        self.title = title
        self.captured = captured
    }
}

extension Library {
    /// Whether a document with a key was imported. Permanently deleted documents do not count, those in the trash do.
    public func hasImported(_ key: String) throws(StoreError) -> Bool {
        try read { try Self.imported(key, $0) != nil }
    }

    /// Stores an imported document with its metadata in one transaction.
    /// - Returns: Its identifier. If a document with its key was imported before, returns that one unchanged.
    /// - Throws: ``StoreError/nameInUse(_:)`` if another document has its number.
    @discardableResult
    public func add(_ document: ImportedDocument, at date: Date) throws -> Int64 {
        try changes.withLock { _ in
            if let known = try database.read({ try Self.imported(document.key, $0) }) { return known }
            let pages = try document.pages.map { try record(of: $0, by: Self.actingPerson) }
            let files = try document.attachments.map { attachment in
                let bytes = try attachment.file()
                return (attachment, size: bytes.count, name: try blobs.add(bytes))
            }
            do {
                return try database.write { connection in
                    let database = whole(connection)
                    let id = try Self.insert(document, at: date, database)
                    for (position, page) in pages.enumerated() {
                        try Self.insert(page, at: position, of: id, database)
                    }
                    for (attachment, size, name) in files {
                        try database.execute(
                            sql: """
                                INSERT INTO attachment (document, name, mediaType, size, file, person, at)
                                VALUES (?, ?, ?, ?, ?, ?, ?)
                                """,
                            arguments: [
                                id, attachment.name, attachment.mediaType, size, name.text, Self.builtInPerson, date,
                            ])
                    }
                    try TextIndex.renew(id, database)
                    try Self.enterRuleQueue(id, database)
                    return id
                }
            } catch {
                try? removeUnused(Set(pages.map(\.original.text) + files.map(\.name.text)))
                throw StoreError(error) { .unwritable("library", reason: $0) }
            }
        }
    }

    // MARK: The database

    private static func imported(_ key: String, _ database: Database) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT document FROM imported_file WHERE key = ?", arguments: [key])
    }

    private static func insert(_ document: ImportedDocument, at date: Date, _ database: Database) throws -> Int64 {
        if let serial = document.serial {
            let other = try Int64.fetchOne(
                database, sql: "SELECT id FROM document WHERE serial = ?", arguments: [serial])
            guard other == nil else { throw StoreError.nameInUse("\(serial)") }
        }
        let person = try person(named: document.person, database)
        try database.execute(
            sql: """
                INSERT INTO document (title, titleKey, captured, changed, folder, date, state, source, person, serial)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                document.title, SortKey(document.title).text, document.captured, date,
                try folder(document.folder, database), document.date?.description, document.state.rawValue,
                ListFilter.Source.import.rawValue, person, document.serial,
            ])
        let id = database.lastInsertedRowID
        // Triggers maintain the columns that lists are sorted by.
        try database.execute(
            sql: "UPDATE document SET type = ?, correspondent = ? WHERE id = ?",
            arguments: [
                try document.type.map { try name($0, of: .type, color: "", database) },
                try document.correspondent.map { try name($0, of: .correspondent, color: "", database) }, id,
            ])
        for tag in document.tags {
            let tag = try name(tag.name, of: .tag, color: tag.color.rawValue, database)
            try database.execute(
                sql: "INSERT OR IGNORE INTO document_tag (tag, document) VALUES (?, ?)", arguments: [tag, id])
        }
        for note in document.notes {
            try database.execute(
                sql: "INSERT INTO note (document, text, person, at) VALUES (?, ?, ?, ?)",
                arguments: [id, note.text, try self.person(named: note.person, database), note.at])
        }
        try database.execute(
            sql: "INSERT INTO imported_file (key, document) VALUES (?, ?)", arguments: [document.key, id])
        try insert(.imported, of: id, by: person, at: date, database)
        if document.isInTrash { _ = try trash([id], by: person, at: date, database) }
        return id
    }

    /// Creates a person, or returns the existing one with this name.
    private static func person(named name: String?, _ database: Database) throws -> Int64 {
        guard let name, !name.isEmpty else { return builtInPerson }
        let known = try Int64.fetchOne(
            database, sql: "SELECT id FROM person WHERE name = ? ORDER BY id LIMIT 1", arguments: [name])
        if let known { return known }
        // This person is only mentioned by imported documents, and cannot sign in.
        try database.execute(
            sql: "INSERT INTO person (name, role) VALUES (?, ?)", arguments: [name, Role.guest.rawValue])
        return database.lastInsertedRowID
    }
}

// MARK: Attachments

/// A file attached to a document.
public struct AttachmentRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
    public let id: Int64
    public let name: String
    public let mediaType: String
    /// The size in bytes.
    public let size: Int
    public let file: BlobName
}

extension Library {
    /// Returns the attachments of a document in the order in which they were added.
    public func attachments(of document: Int64) throws(StoreError) -> [AttachmentRecord] {
        try read {
            try AttachmentRecord.fetchAll(
                $0, sql: "SELECT id, name, mediaType, size, file FROM attachment WHERE document = ? ORDER BY id",
                arguments: [document])
        }
    }

    /// - Throws: ``StoreError/unknownAttachment(_:document:)``.
    public func attachment(_ id: Int64, of document: Int64) throws(StoreError) -> AttachmentRecord {
        guard let found = try attachments(of: document).first(where: { $0.id == id }) else {
            throw .unknownAttachment(id, document: document)
        }
        return found
    }
}
