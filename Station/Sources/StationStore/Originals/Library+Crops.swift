public import FoundationEssentials
import GRDB
package import RectoCore

/// Imported pictures in which a page was found, but not with certainty: they stay whole until a person decides.
extension Library {
    /// Remembers the corners of a page that was found without certainty.
    /// - Parameter picture: The picture's file.
    package func noteUnsure(_ quad: Quad, in picture: [UInt8]) throws(StoreError) {
        try noteUnsure(quad, in: BlobName(of: try permitted(picture)))
    }

    func noteUnsure(_ quad: Quad, in picture: BlobName) throws(StoreError) {
        try write { database in
            let corners = try JSONEncoder().encode(quad.corners.flatMap { [$0.x, $0.y] })
            try database.execute(
                sql: "INSERT OR REPLACE INTO unsure_crop (picture, corners) VALUES (?, ?)",
                arguments: [picture.text, String(decoding: corners, as: UTF8.self)])
        }
    }

    /// SQL that selects the documents with pages to check, which are few.
    static let documentsToCheck = """
        SELECT page.document FROM main.unsure_crop JOIN main.page ON page.original = unsure_crop.picture
        WHERE page.corners IS NULL
        """

    /// Returns the corners to check by the positions of the pages.
    package func cropsToCheck(of document: Int64) throws(StoreError) -> [Int: Quad] {
        try read { try Self.cropsToCheck(of: document, $0) }
    }

    private static func cropsToCheck(of document: Int64, _ database: Database) throws -> [Int: Quad] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT position, unsure_crop.corners FROM page JOIN unsure_crop ON picture = original
                WHERE document = ? AND page.corners IS NULL
                """, arguments: [document])
        return try rows.reduce(into: [:]) { crops, row in
            let corners = try JSONDecoder().decode([Double].self, from: Data((row["corners"] as String).utf8))
            if let quad = PageRecord.quad(of: corners) { crops[row["position"]] = quad }
        }
    }

    /// Crops a page to the corners that were found without certainty.
    /// - Returns: The event for ``undo(_:by:at:)``; `nil` if there is nothing to check.
    package func cropUnsure(
        _ position: Int, of document: Int64, by person: Int64 = actingPerson, at date: Date
    ) throws(StoreError) -> Int64? {
        try write { database in
            guard try Self.hasDocument(document, database), try !Self.isTrashed(document, database) else {
                throw StoreError.unknownDocument(document)
            }
            var list = try Self.pageList(of: document, database)
            guard let quad = try Self.cropsToCheck(of: document, database)[position],
                list.items.indices.contains(position)
            else { return nil }
            list.items[position].page.corners = quad.corners.flatMap { [$0.x, $0.y] }
            return try Self.setPages(list, of: document, by: person, at: date, database)
        }
    }

    /// Leaves a page whole, and forgets the corners that were found without certainty.
    package func keepWhole(_ position: Int, of document: Int64, at date: Date) throws(StoreError) {
        try write { database in
            guard try Self.hasDocument(document, database) else { throw StoreError.unknownDocument(document) }
            try database.execute(
                sql: """
                    DELETE FROM unsure_crop WHERE picture IN (SELECT original FROM page WHERE document = ? AND position = ?)
                    """, arguments: [document, position])
            // Screens that show the document load it again.
            try database.execute(sql: "UPDATE document SET changed = ? WHERE id = ?", arguments: [date, document])
        }
    }
}

extension Schema {
    static func unsureCrops(_ database: Database) throws {
        try database.create(table: "unsure_crop") { table in
            table.primaryKey("picture", .text)
            table.column("corners", .text).notNull()
        }
    }
}
