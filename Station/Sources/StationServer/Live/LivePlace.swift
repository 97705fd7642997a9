/// What a live channel is opened for: `/live/scan/SESSION`, with `retake=PAGE` where it applies, `/live/code` or
/// `/live/ar/SCENE`; of each screen, with `source=CAMERA` for one of the station's own cameras.
package struct LivePlace: Hashable {
    package enum Screen: Hashable {
        /// Pages are taken into a draft, the next one in the place of another.
        case scan(DraftName, replacing: Int?)
        /// A scene's anchor is looked for.
        case ar(Int64)
        /// An activation code is looked for.
        case code
    }

    package let screen: Screen
    /// Of the station's own cameras; nothing for the browser's.
    package let camera: Int?

    /// Nothing if the path leads elsewhere.
    package init?(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1)
        let query = (parts.count > 1 ? parts[1] : "").split(separator: "&")
        func number(_ name: String) -> Int? {
            query.first { $0.hasPrefix("\(name)=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
        }
        let path = parts.first.map { $0.split(separator: "/", omittingEmptySubsequences: false) } ?? []
        guard path.count >= 3, path[0].isEmpty, path[1] == "live" else { return nil }
        switch (path[2], path.dropFirst(3).first, path.count) {
        case ("scan", let name?, 4):
            guard let draft = DraftName(name) else { return nil }
            screen = .scan(draft, replacing: number("retake"))
        case ("ar", let name?, 4):
            guard let scene = Int64(name) else { return nil }
            screen = .ar(scene)
        case ("code", nil, 3): screen = .code
        default: return nil
        }
        camera = number("source")
    }
}
