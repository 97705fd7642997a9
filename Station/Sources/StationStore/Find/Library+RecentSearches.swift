public import FoundationEssentials
import GRDB

/// A person's recent searches.
extension Library {
    /// The maximum number per person. Older ones are removed.
    public static let maximumRecentSearches = 8

    /// Returns the searches, latest first.
    public func recentSearches(of person: Int64 = actingPerson) throws(StoreError) -> [String] {
        try read {
            try String.fetchAll(
                $0, sql: "SELECT text FROM recent_search WHERE person = ? ORDER BY at DESC, text", arguments: [person])
        }
    }

    /// - Parameter text: A search in the format of ``ListQuery/text``, not empty.
    public func rememberSearch(_ text: String, of person: Int64 = actingPerson, at date: Date) throws(StoreError) {
        try write { database in
            try database.execute(
                sql: """
                    INSERT INTO recent_search (person, text, at) VALUES (?, ?, ?)
                    ON CONFLICT (person, text) DO UPDATE SET at = excluded.at
                    """, arguments: [person, text, date])
            try database.execute(
                sql: """
                    DELETE FROM recent_search WHERE person = :person AND text NOT IN (
                        SELECT text FROM recent_search WHERE person = :person ORDER BY at DESC, text LIMIT :maximum)
                    """, arguments: ["person": person, "maximum": Self.maximumRecentSearches])
        }
    }

    /// - Parameter text: `nil` to remove all.
    public func forgetSearch(_ text: String?, of person: Int64 = actingPerson) throws(StoreError) {
        try write {
            try $0.execute(
                sql: "DELETE FROM recent_search WHERE person = :person AND text = coalesce(:text, text)",
                arguments: ["person": person, "text": text])
        }
    }
}
