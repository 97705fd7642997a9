import GRDB

/// The orders of lists.
extension Schema {
    /// The columns that lists are filtered by.
    private static let filtered = [
        "hasText", "hasCode", "state", "source", "person", "date", "due", "pages", "captured", "folder", "type",
        "correspondent", "place", "owner", "trashed",
    ]

    /// Each index of an order contains all columns that lists are filtered by, so that no document is read only to be
    /// excluded. Any of them can also be used for counting.
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
        // The inbox still uses its own index, with the most selective column first.
        try database.drop(index: "document_inbox")
        try database.create(
            index: "document_inbox", on: "document",
            columns: ["state", "captured", "id"] + filtered.filter { $0 != "state" && $0 != "captured" },
            condition: Column("state") == "inbox" && Column("trashed") == nil)
    }
}
