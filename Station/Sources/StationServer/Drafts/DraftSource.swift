/// Where a scanner gets another draft from, for a page that came after its own had ended.
package protocol DraftSource: Sendable {
    /// A draft, which need not exist yet.
    func draft(_ name: DraftName) async throws -> Draft
    /// Whether a draft that has ended had a picture of this key.
    func hadPicture(_ key: String, draft name: DraftName) async throws -> Bool
}
