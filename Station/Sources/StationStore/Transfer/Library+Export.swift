import FoundationEssentials
import GRDB
import Glibc
import RectoCodecs
import RectoCore
import StationRules

/// Exporting a whole library as files, from which the same library can be imported.
extension Library {
    /// Writes the current state of the library into a folder.
    ///
    /// The folder gets its name when it is complete, and only its owner can read it. The remains of a killed export are
    /// removed by the next one to the same folder.
    /// - Parameters:
    ///   - folder: A folder that does not exist or is empty.
    ///   - hasTexts: Whether to export recognized text. Otherwise pages are read again after an import.
    ///   - progress: Receives the number of written documents.
    /// - Returns: The number of documents.
    /// - Throws: ``ExportError``, ``StoreError``.
    @discardableResult
    public func export(
        to folder: String, hasTexts: Bool = true, progress: (Int) -> Void = { _ in }
    ) throws -> Int {
        let writer = try ExportWriter(folder: folder, blobs: blobs)
        let count = try database.read { database in
            try Self.writeDocuments(to: writer, hasTexts: hasTexts, progress, database)
        }
        try writer.finish()
        return count
    }

    /// Reads everything in one transaction for a consistent state.
    private static func writeDocuments(
        to writer: ExportWriter, hasTexts: Bool, _ progress: (Int) -> Void, _ database: Database
    ) throws -> Int {
        var documents = PartsWriter(writer, name: ExportFile.documents)
        for id in try Int64.fetchAll(database, sql: "SELECT id FROM document ORDER BY id") {
            let document = try ExportedDocument(id, hasTexts: hasTexts, database)
            do { for file in document.files { try writer.copy(file) } } catch StoreError.damagedBlob(let name) {
                throw StoreError.unreadable(
                    "document \(id), “\(document.filing.title)”", reason: "a stored file is damaged: \(name)")
            }
            try documents.add(document)
            progress(documents.count)
        }
        var events = PartsWriter(writer, name: ExportFile.events)
        let cursor = try ExportedEvent.fetchCursor(
            database, sql: "SELECT id, at, kind, person, document, page, detail FROM event ORDER BY id")
        while let event = try cursor.next() { try events.add(event) }
        let count = documents.count
        let head = try ExportedLibrary(documents: try documents.finish(), events: try events.finish(), database)
        for scene in head.scenes {
            try writer.copy(scene.anchor.picture)
            try writer.copy(scene.anchor.features)
        }
        for plan in head.map?.plans ?? [] { try writer.copy(plan.picture) }
        try writer.write(head)
        return count
    }
}

// MARK: What is written

extension ExportedLibrary {
    /// The tables whose identifiers are never reused.
    static let numbered = [
        "anchor", "annotation", "attachment", "correspondent", "document", "event", "filing_rule", "folder",
        "kept_view", "map_object",
        "map_plan", "note", "original_file",
        "page",
        "page_code", "person", "scene", "tag", "type",
    ]

    fileprivate init(documents: [Part], events: [Part], _ database: Database) throws {
        format = Self.format
        version = Self.version
        lastIdentifiers = try Row.fetchAll(database, sql: "SELECT name, seq FROM sqlite_sequence").reduce(into: [:]) {
            let name: String = $1["name"]
            if Self.numbered.contains(name) { $0[name] = $1["seq"] }
        }
        persons = try Person.fetchAll(database, sql: "SELECT id, name FROM person ORDER BY id")
        folders = try Folder.fetchAll(database, sql: "SELECT id, parent, name FROM folder ORDER BY id")
        tags = try Name.fetchAll(database, sql: "SELECT id, name, color FROM tag ORDER BY id")
        correspondents = try Name.fetchAll(database, sql: "SELECT id, name FROM correspondent ORDER BY id")
        types = try Name.fetchAll(database, sql: "SELECT id, name FROM type ORDER BY id")
        settings = try Setting.fetchAll(database, sql: "SELECT name, value FROM setting ORDER BY name")
        let anchors = try Scene.Anchor.fetchAll(
            database,
            sql: """
                SELECT scene.id, title, created, anchor, picture, width, height, features, physicalWidth, score
                FROM scene JOIN anchor ON anchor.id = scene.anchor ORDER BY scene.id
                """)
        scenes = try anchors.map { anchor in
            Scene(
                anchor: anchor,
                annotations: try Scene.Annotation.fetchAll(
                    database,
                    sql: """
                        SELECT id, x, y, title, subtitle, icon, document FROM annotation WHERE scene = ? ORDER BY id
                        """, arguments: [anchor.id]))
        }
        sidebar = Sidebar(
            places: try Sidebar.Place.fetchAll(
                database,
                sql:
                    "SELECT name, hidden FROM sidebar_place WHERE person = \(Library.builtInPerson) ORDER BY position, name"
            ),
            pins: try Sidebar.Pin.fetchAll(
                database,
                sql:
                    "SELECT document, hidden FROM pin WHERE person = \(Library.builtInPerson) ORDER BY position, document"
            ),
            collapsed: try String.fetchAll(
                database,
                sql: "SELECT name FROM sidebar_collapsed WHERE person = \(Library.builtInPerson) ORDER BY name"))
        views = try View.fetchAll(database, sql: "SELECT id, person, name, query, usual FROM kept_view ORDER BY id")
        searches = try Search.fetchAll(
            database, sql: "SELECT person, text, at FROM recent_search ORDER BY person, text")
        rules = try Library.storedRules(database).map {
            Rule(id: $0.id, person: $0.person, isOn: $0.isOn, rule: $0.rule)
        }
        map = Map(
            plans: try Map.Plan.fetchAll(database, sql: "SELECT * FROM map_plan ORDER BY id"),
            objects: try Map.Object.fetchAll(
                database,
                sql: """
                    SELECT id, kind, type, name, note, glyph, plan, corners, code, version FROM map_object ORDER BY id
                    """),
            stops: try Map.Stop.fetchAll(
                database, sql: "SELECT round, position, place FROM map_stop ORDER BY round, position"))
        self.documents = documents
        self.events = events
    }
}

extension ExportedDocument {
    fileprivate init(_ id: Int64, hasTexts: Bool, _ database: Database) throws {
        func all<Record: FetchableRecord>(_ type: Record.Type, _ sql: String) throws -> [Record] {
            try Record.fetchAll(database, sql: sql, arguments: [id])
        }
        self.id = id
        guard let filing = try Filing.fetchOne(database, sql: "SELECT * FROM document WHERE id = ?", arguments: [id])
        else { throw StoreError.unknownDocument(id) }
        self.filing = filing
        tags = try Int64.fetchAll(
            database, sql: "SELECT tag FROM document_tag WHERE document = ? ORDER BY tag", arguments: [id])
        let rows = try Row.fetchAll(
            database, sql: "SELECT * FROM page WHERE document = ? ORDER BY position", arguments: [id])
        pages = try rows.map { try Page($0, hasText: hasTexts, database) }
        notes = try all(Note.self, "SELECT * FROM note WHERE document = ? ORDER BY id")
        attachments = try all(Attachment.self, "SELECT * FROM attachment WHERE document = ? ORDER BY id")
        originals = try all(OriginalRecord.self, "SELECT * FROM original_file WHERE document = ? ORDER BY id").map {
            Original(
                file: $0,
                pages: try Original.Page.fetchAll(
                    database,
                    sql: """
                        SELECT DISTINCT picture, number FROM imported_picture JOIN page ON page.original = picture
                        WHERE file = ? AND document = ? ORDER BY number, picture
                        """, arguments: [$0.file.text, id]))
        }
        let former = try Row.fetchAll(
            database, sql: "SELECT * FROM former_page WHERE document = ? ORDER BY event, position", arguments: [id])
        formerPages = try former.map {
            FormerPage(event: $0["event"], at: $0["at"], id: $0["id"], look: try PageRecord(row: $0))
        }
        origins = try String.fetchAll(
            database, sql: "SELECT key FROM imported_file WHERE document = ? ORDER BY key", arguments: [id])
    }
}

extension ExportedDocument.Page {
    fileprivate init(_ page: Row, hasText: Bool, _ database: Database) throws {
        id = page["id"]
        look = try PageRecord(row: page)
        codes = try ExportedDocument.Code.fetchAll(
            database, sql: "SELECT id, kind, text FROM page_code WHERE page = ? ORDER BY id", arguments: [id])
        let text = hasText ? try ExportedDocument.Text(of: id, database) : nil
        self.text = text
        let row = try Row.fetchOne(
            database, sql: "SELECT state, failures, reason FROM page_reading WHERE page = ?", arguments: [id])
        let reading = ExportedDocument.Reading(
            state: row.flatMap { ReadingState(rawValue: $0["state"]) } ?? .waiting,
            failures: row.map { $0["failures"] } ?? 0, reason: row.flatMap { $0["reason"] as String? })
        // A page marked as read, but without a text, would never get one.
        let isLost = reading.state == .read && text == nil
        self.reading = isLost || reading == .untouched ? nil : reading
    }
}

extension ExportedDocument.Reading {
    static let untouched = Self(state: .waiting, failures: 0, reason: nil)
}

extension ExportedDocument.Text {
    /// `nil` if the page has no text, or a damaged one.
    fileprivate init?(of page: Int64, _ database: Database) throws {
        let row = try Row.fetchOne(
            database, sql: "SELECT layout, languages, at FROM page_text WHERE page = ?", arguments: [page])
        guard let row, let stored = try? StoredText(bytes: [UInt8](row["layout"] as Data)) else { return nil }
        self.init(words: stored.text.text, layout: row["layout"], languages: row["languages"], at: row["at"])
    }
}

// MARK: Files

/// Writes an export under a temporary name, which is changed when it is complete.
private final class ExportWriter {
    private let folder: String
    private let unfinished: String
    private let source: BlobFolder
    private let target: BlobFolder
    private let encoder = JSONEncoder()

    init(folder: String, blobs: BlobFolder) throws {
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        self.folder = folder
        let (parent, name) = Self.split(folder)
        unfinished = "\(parent)/.\(name).part"
        source = blobs
        target = BlobFolder(path: "\(unfinished)/\(ExportFile.originals)")
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let files = FileManager.default
        if files.fileExists(atPath: folder) {
            guard try files.contentsOfDirectory(atPath: folder).isEmpty else { throw ExportError.occupied(folder) }
        }
        if files.fileExists(atPath: unfinished) { try files.removeItem(atPath: unfinished) }
        // The files must be private even while they are written.
        try PrivateFiles.makeFolder(unfinished)
        try files.createDirectory(atPath: target.path, withIntermediateDirectories: true)
    }

    private static func split(_ path: String) -> (parent: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    func copy(_ name: BlobName) throws {
        if target.has(name) { return }
        _ = try target.add(try source.read(name))
    }

    func encode(_ value: some Encodable) throws -> [UInt8] { [UInt8](try encoder.encode(value)) }

    func write(_ head: ExportedLibrary) throws {
        encoder.outputFormatting.insert(.prettyPrinted)
        try write(try encode(head) + Array("\n".utf8), to: ExportFile.head)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        let file = try AtomicFile(path: "\(unfinished)/\(name)")
        try file.write(bytes)
        try file.commit()
    }

    func finish() throws {
        try PrivateFiles.closeAll(in: unfinished)
        guard rename(unfinished, folder) == 0 else {
            throw StoreError.unwritable(folder, reason: String(cString: strerror(errno)))
        }
        let descriptor = open(Self.split(folder).parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// Writes entries to files of a few megabytes each, to limit memory use.
private struct PartsWriter {
    private static let maximumBytes = 4 << 20

    private let writer: ExportWriter
    private let name: (Int) -> String
    private var parts: [ExportedLibrary.Part] = []
    private var bytes: [UInt8] = []
    private var entries = 0
    private(set) var count = 0

    /// - Parameter name: Returns the name of the file with a number from 0.
    init(_ writer: ExportWriter, name: @escaping (Int) -> String) {
        self.writer = writer
        self.name = name
    }

    /// Adds an entry on a separate line.
    mutating func add(_ entry: some Encodable) throws {
        bytes += Array((entries == 0 ? "[\n" : ",\n").utf8) + (try writer.encode(entry))
        entries += 1
        count += 1
        if bytes.count >= Self.maximumBytes { try end() }
    }

    mutating func finish() throws -> [ExportedLibrary.Part] {
        if entries > 0 { try end() }
        return parts
    }

    private mutating func end() throws {
        bytes += Array("\n]\n".utf8)
        try writer.write(bytes, to: name(parts.count))
        parts.append(ExportedLibrary.Part(sha256: BlobName(of: bytes), count: entries))
        bytes = []
        entries = 0
    }
}
