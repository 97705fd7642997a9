import GRDB

/// Drafts that edit the pages of saved documents, and former pages of documents.
extension Schema {
    static func editing(_ database: Database) throws {
        try database.create(table: "edit") { table in
            table.primaryKey("draft", .text)
            // A document has at most one such draft. If the document is deleted, the draft no longer edits one.
            table.column("document", .integer).notNull().unique().references("document", onDelete: .cascade)
            // The digest of the document's pages when the draft was created.
            table.column("pages", .text).notNull()
        }
        try database.create(table: "former_page") { table in
            table.column("event", .integer).notNull().references("event")
            table.column("position", .integer).notNull()
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.column("at", .datetime).notNull().indexed()
            // The page may no longer exist.
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

    /// The files of former attachments.
    static func attachments(_ database: Database) throws {
        try database.create(table: "former_attachment") { table in
            table.primaryKey("event", .integer).references("event")
            table.column("document", .integer).notNull().indexed().references("document", onDelete: .cascade)
            table.column("at", .datetime).notNull().indexed()
            table.column("file", .text).notNull().indexed()
        }
    }

    /// Pages merged from several pictures keep the captured one.
    static func fusion(_ database: Database) throws {
        for table in ["page", "former_page"] {
            try database.alter(table: table) {
                $0.add(column: "single", .text)
                $0.add(column: "fusion", .jsonText)
            }
            // Few pages have one.
            try database.create(
                index: "\(table)_single", on: table, columns: ["single"], condition: Column("single") != nil)
        }
    }

    /// Drafts outlive the documents that they edit, and record their initial state.
    static func edits(_ database: Database) throws {
        try database.rename(table: "edit", to: "edit_before")
        try database.create(table: "edit") { table in
            table.primaryKey("draft", .text)
            // A document has at most one such draft; `NULL` after permanent deletion.
            table.column("document", .integer).unique().references("document", onDelete: .setNull)
            // The digest of the document's pages when the draft was created.
            table.column("pages", .text).notNull()
            // The digest of the draft's pages at that time; `NULL` for drafts from before this column existed.
            table.column("beginning", .text)
            // The document's title when it was permanently deleted.
            table.column("title", .text)
        }
        try database.execute(
            sql: "INSERT INTO edit (draft, document, pages) SELECT draft, document, pages FROM edit_before")
        try database.drop(table: "edit_before")
    }
}
