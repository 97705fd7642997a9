/// The limits on what browsers store for offline use, and their timeouts.
package enum OfflineLimits {
    /// The number of recently changed documents available offline.
    package static let documents = 20
    /// The total number of pages of these documents: at most about 40 MB.
    package static let pages = 100
    /// The maximum number of pages in a document scanned offline.
    package static let scans = 200
    /// The seconds between attempts to send pending changes while a screen is open.
    package static let seconds = 30
    /// The seconds after which the offline banner disappears.
    package static let banner = 8
}

/// Whether the offline banner disappears automatically, or stays until it is closed.
package enum OfflineBanner: String, Hashable, Codable, Sendable, CaseIterable {
    case passing
    case staying

    package var label: String {
        switch self {
        case .passing: localized("Disappears after a moment")
        case .staying: localized("Stays until I close it")
        }
    }

    /// The duration in seconds; zero if it stays.
    package var seconds: Int { self == .passing ? OfflineLimits.banner : 0 }
}

/// A change to a page made offline in a browser.
package struct PageEdit: Hashable, Sendable {
    package let filter: ScanFilter?
    /// Clockwise, relative to the captured page, so that sending the change twice rotates once.
    package let quarterTurns: Int?

    package init?(filter: ScanFilter?, quarterTurns: Int?) {
        guard filter != nil || quarterTurns != nil, quarterTurns.map({ 0...3 ~= $0 }) ?? true else { return nil }
        (self.filter, self.quarterTurns) = (filter, quarterTurns)
    }
}

/// The icons of the installed app as raster pictures.
package struct AppIcon: Hashable, Sendable {
    /// The side in pixels.
    package let side: Int
    /// Whether systems may crop it to their own shape: all important parts are within 80 % of the width.
    package let isMaskable: Bool

    package var path: String { "/web/icons/\(isMaskable ? "maskable" : "icon")-\(side).png" }
    package var size: String { "\(side)x\(side)" }

    package static let all = [
        AppIcon(side: 192, isMaskable: false), AppIcon(side: 512, isMaskable: false),
        AppIcon(side: 192, isMaskable: true), AppIcon(side: 512, isMaskable: true),
    ]
    /// The icon for home screens that do not read the manifest.
    package static let touch = AppIcon(side: 180, isMaskable: true)
}

/// The color of the system's bar around the app.
package enum ThemeColor {
    package static let light = "#f5f6f7"
    package static let dark = "#12171c"
    /// The color while offline, in both themes.
    package static let offline = "#a93e00"
}
