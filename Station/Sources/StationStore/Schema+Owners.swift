import GRDB

/// Whose own documents are.
extension Schema {
    /// What is counted is counted for somebody: without the owner in them, the indexes would not have all that is asked for.
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
