/// What a live channel is opened for: `/live/SESSION`, or `/live/SESSION?retake=PAGE`.
struct LivePlace: Hashable {
    let draft: DraftName
    let replaced: Int?

    /// Nothing if the path leads elsewhere.
    init?(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1)
        let path = parts.first.map { $0.split(separator: "/", omittingEmptySubsequences: false) } ?? []
        guard path.count == 3, path[0].isEmpty, path[1] == "live", let draft = DraftName(path[2]) else { return nil }
        self.draft = draft
        let query = parts.count > 1 ? parts[1] : ""
        replaced = query.hasPrefix("retake=") ? Int(query.dropFirst("retake=".count)) : nil
    }
}
