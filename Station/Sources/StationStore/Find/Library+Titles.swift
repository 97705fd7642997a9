import GRDB
public import StationRules

extension Library {
    /// Documents in whose titles all words of a search stand, the newest first: for suggestions, which come with each letter. So they
    /// are not ranked, which would take all documents that fit.
    public func titles(of search: SearchWords, limit: Int) throws(StoreError) -> [SearchSuggestions.Title] {
        guard let match = search.match else { return [] }
        return try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT document.id, document.title FROM document_words JOIN document ON document.id = document_words.rowid
                    WHERE document_words MATCH ? AND trashed IS NULL ORDER BY document_words.rowid DESC LIMIT ?
                    """, arguments: ["title : \(match)", limit]
            ).map { SearchSuggestions.Title(document: $0["id"], text: $0["title"]) }
        }
    }
}
