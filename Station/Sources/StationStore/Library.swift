public import FoundationEssentials
public import GRDB
import RectoVision
import StationRules
import Synchronization

/// The documents of a station in one folder: an SQLite database, and pictures in immutable files.
///
/// A method's changes are on disk when it returns. Any number of callers may use a library concurrently.
public final class Library: Sendable {
    /// The person that exists before people sign in, and becomes the first owner.
    public static let builtInPerson: Int64 = 1
    /// The person to whom actions are attributed. Those of the station and of programs are the first owner's.
    @TaskLocal public static var actingPerson: Int64 = builtInPerson

    public let folder: String
    let database: DatabasePool
    /// Connections for readers who do not see all documents.
    private let shared: DatabasePool
    /// The reader of the write connection.
    private let writer: ConnectionReader
    let blobs: BlobFolder
    /// Held while files are added or removed, so that a file about to be reused is not removed.
    let changes = Mutex(())
    /// Whether new documents are also written to an output folder.
    let fillsOutbox: Bool

    /// The cache size of a connection in kilobytes.
    private static let cachedKilobytes = 12_000

    /// The time to wait for another process's lock, in seconds.
    private static let patience: TimeInterval = 10

    /// Opens the library in a folder and migrates its database, after a backup. The folder is created if missing.
    /// - Parameter fillsOutbox: Whether new documents are also written to an output folder.
    public init(folder: String, fillsOutbox: Bool = false) throws(StoreError) {
        self.folder = folder
        self.fillsOutbox = fillsOutbox
        blobs = BlobFolder(path: folder + "/originals")
        try PrivateFiles.makeFolder(folder)
        try PrivateFiles.makeFolder(blobs.path)
        let tables = Self.tables(in: folder)
        try PrivateFiles.makeFile(tables)
        for path in [blobs.path, tables, tables + "-wal", tables + "-shm"] { PrivateFiles.closeToOthers(path) }
        let isOld: Bool
        let writer = ConnectionReader()
        self.writer = writer
        do {
            var configuration = Self.configuration
            // The connections of this pool see all documents.
            configuration.prepareDatabase { ($0.configuration.readonly ? ConnectionReader() : writer).add(to: $0) }
            database = try DatabasePool(path: tables, configuration: configuration)
            isOld = try LibraryMigration(of: database, in: folder).run()
            try database.writeWithoutTransaction { try OwnDocumentGuard.add(to: $0) }
            shared = try DatabasePool(path: tables, configuration: SharedViews.configuration(Self.configuration))
        } catch {
            throw (error as? StoreError) ?? .database(reason: "\(error)")
        }
        if isOld { try setInterlude(.migrated) }
    }

    /// The path of a library's database.
    package static func tables(in folder: String) -> String { folder + "/library.sqlite" }

    static var configuration: Configuration {
        var configuration = Configuration()
        // Another process holds a lock briefly while it opens or closes the library.
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            // Lists scan an index of all documents, which exceeds SQLite's default cache of 2 MB.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = \(-cachedKilobytes)")
            LocalDayFunctions.all.forEach(database.add(function:))
        }
        return configuration
    }

    // MARK: Documents

    /// Stores a document after its pictures, so that a listed document is complete.
    /// - Parameter request: The client's request, which may be repeated.
    /// - Returns: The document's identifier; the existing one if the draft or request has already produced a
    ///   document.
    public func add(_ document: NewDocument, for request: RequestRecord? = nil) throws(StoreError) -> Int64 {
        try changes.withLock { _ throws(StoreError) in
            try endingDraft(document.draft) { () throws(StoreError) -> Int64 in try store(document, request) }
        }
    }

    private func store(_ document: NewDocument, _ request: RequestRecord?) throws(StoreError) -> Int64 {
        let (person, owner) = (Self.actingPerson, try ownerOfNewDocuments())
        let pages = try document.pages.map { (page) throws(StoreError) in try record(of: page, by: person) }
        let originals = try store(document.originals, of: pages, by: person)
        let document = (
            title: document.title, captured: document.captured, draft: document.draft, keys: document.keys,
            source: document.source
        )
        return try write { [pages, originals, fillsOutbox, person, owner] database in
            if let request, let known = try request.answer(database) {
                guard case .document(let id) = known else { throw StoreError.reusedKey(request.key) }
                return id
            }
            if let draft = document.draft, let end = try Self.end(of: draft, database) {
                guard case .saved(let id) = end else { throw StoreError.discardedDraft(draft) }
                return id
            }
            try database.execute(
                sql: """
                    INSERT INTO document
                        (title, titleKey, captured, changed, draft, state, source, outbox, person, owner)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    document.title, SortKey(document.title).text, document.captured, document.captured, document.draft,
                    ListFilter.ReviewState.inbox.rawValue, document.source.rawValue,
                    fillsOutbox ? OutboxState.waiting.rawValue : OutboxState.none.rawValue, person,
                    owner,
                ])
            let id = database.lastInsertedRowID
            for original in originals { try Self.note(original, database) }
            for (position, page) in pages.enumerated() { try Self.insert(page, at: position, of: id, database) }
            try TextIndex.renew(id, database)
            try Self.enterRuleQueue(id, database)
            try request?.insert(.document(id), database)
            if let draft = document.draft {
                try Self.moveToPlace(id, ofDraft: draft, database)
                try Self.moveToFolder(id, ofDraft: draft, database)
                try Self.note(.saved(id), of: draft, document.keys, at: document.captured, database)
            }
            return id
        }
    }

    /// Stores the picture of a page.
    /// - Parameter person: The owner of the picture; `nil` if it is already stored.
    func record(of page: NewDocument.Page, by person: Int64?) throws(StoreError) -> PageRecord {
        let name = try store(try page.file(), by: person)
        var record = PageRecord(
            original: name, size: page.size, quad: page.quad, rotation: page.rotation,
            filter: page.filter, flattening: page.flattening)
        if let unsure = page.unsure { try noteUnsure(unsure, in: name) }
        if let single = page.single, let file = try page.singleFile() {
            (record.single, record.fusion) = (try store(file, by: person), single.fusion)
        }
        return record
    }

    private func store(_ picture: [UInt8], by person: Int64?) throws(StoreError) -> BlobName {
        let file = if let person { try permitted(picture, of: person) } else { picture }
        let name = try blobs.add(file)
        try notePlace(of: name, in: file)
        return name
    }

    /// Returns the capture times of documents since a date.
    public func captureTimes(since start: Date) throws(StoreError) -> [Date] {
        try read {
            try Date.fetchAll(
                $0, sql: "SELECT captured FROM document WHERE trashed IS NULL AND captured >= ?", arguments: [start])
        }
    }

    public func documentCount() throws(StoreError) -> Int {
        try read { try Self.documentCount($0) }
    }

    static func documentCount(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT coalesce(sum(documents), 0) FROM filing_sum") ?? 0
    }

    /// Returns the number of pages of all documents.
    public func pageCount() throws(StoreError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM page") ?? 0 }
    }

    public func document(_ id: Int64) throws(StoreError) -> DocumentRecord {
        let found = try read {
            try DocumentRecord.fetchOne($0, sql: "\(Self.selection) WHERE id = ?", arguments: [id])
        }
        guard let found else { throw .unknownDocument(id) }
        return found
    }

    /// Removes a document and the pictures that no other document uses.
    public func delete(_ id: Int64) throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in try remove(id) }
    }

    private func remove(_ id: Int64) throws(StoreError) {
        let originals = try write { database in
            guard try Self.hasDocument(id, database) else { throw StoreError.unknownDocument(id) }
            return try Self.remove(id, database)
        }
        try removeUnused(originals)
    }

    /// - Returns: The files of its pages, including former ones, of its attachments, and the files that it came from.
    static func remove(_ id: Int64, _ database: Database) throws -> Set<String> {
        let originals = try String.fetchSet(
            database,
            sql: """
                SELECT original FROM page WHERE document = :id
                UNION SELECT single FROM page WHERE document = :id AND single IS NOT NULL
                UNION SELECT original FROM former_page WHERE document = :id
                UNION SELECT single FROM former_page WHERE document = :id AND single IS NOT NULL
                UNION SELECT file FROM attachment WHERE document = :id
                UNION SELECT file FROM former_attachment WHERE document = :id
                UNION SELECT file FROM original_file WHERE document = :id
                """, arguments: ["id": id])
        try keepTitleOfEdit(of: id, database)
        try database.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [id])
        try TextIndex.remove(id, database)
        return originals
    }

    // MARK: Pages

    public func pages(of id: Int64) throws(StoreError) -> [PageRecord] {
        try read {
            try PageRecord.fetchAll($0, sql: "SELECT * FROM page WHERE document = ? ORDER BY position", arguments: [id])
        }
    }

    /// - Parameter position: The index of the page.
    public func page(_ position: Int, of id: Int64) throws(StoreError) -> PageRecord {
        let found = try read {
            try PageRecord.fetchOne(
                $0, sql: "SELECT * FROM page WHERE document = ? AND position = ?", arguments: [id, position])
        }
        guard let found else { throw .unknownPage(document: id, position: position) }
        return found
    }

    /// Returns the first page of each document that has pages.
    public func firstPages(of documents: [Int64]) throws(StoreError) -> [Int64: PageRecord] {
        try read { database in
            let places = databaseQuestionMarks(count: documents.count)
            let rows = try Row.fetchAll(
                database, sql: "SELECT * FROM page WHERE position = 0 AND document IN (\(places))",
                arguments: StatementArguments(documents))
            return try Dictionary(uniqueKeysWithValues: rows.map { ($0["document"], try PageRecord(row: $0)) })
        }
    }

    /// Returns the original file of a page or an anchor.
    public func original(_ name: BlobName) throws(StoreError) -> [UInt8] { try blobs.read(name) }

    /// Returns the path of an original file for other programs.
    public func originalPath(_ name: BlobName) -> String { blobs.file(name) }

    /// Whether the file exists.
    public func hasOriginal(_ name: BlobName) -> Bool { blobs.has(name) }

    // MARK: Upkeep

    /// Returns the number of files in the library's folder, and their total size.
    public func storedFiles() throws(StoreError) -> (files: Int, bytes: Int) {
        do {
            let files = FileManager.default
            let sizes = try files.subpathsOfDirectory(atPath: folder).compactMap { path -> Int? in
                // Files that disappear during the count are ignored.
                guard let attributes = try? files.attributesOfItem(atPath: "\(folder)/\(path)"),
                    attributes[.type] as? FileAttributeType == .typeRegular
                else { return nil }
                return attributes[.size] as? Int ?? (attributes[.size] as? UInt64).map { Int($0) }
            }
            return (sizes.count, sizes.reduce(0, +))
        } catch { throw .unreadable(folder, reason: "\(error)") }
    }

    /// Returns the version of SQLite.
    public func databaseVersion() throws(StoreError) -> String {
        try read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
    }

    /// Removes unused and incomplete files that a crash may have left.
    public func removeLeftovers() throws(StoreError) {
        try changes.withLock { _ throws(StoreError) in
            blobs.removeUnfinished()
            try removeUnused(Set(blobs.names().map(\.text)))
        }
    }

    /// Removes files that neither a page nor an anchor uses.
    func removeUnused(_ names: Set<String>) throws(StoreError) {
        let used = try readWhole { database in
            try names.filter { name in
                try Self.fileColumns.contains { table, column in
                    try Bool.fetchOne(
                        database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) = ?)", arguments: [name])
                        ?? false
                }
            }
        }
        let unused = names.subtracting(used)
        try forgetPlaces(of: unused)
        try forgetPages(of: unused)
        for name in unused.compactMap({ BlobName($0) }) { blobs.remove(name) }
    }

    /// Returns the names of all files that a library uses.
    static func usedFiles(_ database: Database) throws -> Set<String> {
        try fileColumns.reduce(into: []) { names, place in
            let (table, column) = place
            names.formUnion(
                try String.fetchAll(
                    database, sql: "SELECT DISTINCT \(column) FROM \(table) WHERE \(column) IS NOT NULL"))
        }
    }

    /// The columns that contain file names.
    private static let fileColumns = [
        ("page", "original"), ("page", "single"), ("former_page", "original"), ("former_page", "single"),
        ("anchor", "picture"), ("anchor", "features"),
        ("attachment", "file"), ("former_attachment", "file"), ("person", "picture"), ("map_plan", "picture"),
        ("former_plan", "picture"), ("original_file", "file"), ("draft_file", "file"),
    ]

    // MARK: The database

    static let selection = "SELECT \(documentColumns) FROM document"

    /// The columns of ``DocumentRecord``.
    static let documentColumns = [
        "id", "title", "captured", "changed", "pages", "folder", "type", "correspondent", "date", "due", "retained",
        "state",
        "source", "person", "owner", "serial", "place", "trashed", "version",
    ].map { "document.\($0)" }.joined(separator: ", ")

    /// - Parameter id: The page's previous identifier; `nil` for a new one.
    static func insert(
        _ page: PageRecord, id: Int64? = nil, at position: Int, of document: Int64, _ database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO page
                    (id, document, position, original, width, height, corners, rotation, filter, flattening, single,
                     fusion)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, document, position, page.original.text, page.width, page.height, try page.cornersText,
                page.rotation.rawValue, page.filter.rawValue, page.flattening.rawValue, page.single?.text,
                try page.fusionText,
            ])
    }

    /// Reads on behalf of ``DocumentReader/current``.
    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(StoreError) -> Value {
        try read(for: .current, body)
    }

    /// Reads all documents regardless of the reader, so that private ones do not appear unused.
    func readWhole<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(StoreError) -> Value {
        try read(for: .everything, body)
    }

    private func read<Value: Sendable>(
        for reader: DocumentReader, _ body: @Sendable (Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            // In one transaction, so that a document that becomes private at the same time is no longer read here.
            let whole: Value? = try database.read { try reader.misses($0) ? nil : .some(body($0)) }
            if let whole { return whole }
            return try shared.read { database in
                try SharedViews.show(to: reader, database)
                return try body(database)
            }
        } catch { throw StoreError(error) { .database(reason: $0) } }
    }

    /// Makes the write connection see all documents, for changes to all of them.
    func whole(_ database: Database) -> Database {
        writer.set(.everything)
        return database
    }

    /// Writes on behalf of ``DocumentReader/current``.
    /// - Throws: ``StoreError/unknownDocument(_:)`` if the reader may not see the changed document.
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(StoreError) -> Value {
        let reader = DocumentReader.current
        do {
            return try database.write { [writer] database in
                writer.set(reader)
                do { return try body(database) } catch {
                    throw writer.refused.map { StoreError.unknownDocument($0) } ?? error
                }
            }
        } catch {
            throw StoreError(error) { .unwritable("library", reason: $0) }
        }
    }
}

extension DocumentRecord: FetchableRecord {}
extension PageRecord: FetchableRecord {}
