/// What a live channel is opened for: `/live/SESSION`, with `retake=PAGE` and `source=CAMERA` where they apply.
package struct LivePlace: Hashable {
    package let draft: DraftName
    package let replaced: Int?
    /// Of the station's own cameras; nothing for the browser's.
    package let camera: Int?

    /// Nothing if the path leads elsewhere.
    package init?(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1)
        let path = parts.first.map { $0.split(separator: "/", omittingEmptySubsequences: false) } ?? []
        guard path.count == 3, path[0].isEmpty, path[1] == "live", let draft = DraftName(path[2]) else { return nil }
        self.draft = draft
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&")
        func number(_ name: String) -> Int? {
            query.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
        }
        (replaced, camera) = (number("retake"), number("source"))
    }
}
