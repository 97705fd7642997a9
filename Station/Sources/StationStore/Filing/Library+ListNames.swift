import GRDB
public import StationRules

/// The names that documents are filed under, for lists.
extension Library {
    /// Returns all names; folders by their paths, in tree order.
    /// - Parameters:
    ///   - isCounted: Whether to count the documents of each name, which takes time proportional to their number.
    ///   - places: Places to include in any case. The number of others is limited to what a form can show.
    public func listNames(
        isCounted: Bool = true, places: Set<Int64> = []
    ) throws(StoreError) -> ListNames {
        var found = ListNames()
        found.folders = try folderTree(isCounted: isCounted).nodes.map {
            ListNames.Name(id: $0.folder.id, text: $0.path, documents: $0.documents)
        }
        found.tags = try listNames(of: .tag, isCounted)
        found.types = try listNames(of: .type, isCounted)
        found.correspondents = try listNames(of: .correspondent, isCounted)
        found.places = try self.places(with: places, isCounted)
        (found.persons, found.maximumPages) = try read { database in
            let persons = try Row.fetchAll(database, sql: "SELECT id, name FROM person ORDER BY id").map {
                ListNames.Name(id: $0["id"], text: $0["name"], documents: 0)
            }
            let pages = try Int.fetchOne(database, sql: "SELECT max(pages) FROM document WHERE trashed IS NULL")
            return (persons, pages ?? 0)
        }
        return found
    }

    private static let maximumPlaces = 300

    private func places(with chosen: Set<Int64>, _ isCounted: Bool) throws(StoreError) -> [ListNames.Name] {
        let found = try read { database in
            let columns = "SELECT id, name, code, key FROM map_object WHERE kind = 'place'"
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM (\(columns) ORDER BY key, id LIMIT ?)
                    UNION \(columns) AND id IN (\(databaseQuestionMarks(count: chosen.count))) ORDER BY key, id
                    """, arguments: [Self.maximumPlaces] + StatementArguments(chosen.sorted())
            ).map { ListNames.Name(id: $0["id"], text: $0["name"], documents: 0, code: $0["code"]) }
        }
        guard isCounted, !found.isEmpty else { return found }
        let counts = try documentCounts(inPlaces: found.map(\.id))
        return found.map {
            ListNames.Name(id: $0.id, text: $0.text, documents: counts[$0.id] ?? 0, code: $0.code)
        }
    }

    public func folderTree(isCounted: Bool = true) throws(StoreError) -> FolderTree {
        FolderTree(
            try folders(isCounted: isCounted).map {
                FolderTree.Folder(id: $0.id, parent: $0.parent, name: $0.name, documents: $0.documents)
            })
    }

    private func listNames(of kind: NameKind, _ isCounted: Bool) throws(StoreError) -> [ListNames.Name] {
        try names(of: kind, isCounted: isCounted).map {
            ListNames.Name(id: $0.id, text: $0.name, documents: $0.documents, color: $0.color)
        }
    }

    /// Returns the tags by document, for documents with tags.
    public func tags(of documents: [Int64]) throws(StoreError) -> [Int64: Set<Int64>] {
        try read { database in
            let places = databaseQuestionMarks(count: documents.count)
            let rows = try Row.fetchAll(
                database, sql: "SELECT document, tag FROM document_tag WHERE document IN (\(places))",
                arguments: StatementArguments(documents))
            return Dictionary(grouping: rows) { $0["document"] as Int64 }.mapValues { Set($0.map { $0["tag"] }) }
        }
    }
}
