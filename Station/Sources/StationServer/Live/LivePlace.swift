/// The path of a live channel: `/live/scan/SESSION`, with `retake=PAGE` where it applies, `/live/code`, `/live/label` or
/// `/live/ar/SCENE`; of each screen, with `source=CAMERA` for one of the station's own cameras.
package struct LivePlace: Hashable {
    package enum Screen: Hashable {
        /// Pages are captured into a draft; the next one may replace another.
        case scan(DraftName, replacing: Int?)
        /// A scene's anchor is searched for.
        case ar(Int64)
        /// An activation code is searched for.
        case code
        /// The label of a place is searched for.
        case label
    }

    package let screen: Screen
    /// The index of a camera of the station, or `nil` for the browser's.
    package let camera: Int?

    /// `nil` if the path is not that of a live channel.
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
        case ("label", nil, 3): screen = .label
        default: return nil
        }
        camera = number("source")
    }
}

extension LivePlace {
    /// The route, as the router spells it.
    package var route: String {
        switch screen {
        case .scan: "/live/scan/{session}"
        case .ar: "/live/ar/{scene}"
        case .code: "/live/code"
        case .label: "/live/label"
        }
    }
}
