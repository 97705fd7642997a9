import GRDB

/// By what lists are sorted.
extension Schema {
    /// What lists are filtered by.
    private static let filtered = [
        "hasText", "hasCode", "state", "source", "person", "date", "due", "pages", "captured", "folder", "type",
        "correspondent", "place", "owner", "trashed",
    ]

    /// Each index of an order has all that lists are filtered by: whatever an order begins with and a filter leaves out, no document is
    /// read in vain. Any of them counts, too, so none is there for that alone.
    static func orders(_ database: Database) throws {
        for (name, expression) in SortColumn.indexed {
            let columns = [expression, "id"] + filtered.filter { $0 != expression }
            try database.execute(
                sql: """
                    DROP INDEX document_by_\(name);
                    CREATE INDEX document_by_\(name) ON document (\(columns.joined(separator: ", ")))
                    WHERE trashed IS NULL;
                    """)
        }
        try database.drop(index: "document_filters")
        // The inbox is still found by its own: what is asked for comes first.
        try database.drop(index: "document_inbox")
        try database.create(
            index: "document_inbox", on: "document",
            columns: ["state", "captured", "id"] + filtered.filter { $0 != "state" && $0 != "captured" },
            condition: Column("state") == "inbox" && Column("trashed") == nil)
    }
}
