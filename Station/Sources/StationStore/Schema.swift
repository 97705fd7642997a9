import GRDB

/// The tables, as migrations from each version of the library to the next.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("documents") { database in
            try database.create(table: "document") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
                table.column("captured", .datetime).notNull()
                table.column("changed", .datetime).notNull()
                table.column("draft", .text).unique()
            }
            try database.create(index: "document_captured", on: "document", columns: ["captured", "id"])
            try database.create(table: "page") { table in
                table.column("document", .integer).notNull().references("document", onDelete: .cascade)
                table.column("position", .integer).notNull()
                table.column("original", .text).notNull().indexed()
                table.column("width", .integer).notNull()
                table.column("height", .integer).notNull()
                table.column("corners", .jsonText)
                table.column("rotation", .integer).notNull()
                table.column("filter", .text).notNull()
                table.primaryKey(["document", "position"])
            }
        }
        migrator.registerMigration("ar", migrate: scenes)
        migrator.registerMigration("devices") { database in
            try database.create(table: "activation") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("code", .text).notNull().unique()
                table.column("expires", .datetime).notNull()
                table.column("used", .datetime)
            }
            try database.create(table: "device") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("name", .text).notNull()
                table.column("token", .text).notNull().unique()
                table.column("activated", .datetime).notNull()
            }
        }
        migrator.registerMigration("api") { database in
            try database.create(table: "request") { table in
                table.primaryKey("key", .text)
                table.column("digest", .text).notNull()
                table.column("document", .integer)
                table.column("answer", .text)
                table.column("at", .datetime).notNull().indexed()
            }
            try database.alter(table: "document") { table in
                table.add(column: "outbox", .integer).notNull().defaults(to: OutboxState.none.rawValue)
            }
            // A small partial index of the documents still to be written.
            try database.create(
                index: "document_outbox", on: "document", columns: ["outbox"],
                condition: Column("outbox") != OutboxState.none.rawValue)
            try database.create(table: "capture_metric") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("at", .datetime).notNull()
                table.column("source", .text).notNull()
                table.column("milliseconds", .integer).notNull()
                table.column("outcome", .text).notNull()
                table.column("sharpness", .double)
                table.column("contrast", .double)
                table.column("brightness", .double)
                table.column("glare", .double)
            }
        }
        migrator.registerMigration("sidebar", migrate: sidebar)
        migrator.registerMigration("drafts") { database in
            try database.create(table: "ended_draft") { table in
                table.primaryKey("name", .text)
                // Kept when the document is deleted, because the draft was still saved.
                table.column("document", .integer)
                // The keys of its pictures, separated by spaces.
                table.column("keys", .text).notNull().defaults(to: "")
                table.column("at", .datetime).notNull().indexed()
            }
            try database.execute(
                sql:
                    "INSERT INTO ended_draft (name, document, at) SELECT draft, id, captured FROM document WHERE draft IS NOT NULL"
            )
        }
        migrator.registerMigration("settings") { database in
            try database.create(table: "setting") { table in
                table.primaryKey("name", .text)
                table.column("value", .jsonText).notNull()
            }
        }
        migrator.registerMigration("filing", migrate: filing)
        migrator.registerMigration("texts", migrate: texts)
        migrator.registerMigration("editing", migrate: editing)
        migrator.registerMigration("captureOutcomes") { database in
            try database.execute(sql: "UPDATE capture_metric SET outcome = 'captured' WHERE outcome = 'taken'")
        }
        migrator.registerMigration("imports") { database in
            // The keys of imported files, so that they are not imported again.
            try database.create(table: "imported_file") { table in
                table.primaryKey("key", .text)
                table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            }
        }
        migrator.registerMigration("edits", migrate: edits)
        migrator.registerMigration("people", migrate: people)
        migrator.registerMigration("home", migrate: home)
        migrator.registerMigration("attachments", migrate: attachments)
        migrator.registerMigration("consents", migrate: consents)
        migrator.registerMigration("personal", migrate: personal)
        migrator.registerMigration("sums", migrate: sums)
        migrator.registerMigration("usualViews") { database in
            // The default view of the library.
            try database.alter(table: "kept_view") {
                $0.add(column: "usual", .boolean).notNull().defaults(to: false)
            }
            try database.create(
                index: "kept_view_usual", on: "kept_view", columns: ["person"], options: .unique,
                condition: Column("usual") == true)
        }
        migrator.registerMigration("map", migrate: map)
        migrator.registerMigration("owners", migrate: owners)
        migrator.registerMigration("sessionDevices") { database in
            // The activated device where a person signed in.
            try database.alter(table: "session") {
                $0.add(column: "activated", .integer).references("device", onDelete: .setNull)
            }
        }
        migrator.registerMigration("draftPeople") { database in
            // The person who began a draft owns it. Older drafts and those of programs are shared.
            try database.create(table: "draft_person") { table in
                table.primaryKey("draft", .text)
                table.column("person", .integer).notNull().references("person", onDelete: .cascade)
            }
        }
        migrator.registerMigration("searchedNumbers") { database in
            // From this version on, the full-text index also contains archive numbers and names of attachments.
            let changed = try Int64.fetchAll(
                database,
                sql: "SELECT id FROM document WHERE serial IS NOT NULL OR id IN (SELECT document FROM attachment)")
            for id in changed { try TextIndex.renew(id, database) }
        }
        migrator.registerMigration("formerPlans") { database in
            // The pictures of removed plans, for restoring them.
            try database.create(table: "former_plan") { table in
                table.column("at", .datetime).notNull().indexed()
                table.column("picture", .text).notNull().indexed()
            }
        }
        migrator.registerMigration("filterIndex") { database in
            // A covering index for all filters of lists, so that counting reads no documents. Its first column is not
            // selective.
            try database.create(
                index: "document_filters", on: "document",
                columns: [
                    "hasText", "hasCode", "state", "source", "person", "date", "due", "pages", "captured", "folder",
                    "type", "correspondent", "place", "owner", "trashed",
                ], condition: Column("trashed") == nil)
            // A covering index for counting the inbox.
            try database.drop(index: "document_inbox")
            try database.create(
                index: "document_inbox", on: "document", columns: ["captured", "id", "owner", "state", "trashed"],
                condition: Column("state") == "inbox" && Column("trashed") == nil)
        }
        migrator.registerMigration("flattening", migrate: flattening)
        migrator.registerMigration("inboxIndex") { database in
            // Contains all columns that the inbox is filtered by, because it usually has few of many documents.
            try database.drop(index: "document_inbox")
            try database.create(
                index: "document_inbox", on: "document",
                columns: [
                    "captured", "id", "owner", "state", "trashed", "hasText", "hasCode", "source", "person", "date",
                    "due",
                    "pages", "folder", "type", "correspondent", "place",
                ], condition: Column("state") == "inbox" && Column("trashed") == nil)
        }
        migrator.registerMigration("orderIndexes", migrate: orders)
        migrator.registerMigration("fusion", migrate: fusion)
        migrator.registerMigration("ownTokens", migrate: ownTokens)
        migrator.registerMigration("openNames", migrate: openNames)
        migrator.registerMigration("originals", migrate: originals)
        migrator.registerMigration("unsureCrops", migrate: unsureCrops)
        migrator.registerMigration("programs", migrate: programs)
        migrator.registerMigration("filingRules", migrate: filingRules)
        return migrator
    }

    private static func scenes(_ database: Database) throws {
        try database.create(table: "anchor") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("picture", .text).notNull().indexed()
            table.column("width", .integer).notNull()
            table.column("height", .integer).notNull()
            table.column("features", .text).notNull().indexed()
            table.column("physicalWidth", .double)
            table.column("score", .integer).notNull()
        }
        try database.create(table: "scene") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("title", .text).notNull()
            table.column("created", .datetime).notNull()
            table.column("anchor", .integer).notNull().unique().references("anchor", onDelete: .cascade)
        }
        try database.create(table: "annotation") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("scene", .integer).notNull().indexed().references("scene", onDelete: .cascade)
            table.column("x", .double).notNull()
            table.column("y", .double).notNull()
            table.column("title", .text).notNull()
            table.column("subtitle", .text).notNull()
            table.column("icon", .text).notNull()
            table.column("document", .integer).indexed().references("document", onDelete: .setNull)
        }
    }

    private static func sidebar(_ database: Database) throws {
        try database.create(table: "pin") { table in
            table.column("document", .integer).primaryKey().references("document", onDelete: .cascade)
            table.column("position", .integer).notNull()
            table.column("hidden", .boolean).notNull()
        }
        try database.create(table: "sidebar_place") { table in
            table.primaryKey("name", .text)
            table.column("position", .integer).notNull()
            table.column("hidden", .boolean).notNull()
        }
        try database.create(table: "sidebar_collapsed") { table in table.primaryKey("name", .text) }
    }
}
