import GRDB

/// Drafts in which the pages of saved documents are edited, and the pages that documents had before.
extension Schema {
    static func editing(_ database: Database) throws {
        try database.create(table: "edit") { table in
            table.primaryKey("draft", .text)
            // A document has one such draft at most. Without its document, the draft becomes one of its own.
            table.column("document", .integer).notNull().unique().references("document", onDelete: .cascade)
            // The digest of the document's pages when the draft was made.
            table.column("pages", .text).notNull()
        }
        try database.create(table: "former_page") { table in
            table.column("event", .integer).notNull().references("event")
            table.column("position", .integer).notNull()
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.column("at", .datetime).notNull().indexed()
            // The page need not be there any more.
            table.column("id", .integer).notNull()
            table.column("original", .text).notNull().indexed()
            table.column("width", .integer).notNull()
            table.column("height", .integer).notNull()
            table.column("corners", .jsonText)
            table.column("rotation", .integer).notNull()
            table.column("filter", .text).notNull()
            table.primaryKey(["event", "position"])
        }
    }
}
