import GRDB
import StationRules

/// The words by which documents are found: of their titles, names, notes, codes and texts, of the names of their attachments,
/// and the numbers on their papers. There is one row for each document, so that words of several of these find it together.
enum TextIndex {
    /// What a word counts by where it stands: in the title; in the names of tags, correspondent, type and attachments; in
    /// notes; in codes and numbers; in texts.
    static let rank = "bm25(10.0, 5.0, 2.0, 5.0, 1.0)"

    /// Brings the row of a document up to date. Each change of what is in it calls this in its transaction.
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
    /// As FTS5 takes it: words are beginnings, phrases stand as they are. `nil` without anything that could be found.
    var match: String? {
        let wanted = terms.filter { !$0.isExcluded }
        guard !wanted.isEmpty else { return nil }
        let parts = wanted.map { $0.isPhrase ? Self.quoted($0.text) : Self.quoted($0.text) + " *" }
        let excluded = terms.filter(\.isExcluded).map { " NOT \(Self.quoted($0.text))" }
        return "(\(parts.joined(separator: " AND ")))\(excluded.joined())"
    }

    /// What has any of the excluded words; `nil` without some.
    var unwanted: String? {
        let excluded = terms.filter(\.isExcluded).map { Self.quoted($0.text) }
        return excluded.isEmpty ? nil : excluded.joined(separator: " OR ")
    }

    private static func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
}
