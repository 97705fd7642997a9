/// What browsers keep for times without the station, and how long they wait for it.
package enum OfflineLimits {
    /// The documents that were changed last, to be read without the station.
    package static let documents = 20
    /// The pages of these documents in all: at most some 40 MB.
    package static let pages = 100
    /// The most pages of a document that is scanned without the station.
    package static let scans = 200
    /// Seconds between attempts to send what waits, while a screen is open.
    package static let seconds = 30
    /// Seconds after which the offline banner goes by itself.
    package static let banner = 8
}

/// Whether the banner that tells of going offline goes by itself, or stays until it is closed.
package enum OfflineBanner: String, Hashable, Codable, Sendable, CaseIterable {
    case passing
    case staying

    package var label: String {
        switch self {
        case .passing: localized("Disappears after a moment")
        case .staying: localized("Stays until I close it")
        }
    }

    /// In seconds; zero if it stays.
    package var seconds: Int { self == .passing ? OfflineLimits.banner : 0 }
}

/// A change of a page that a browser made without the station.
package struct PageEdit: Hashable, Sendable {
    package let filter: ScanFilter?
    /// Clockwise, of the page as it was captured: sent twice, it turns once.
    package let quarterTurns: Int?

    package init?(filter: ScanFilter?, quarterTurns: Int?) {
        guard filter != nil || quarterTurns != nil, quarterTurns.map({ 0...3 ~= $0 }) ?? true else { return nil }
        (self.filter, self.quarterTurns) = (filter, quarterTurns)
    }
}

/// The icons of the installed app: the station's own, as pictures.
package struct AppIcon: Hashable, Sendable {
    /// In pixels.
    package let side: Int
    /// Whether systems may cut it to their own shape: what matters is within 80 % of the width.
    package let isMaskable: Bool

    package var path: String { "/web/icons/\(isMaskable ? "maskable" : "icon")-\(side).png" }
    package var size: String { "\(side)x\(side)" }

    package static let all = [
        AppIcon(side: 192, isMaskable: false), AppIcon(side: 512, isMaskable: false),
        AppIcon(side: 192, isMaskable: true), AppIcon(side: 512, isMaskable: true),
    ]
    /// Of home screens that do not read the manifest.
    package static let touch = AppIcon(side: 180, isMaskable: true)
}

/// The color that the system's own bar gets around the app.
package enum ThemeColor {
    package static let light = "#f5f6f7"
    package static let dark = "#12171c"
    /// Without the station, in both themes.
    package static let offline = "#a93e00"
}
