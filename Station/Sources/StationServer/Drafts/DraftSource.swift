/// Provides another draft for a page that arrives after its own draft has ended.
package protocol DraftSource: Sendable {
    /// Returns a draft, which need not exist yet.
    func draft(_ name: DraftName) async throws -> Draft
    /// Whether an ended draft had a picture with this key.
    func hadPicture(_ key: String, draft name: DraftName) async throws -> Bool
}
