public import GRDB
import Synchronization

/// A file that comes in, to be kept byte for byte.
public struct NewOriginal {
    /// Empty if it came without a name.
    public let name: String
    public let mediaType: String
    /// Reads the file.
    let file: () throws -> [UInt8]

    public init(name: String, mediaType: String, file: @escaping () throws -> [UInt8]) {
        (self.name, self.mediaType, self.file) = (name, mediaType, file)
    }
}

/// A file from which pages of a document came.
public struct OriginalRecord: Hashable, Codable, Identifiable, Sendable, FetchableRecord {
    public let id: Int64
    /// Empty if it came without a name.
    public let name: String
    public let mediaType: String
    /// The size in bytes.
    public let size: Int
    public let file: BlobName
}

/// The place of a page in the file that it came from.
public struct PageOrigin: Hashable, Sendable {
    public let file: BlobName
    public let mediaType: String
    /// The number of the page from 1.
    public let number: Int
}

/// The files that came in, which stay as they came however their pages are edited, until the document is permanently deleted.
///
/// They are found by the pictures of their pages, so that they follow pages to other documents.
extension Library {
    /// A stored file with its pages' pictures in order.
    struct StoredOriginal: Sendable {
        let name: String
        let mediaType: String
        let size: Int
        let file: BlobName
        let pictures: [BlobName]
    }

    /// Returns the files of a document in the order in which they came.
    public func originals(of document: Int64) throws(StoreError) -> [OriginalRecord] {
        try read {
            try OriginalRecord.fetchAll(
                $0, sql: "SELECT id, name, mediaType, size, file FROM original_file WHERE document = ? ORDER BY id",
                arguments: [document])
        }
    }

    /// - Throws: ``StoreError/unknownOriginal(_:document:)``.
    public func original(_ id: Int64, of document: Int64) throws(StoreError) -> OriginalRecord {
        guard let found = try originals(of: document).first(where: { $0.id == id }) else {
            throw .unknownOriginal(id, document: document)
        }
        return found
    }

    /// Returns the origin of a page; `nil` if it did not come from a file of its document.
    public func origin(of page: UnreadPage) throws(StoreError) -> PageOrigin? {
        try read { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT original_file.file, original_file.mediaType, number FROM imported_picture
                    JOIN original_file ON original_file.file = imported_picture.file AND document = ?
                    WHERE picture = ? ORDER BY original_file.id LIMIT 1
                    """, arguments: [page.document, page.record.original.text])
            return row.flatMap { row in
                BlobName(row["file"]).map { PageOrigin(file: $0, mediaType: row["mediaType"], number: row["number"]) }
            }
        }
    }

    // MARK: Drafts

    /// Keeps a file until the draft with its pages is saved or discarded.
    /// - Parameter pictures: The pictures of its pages in order.
    public func keep(_ original: NewOriginal, pictures: [[UInt8]], inDraft draft: String) throws(StoreError) {
        let person = Self.actingPerson
        try changes.withLock { _ throws(StoreError) in
            let names = try pictures.map { (picture) throws(StoreError) in
                BlobName(of: try permitted(picture, of: person))
            }
            let stored = try store(original, pictures: names, by: person)
            try write { database in
                try Self.note(stored, database)
                try database.execute(
                    sql: "INSERT INTO draft_file (draft, file, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                    arguments: [draft, stored.file.text, stored.name])
            }
        }
    }

    /// Returns the name of the first file that was imported into a draft; `nil` without one that has a name.
    public func nameOfFile(inDraft draft: String) throws(StoreError) -> String? {
        try read {
            try String.fetchOne(
                $0, sql: "SELECT name FROM draft_file WHERE draft = ? AND name <> '' ORDER BY id LIMIT 1",
                arguments: [draft])
        }
    }

    /// Runs a change that may end a draft, and removes its files without pages.
    func endingDraft<Value>(
        _ draft: String?, _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        guard let draft else { return try body() }
        let files = try read {
            try String.fetchSet($0, sql: "SELECT file FROM draft_file WHERE draft = ?", arguments: [draft])
        }
        let value = try body()
        // Whatever cannot be removed now is removed when the station starts.
        if !files.isEmpty { try? removeUnused(files) }
        return value
    }

    // MARK: Storing

    /// Stores the files of a document.
    /// - Parameter pages: The document's pages.
    func store(
        _ originals: [NewDocument.Original], of pages: [PageRecord], by person: Int64
    ) throws(StoreError) -> [StoredOriginal] {
        try originals.map { (original) throws(StoreError) in
            try store(original.file, pictures: pages[original.pages].map(\.original), by: person)
        }
    }

    private func store(
        _ original: NewOriginal, pictures: [BlobName], by person: Int64
    ) throws(StoreError) -> StoredOriginal {
        let bytes: [UInt8]
        do { bytes = try original.file() } catch { throw .unreadable("a file", reason: "\(error)") }
        let file = try permitted(bytes, of: person)
        return StoredOriginal(
            name: original.name, mediaType: original.mediaType, size: file.count, file: try blobs.add(file),
            pictures: pictures)
    }

    /// Records the pages of a file. Documents then keep the file when they get these pages.
    static func note(_ original: StoredOriginal, _ database: Database) throws {
        for (index, picture) in original.pictures.enumerated() {
            // The name is that of the latest import, which is the one whose pages follow.
            try database.execute(
                sql: """
                    INSERT INTO imported_picture (picture, file, number, name, mediaType, size) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET name = excluded.name, mediaType = excluded.mediaType
                    """,
                arguments: [
                    picture.text, original.file.text, index + 1, original.name, original.mediaType, original.size,
                ])
        }
    }

    /// Forgets the pages of removed files, and the corners to check in removed pictures.
    func forgetPages(of files: Set<String>) throws(StoreError) {
        let known = try readWhole { database in
            try files.filter { file in
                try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM imported_picture WHERE file = :file)
                            OR EXISTS (SELECT 1 FROM unsure_crop WHERE picture = :file)
                        """, arguments: ["file": file]) ?? false
            }
        }
        guard !known.isEmpty else { return }
        try write { database in
            for file in known {
                try database.execute(sql: "DELETE FROM imported_picture WHERE file = ?", arguments: [file])
                try database.execute(sql: "DELETE FROM unsure_crop WHERE picture = ?", arguments: [file])
            }
        }
    }

    // MARK: Other documents

    /// Returns the last identifier of a document's files, before pages are moved to it.
    static func lastOriginal(of document: Int64, _ database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT max(id) FROM original_file WHERE document = ?", arguments: [document])
            ?? 0
    }

    /// Returns the files that a document has got since.
    static func originals(of document: Int64, after last: Int64, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database, sql: "SELECT id FROM original_file WHERE document = ? AND id > ?", arguments: [document, last])
    }

    /// Gives all files of a document that does not stay to another one, also those whose pages were deleted.
    static func copyOriginals(of document: Int64, to target: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO original_file (document, name, mediaType, size, file)
                SELECT :target, name, mediaType, size, file FROM original_file
                WHERE document = :document
                    AND file NOT IN (SELECT file FROM original_file WHERE document = :target) ORDER BY id
                """, arguments: ["target": target, "document": document])
    }

    /// Takes back files that a document got with moved pages.
    static func takeBack(_ originals: [Int64]?, from document: Int64, _ database: Database) throws {
        for id in originals ?? [] {
            try database.execute(
                sql: "DELETE FROM original_file WHERE id = ? AND document = ?", arguments: [id, document])
        }
    }
}
