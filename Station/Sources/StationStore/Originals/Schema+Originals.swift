import GRDB

/// The files that came in, as they came.
extension Schema {
    static func originals(_ database: Database) throws {
        try database.create(table: "original_file") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            // Empty if the file came without a name.
            table.column("name", .text).notNull()
            table.column("mediaType", .text).notNull()
            table.column("size", .integer).notNull()
            table.column("file", .text).notNull().indexed()
        }
        // The files that pages come from, by the pages' pictures.
        try database.create(table: "imported_picture", options: .withoutRowID) { table in
            table.column("picture", .text).notNull()
            table.column("file", .text).notNull().indexed()
            // The number of the page in the file, from 1.
            table.column("number", .integer).notNull()
            table.column("name", .text).notNull()
            table.column("mediaType", .text).notNull()
            table.column("size", .integer).notNull()
            table.primaryKey(["picture", "file"])
        }
        // Keeps the files of drafts until they are saved.
        try database.create(table: "draft_file") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("draft", .text).notNull()
            table.column("file", .text).notNull().indexed()
            table.column("name", .text).notNull()
            table.uniqueKey(["draft", "file"])
        }
        // The folder for the document that a draft becomes.
        try database.create(table: "draft_folder") { table in
            table.primaryKey("draft", .text)
            table.column("folder", .integer).notNull().references("folder", onDelete: .cascade)
        }
        try database.execute(sql: originalTriggers)
    }

    /// A document keeps the file of each page that it ever had, whichever way the page came into it.
    private static var originalTriggers: String {
        let isNew = """
            NOT EXISTS (SELECT 1 FROM original_file AS other WHERE other.document = new.document AND other.file = source.file)
            """
        let insertion = "INSERT INTO original_file (document, name, mediaType, size, file)"
        return """
            CREATE TRIGGER page_original AFTER INSERT ON page BEGIN
                \(insertion) SELECT new.document, name, mediaType, size, file FROM imported_picture AS source
                WHERE picture = new.original AND \(isNew);
            END;
            CREATE TRIGGER page_original_moved AFTER UPDATE OF document ON page WHEN new.document <> old.document BEGIN
                \(insertion) SELECT new.document, name, mediaType, size, file FROM original_file AS source
                WHERE document = old.document AND \(isNew)
                    AND EXISTS (SELECT 1 FROM imported_picture AS own WHERE own.picture = new.original AND own.file = source.file);
            END;
            """
    }
}
