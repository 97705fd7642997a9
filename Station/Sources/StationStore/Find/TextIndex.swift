import GRDB
import StationRules

/// The full-text index of documents: titles, names, notes, codes, text, attachment names and archive numbers. It has
/// one row per document, so that a search may combine words from several of these.
enum TextIndex {
    /// The weights of words by position: title; tags, correspondent, type and attachments; notes; codes and numbers;
    /// text.
    static let rank = "bm25(10.0, 5.0, 2.0, 5.0, 1.0)"

    /// Updates the row of a document. Each change to its content calls this in its transaction.
    static func renew(_ document: Int64, _ database: Database) throws {
        try remove(document, database)
        try database.execute(
            sql: """
                INSERT INTO document_words (rowid, title, names, notes, codes, text)
                SELECT id, title,
                    (SELECT group_concat(name, char(10)) FROM (
                        SELECT tag.name FROM tag JOIN document_tag ON document_tag.tag = tag.id
                            WHERE document_tag.document = document.id
                        UNION ALL SELECT name FROM correspondent WHERE correspondent.id = document.correspondent
                        UNION ALL SELECT name FROM type WHERE type.id = document.type
                        UNION ALL SELECT name FROM attachment WHERE attachment.document = document.id)),
                    (SELECT group_concat(text, char(10)) FROM note WHERE note.document = document.id),
                    (SELECT group_concat(text, char(10)) FROM (
                        SELECT page_code.text FROM page_code JOIN page ON page.id = page_code.page
                            WHERE page.document = document.id
                        UNION ALL SELECT CAST(document.serial AS TEXT) WHERE document.serial IS NOT NULL)),
                    (SELECT group_concat(page_text.text, char(10)) FROM page_text JOIN page ON page.id = page_text.page
                        WHERE page.document = document.id)
                FROM document WHERE id = ?
                """, arguments: [document])
    }

    static func remove(_ document: Int64, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM document_words WHERE rowid = ?", arguments: [document])
    }
}

extension SearchWords {
    /// The query in FTS5 syntax: words as prefixes, phrases literally. `nil` if nothing can be found.
    var match: String? { match(ofBeginnings: true) }

    /// The same query for whole words.
    var matchOfWholeWords: String? { match(ofBeginnings: false) }

    private func match(ofBeginnings: Bool) -> String? {
        let wanted = terms.filter { !$0.isExcluded }
        guard !wanted.isEmpty else { return nil }
        let parts = wanted.map { Self.anySpelling(of: $0.text, isBeginning: ofBeginnings && !$0.isPhrase) }
        let excluded = terms.filter(\.isExcluded).map { " NOT \(Self.anySpelling(of: $0.text, isBeginning: false))" }
        return "(\(parts.joined(separator: " AND ")))\(excluded.joined())"
    }

    /// A query for any excluded word; `nil` without some.
    var unwanted: String? {
        let excluded = terms.filter(\.isExcluded).map { Self.anySpelling(of: $0.text, isBeginning: false) }
        return excluded.isEmpty ? nil : excluded.joined(separator: " OR ")
    }

    private static func anySpelling(of text: String, isBeginning: Bool) -> String {
        let spellings = JoinedLetters.spellings(of: text, isBeginning: isBeginning)
        return "(\(spellings.map { quoted($0) + (isBeginning ? " *" : "") }.joined(separator: " OR ")))"
    }

    private static func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
}
