/// The purpose of a token in a URL.
public enum ReadToken: String, Hashable, Sendable, CaseIterable {
    case calendar
    case widgets

    fileprivate var setting: String { "\(rawValue)-token" }
}

/// Tokens for URLs that work without sign-in. Each grants read access to one thing; the library stores their hashes.
extension Library {
    /// Creates a new token, which replaces the previous one.
    public func newToken(for use: ReadToken) throws(StoreError) -> SecretToken {
        let token = SecretToken()
        try set(use.setting, to: [token.hash])
        return token
    }

    public func forgetToken(for use: ReadToken) throws(StoreError) { try set(use.setting, to: [String]()) }

    public func hasToken(for use: ReadToken) throws(StoreError) -> Bool {
        try setting(use.setting, as: [String].self)?.isEmpty == false
    }

    public func isToken(_ token: SecretToken, for use: ReadToken) throws(StoreError) -> Bool {
        try setting(use.setting, as: [String].self)?.contains(token.hash) == true
    }
}
