/// The path of a channel: `/live/scan/SESSION`, optionally with `retake=PAGE`, `/live/code`, `/live/label` or
/// `/live/ar/SCENE`; each with `source=CAMERA` for one of the station's cameras.
package struct LivePlace: Hashable {
    package enum Screen: Hashable {
        /// Captures pages into a draft; the next one may replace another.
        case scan(DraftName, replacing: Int?)
        /// Tracks a scene's anchor.
        case ar(Int64)
        /// Scans an activation code.
        case code
        /// Scans the label of a place.
        case label
    }

    package let screen: Screen
    /// The index of one of the station's cameras; `nil` for the browser's.
    package let camera: Int?

    /// `nil` if the path is not that of a channel.
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
    /// The route in the router's notation.
    package var route: String {
        switch screen {
        case .scan: "/live/scan/{session}"
        case .ar: "/live/ar/{scene}"
        case .code: "/live/code"
        case .label: "/live/label"
        }
    }
}
