/// What a token in an address may be read with.
public enum ReadToken: String, Hashable, Sendable, CaseIterable {
    case calendar
    case widgets

    fileprivate var setting: String { "\(rawValue)-token" }
}

/// Tokens of addresses that need no sign-in. Each opens one thing, for reading alone; the library keeps their hashes.
extension Library {
    /// Makes another token. The one before is no longer good.
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
