import GRDB

/// The objects of the map, and the locations of captured pages.
extension Schema {
    static func map(_ database: Database) throws {
        try mapObjects(database)
        try picturePlaces(database)
        try filedPlaces(database)
        try mapVersion(database)
    }

    private static func mapObjects(_ database: Database) throws {
        try database.create(table: "map_plan") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("name", .text).notNull()
            table.column("picture", .text).notNull().indexed()
            table.column("width", .integer).notNull()
            table.column("height", .integer).notNull()
            table.column("meters", .double).notNull()
            table.column("longitude", .double).notNull()
            table.column("latitude", .double).notNull()
            table.column("rotation", .double).notNull()
        }
        try database.create(table: "map_object") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("kind", .text).notNull()
            table.column("type", .text)
            table.column("name", .text).notNull()
            table.column("key", .text).notNull()
            table.column("note", .text).notNull()
            table.column("glyph", .text)
            table.column("plan", .integer).indexed().references("map_plan", onDelete: .setNull)
            // Alternating longitudes and latitudes; rounds have those of their stops.
            table.column("corners", .jsonText).notNull()
            table.column("longitude", .double)
            table.column("latitude", .double)
            // The codes on the labels of places.
            table.column("code", .text).unique()
            table.column("version", .integer).notNull().defaults(to: 1)
        }
        try database.create(index: "map_object_kind", on: "map_object", columns: ["kind", "key", "id"])
        try database.create(table: "map_stop") { table in
            table.column("round", .integer).notNull().references("map_object", onDelete: .cascade)
            table.column("position", .integer).notNull()
            table.column("place", .integer).notNull().indexed().references("map_object", onDelete: .cascade)
            table.primaryKey(["round", "position"])
        }
        // The data for undoing changes.
        try database.create(table: "map_change") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("at", .datetime).notNull().indexed()
            table.column("person", .integer).notNull()
            table.column("change", .jsonText).notNull()
        }
    }

    /// Locations by file: removing the location from a picture creates another file.
    private static func picturePlaces(_ database: Database) throws {
        try database.create(table: "picture_place") { table in
            table.primaryKey("original", .text)
            table.column("longitude", .double).notNull()
            table.column("latitude", .double).notNull()
        }
        // Existing files that still have to be checked. New ones are checked when they are added.
        try database.create(table: "unplaced_picture") { table in table.primaryKey("original", .text) }
        try database.execute(sql: "INSERT INTO unplaced_picture SELECT DISTINCT original FROM page")
    }

    private static func filedPlaces(_ database: Database) throws {
        try database.alter(table: "document") { table in
            table.add(column: "place", .integer).references("map_object", onDelete: .setNull)
        }
        try database.create(
            index: "document_place", on: "document", columns: ["place", "captured", "id"],
            condition: Column("place") != nil)
        // The place for the document that a draft becomes.
        try database.create(table: "draft_place") { table in
            table.primaryKey("draft", .text)
            table.column("place", .integer).notNull().references("map_object", onDelete: .cascade)
        }
    }

    /// A counter that increases with every change of a marker, so that markers are computed once per zoom level.
    private static func mapVersion(_ database: Database) throws {
        let count = "UPDATE map_version SET version = version + 1;"
        let isPlaced = "WHEN EXISTS (SELECT 1 FROM picture_place WHERE original ="
        try database.execute(
            sql: """
                CREATE TABLE map_version (version INTEGER NOT NULL);
                INSERT INTO map_version VALUES (1);
                CREATE TRIGGER map_document AFTER UPDATE OF trashed, owner ON document
                    WHEN old.trashed IS NOT new.trashed OR old.owner IS NOT new.owner BEGIN \(count) END;
                CREATE TRIGGER map_page_insert AFTER INSERT ON page \(isPlaced) new.original) BEGIN \(count) END;
                CREATE TRIGGER map_page_delete AFTER DELETE ON page \(isPlaced) old.original) BEGIN \(count) END;
                CREATE TRIGGER map_page_update AFTER UPDATE OF original, document ON page BEGIN \(count) END;
                """)
        for table in ["map_object", "map_plan", "picture_place"] {
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try database.execute(
                    sql: "CREATE TRIGGER \(table)_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN \(count) END;")
            }
        }
    }
}
