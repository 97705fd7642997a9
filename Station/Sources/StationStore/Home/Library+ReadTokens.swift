import GRDB

/// The purpose of a token in a URL.
public enum ReadToken: String, Hashable, Sendable, CaseIterable {
    case calendar
    case widgets

    var setting: String { "\(rawValue)-token" }
}

/// Tokens for URLs that work without sign-in. Each grants read access to one thing until the person who created it is
/// removed; the library stores their hashes.
extension Library {
    /// Creates a new token of a person, which replaces their previous one.
    public func newToken(for use: ReadToken, of person: Int64 = actingPerson) throws(StoreError) -> SecretToken {
        let token = SecretToken()
        try set(use.setting, of: person, to: [token.hash])
        return token
    }

    public func forgetToken(for use: ReadToken, of person: Int64 = actingPerson) throws(StoreError) {
        try set(use.setting, of: person, to: [String]())
    }

    public func hasToken(for use: ReadToken, of person: Int64 = actingPerson) throws(StoreError) -> Bool {
        try setting(use.setting, of: person, as: [String].self)?.isEmpty == false
    }

    /// Returns the person who created a token; `nil` if the token is unknown or the person was removed.
    public func maker(of token: SecretToken, for use: ReadToken) throws(StoreError) -> Int64? {
        try read { database in
            try Int64.fetchOne(
                database,
                sql: """
                    SELECT person_setting.person FROM person_setting JOIN person ON person.id = person_setting.person
                    WHERE person_setting.name = ? AND value = json_array(?) AND retired IS NULL
                    """, arguments: [use.setting, token.hash])
        }
    }
}
