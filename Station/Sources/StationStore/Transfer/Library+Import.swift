import FoundationEssentials
import GRDB
import RectoCore
import RectoVision
import StationIdentity
import StationRules
import Synchronization

/// Importing an exported library.
extension Library {
    /// Imports an export into this library, which must be empty, in one transaction.
    /// - Parameter progress: Receives the number of documents whose files are stored.
    /// - Returns: The number of documents.
    /// - Throws: ``ExportError``, ``StoreError``. The library is then unchanged.
    @discardableResult
    public func restore(_ export: ExportReader, progress: (Int) -> Void = { _ in }) throws -> Int {
        try changes.withLock { _ in
            guard try isUnused() else { throw ExportError.notEmpty(folder) }
            var stored: Set<String> = []
            do {
                try storeFiles(of: export, into: &stored, progress)
                try database.write { try Self.insert(export, whole($0)) }
            } catch {
                try? removeUnused(stored)
                throw error
            }
            return export.count
        }
    }

    /// Whether nothing has ever been stored, and no people have been set up, because an import would replace them.
    private func isUnused() throws -> Bool {
        let tables = [
            "document", "event", "folder", "tag", "correspondent", "type", "scene", "map_object", "map_plan",
            "onboarding_step",
        ]
        return try database.read { database in
            try !tables.contains { table in
                try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM \(table))") ?? true
            }
        }
    }

    private func storeFiles(
        of export: ExportReader, into stored: inout Set<String>, _ progress: (Int) -> Void
    ) throws {
        func store(_ name: BlobName) throws {
            guard stored.insert(name.text).inserted else { return }
            _ = try blobs.add(try export.originals.read(name))
        }
        var count = 0
        for number in export.head.documents.indices {
            for document in try export.documents(number) {
                for file in document.files { try store(file) }
                count += 1
                progress(count)
            }
        }
        for scene in export.head.scenes {
            try store(scene.anchor.picture)
            try store(scene.anchor.features)
        }
        for plan in export.head.map?.plans ?? [] { try store(plan.picture) }
    }

    // MARK: The database

    private static func insert(_ export: ExportReader, _ database: Database) throws {
        let head = export.head
        // Some rows refer to later ones.
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        try insertNames(of: head, database)
        if let map = head.map { try insert(map, database) }
        for number in head.events.indices {
            for event in try export.events(number) {
                try insert(
                    into: "event",
                    [
                        "id": event.id, "at": event.at, "kind": event.kind.rawValue, "person": event.person,
                        "document": event.document, "page": event.page, "detail": event.detail,
                    ], database)
            }
        }
        for number in head.documents.indices {
            for document in try export.documents(number) { try insert(document, database) }
        }
        try Schema.openUnusedNames(database)
        try insertRest(of: head, database)
        try setLastIdentifiers(head.lastIdentifiers, database)
        // The station checks them afterwards.
        try database.execute(sql: "INSERT OR IGNORE INTO unplaced_picture SELECT DISTINCT original FROM page")
    }

    private static func insertNames(of head: ExportedLibrary, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM person")
        for person in head.persons {
            // An export cannot grant access. The first person becomes the owner when people are set up again.
            let role: Role = person.id == builtInPerson ? .owner : .guest
            try insert(into: "person", ["id": person.id, "name": person.name, "role": role.rawValue], database)
        }
        for folder in head.folders {
            try insert(
                into: "folder",
                [
                    "id": folder.id, "parent": folder.parent, "name": folder.name, "key": SortKey(folder.name).text,
                ], database)
        }
        for (table, names) in [("correspondent", head.correspondents), ("type", head.types), ("tag", head.tags)] {
            for name in names {
                var values: [String: (any DatabaseValueConvertible)?] = [
                    "id": name.id, "name": name.name, "key": SortKey(name.name).text,
                ]
                if table == "tag" { values["color"] = name.color }
                try insert(into: table, values, database)
            }
        }
    }

    private static func insert(_ map: ExportedLibrary.Map, _ database: Database) throws {
        for plan in map.plans {
            try insert(
                into: "map_plan",
                [
                    "id": plan.id, "name": plan.name, "picture": plan.picture.text, "width": plan.width,
                    "height": plan.height, "meters": plan.meters, "longitude": plan.longitude,
                    "latitude": plan.latitude, "rotation": plan.rotation,
                ], database)
        }
        for object in map.objects {
            let label = MapCorners.places(object.corners).first
            try insert(
                into: "map_object",
                [
                    "id": object.id, "kind": object.kind.rawValue, "type": object.type?.rawValue, "name": object.name,
                    "key": SortKey(object.name).text, "note": object.note, "glyph": object.glyph, "plan": object.plan,
                    "corners": object.corners, "longitude": label?.longitude, "latitude": label?.latitude,
                    "code": object.code, "version": object.version,
                ], database)
        }
        for stop in map.stops {
            try insert(
                into: "map_stop", ["round": stop.round, "position": stop.position, "place": stop.place], database)
        }
    }

    private static func insert(_ document: ExportedDocument, _ database: Database) throws {
        let filing = document.filing
        let hasCode = document.pages.contains { !$0.codes.isEmpty }
        try insert(
            into: "document",
            [
                "id": document.id, "title": filing.title, "titleKey": SortKey(filing.title).text,
                "captured": filing.captured, "changed": filing.changed, "folder": filing.folder,
                "date": filing.date?.description, "due": filing.due?.description,
                "retained": filing.retained?.description, "state": filing.state.rawValue,
                "source": filing.source.rawValue, "person": filing.person, "owner": filing.owner,
                "serial": filing.serial, "place": filing.place, "trashed": filing.trashed, "version": filing.version,
                "hasCode": hasCode,
            ], database)
        // Triggers maintain the columns that lists are sorted by.
        try database.execute(
            sql: "UPDATE document SET type = ?, correspondent = ? WHERE id = ?",
            arguments: [filing.type, filing.correspondent, document.id])
        for tag in document.tags {
            try insert(into: "document_tag", ["tag": tag, "document": document.id], database)
        }
        // Pages that come first would add the files under other identifiers.
        for original in document.originals ?? [] { try insert(original, of: document.id, database) }
        for (position, page) in document.pages.enumerated() {
            try insert(page, at: position, of: document.id, database)
        }
        for note in document.notes {
            try insert(
                into: "note",
                [
                    "id": note.id, "document": document.id, "text": note.text, "person": note.person, "at": note.at,
                ], database)
        }
        for attachment in document.attachments {
            try insert(
                into: "attachment",
                [
                    "id": attachment.id, "document": document.id, "name": attachment.name,
                    "mediaType": attachment.mediaType, "size": attachment.size, "file": attachment.file.text,
                    "person": attachment.person, "at": attachment.at,
                ], database)
        }
        try insert(document.formerPages, of: document.id, database)
        for origin in document.origins {
            try insert(into: "imported_file", ["key": origin, "document": document.id], database)
        }
        try TextIndex.renew(document.id, database)
    }

    private static func insert(
        _ original: ExportedDocument.Original, of document: Int64, _ database: Database
    ) throws {
        let file = original.file
        try insert(
            into: "original_file",
            [
                "id": file.id, "document": document, "name": file.name, "mediaType": file.mediaType, "size": file.size,
                "file": file.file.text,
            ], database)
        for page in original.pages {
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO imported_picture (picture, file, number, name, mediaType, size)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [page.picture.text, file.file.text, page.number, file.name, file.mediaType, file.size])
        }
    }

    private static func insert(
        _ page: ExportedDocument.Page, at position: Int, of document: Int64, _ database: Database
    ) throws {
        try insert(page.look, id: page.id, at: position, of: document, database)
        for code in page.codes {
            try insert(
                into: "page_code", ["id": code.id, "page": page.id, "kind": code.kind, "text": code.text], database)
        }
        if let text = page.text {
            let stored = try StoredText(bytes: [UInt8](text.layout))
            try insert(
                into: "page_text",
                [
                    "page": page.id, "text": stored.text.text, "layout": text.layout, "languages": text.languages,
                    "at": text.at,
                ], database)
        }
        if let reading = page.reading {
            try database.execute(
                sql: "UPDATE page_reading SET state = ?, failures = ?, reason = ? WHERE page = ?",
                arguments: [reading.state.rawValue, reading.failures, reading.reason, page.id])
        }
    }

    private static func insert(
        _ pages: [ExportedDocument.FormerPage], of document: Int64, _ database: Database
    ) throws {
        var positions: [Int64: Int] = [:]
        for page in pages {
            let position = positions[page.event, default: 0]
            positions[page.event] = position + 1
            try insert(
                into: "former_page",
                [
                    "event": page.event, "position": position, "document": document, "at": page.at, "id": page.id,
                    "original": page.look.original.text, "width": page.look.width, "height": page.look.height,
                    "corners": try page.look.cornersText, "rotation": page.look.rotation.rawValue,
                    "filter": page.look.filter.rawValue, "flattening": page.look.flattening.rawValue,
                    "single": page.look.single?.text, "fusion": try page.look.fusionText,
                ], database)
        }
    }

    /// Inserts the rows that refer to documents.
    private static func insertRest(of head: ExportedLibrary, _ database: Database) throws {
        for scene in head.scenes { try insert(scene, database) }
        for (position, pin) in head.sidebar.pins.enumerated() {
            try insert(
                into: "pin",
                ["person": builtInPerson, "document": pin.document, "position": position, "hidden": pin.hidden],
                database)
        }
        try database.execute(sql: "DELETE FROM sidebar_place; DELETE FROM sidebar_collapsed; DELETE FROM setting")
        for (position, place) in head.sidebar.places.enumerated() {
            try insert(
                into: "sidebar_place",
                ["person": builtInPerson, "name": place.name, "position": position, "hidden": place.hidden], database)
        }
        for group in head.sidebar.collapsed {
            try insert(into: "sidebar_collapsed", ["person": builtInPerson, "name": group], database)
        }
        for setting in head.settings {
            try insert(into: "setting", ["name": setting.name, "value": setting.value], database)
        }
        for view in head.views {
            try insert(
                into: "kept_view",
                [
                    "id": view.id, "person": view.person, "name": view.name, "query": view.query,
                    "usual": view.usual ?? false,
                ], database)
        }
        for (place, rule) in (head.rules ?? []).enumerated() {
            try put(
                FilingRuleChange.Stored(
                    id: rule.id, place: place, rule: rule.rule, isOn: rule.isOn, person: rule.person), database)
        }
        for search in head.searches {
            try insert(
                into: "recent_search", ["person": search.person, "text": search.text, "at": search.at], database)
        }
    }

    private static func insert(_ scene: ExportedLibrary.Scene, _ database: Database) throws {
        let anchor = scene.anchor
        try insert(
            into: "anchor",
            [
                "id": anchor.anchor, "picture": anchor.picture.text, "width": anchor.width, "height": anchor.height,
                "features": anchor.features.text, "physicalWidth": anchor.physicalWidth, "score": anchor.score,
            ], database)
        try insert(
            into: "scene",
            ["id": anchor.id, "title": anchor.title, "created": anchor.created, "anchor": anchor.anchor], database)
        for annotation in scene.annotations {
            try insert(
                into: "annotation",
                [
                    "id": annotation.id, "scene": anchor.id, "x": annotation.x, "y": annotation.y,
                    "title": annotation.title, "subtitle": annotation.subtitle, "icon": annotation.icon,
                    "document": annotation.document,
                ], database)
        }
    }

    /// Prevents the reuse of identifiers.
    private static func setLastIdentifiers(_ last: [String: Int64], _ database: Database) throws {
        for table in ExportedLibrary.numbered {
            guard let identifier = last[table] else { continue }
            try database.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [table])
            try database.execute(
                sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, identifier])
        }
    }

    /// - Parameter values: The values by column.
    private static func insert(
        into table: String, _ values: [String: (any DatabaseValueConvertible)?], _ database: Database
    ) throws {
        let columns = values.keys.sorted()
        try database.execute(
            sql: """
                INSERT INTO \(table) (\(columns.map { "\"\($0)\"" }.joined(separator: ", ")))
                VALUES (\(databaseQuestionMarks(count: columns.count)))
                """, arguments: StatementArguments(columns.map { values[$0] ?? nil }))
    }
}
