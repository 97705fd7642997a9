import GRDB

/// The owners of private documents.
extension Schema {
    /// Counts depend on the reader, so covering indexes must contain the owner.
    static func owners(_ database: Database) throws {
        for column in ["folder", "type", "correspondent"] {
            try database.drop(index: "document_\(column)")
            try database.create(
                index: "document_\(column)", on: "document", columns: [column, "captured", "id", "owner"],
                condition: Column("trashed") == nil)
        }
        try database.create(
            index: "document_owner", on: "document", columns: ["owner"], condition: Column("owner") != nil)
    }
}
