/// The files that a browser caches to open the offline screens.
package enum OfflineShell {
    package static let scanner = "/offline/scan"
    package static let list = "/offline"
    package static let screens = [scanner, list]
    /// The start path of the installed app.
    package static let start = "/scan"

    /// Styles and scripts of the screens, in addition to the engine for browsers, whose files are in its build
    /// folder.
    package static let files =
        [
            "/icons.css", "/fonts/OpenSans-Regular.ttf", "/fonts/OpenSans-Semibold.ttf", "/fonts/OpenSans-Bold.ttf",
            "/web/tokens.css", "/web/base.css", "/web/icon.svg", "/web/base.js", "/web/copy.js", "/web/swap.js",
            "/web/focus.js",
            "/web/toast.js", "/web/network.js", "/web/long-text.js", "/web/overlay.js",
        ] + icons.map { "/icons/\($0).svg" } + patterns.map { "/web/patterns/\($0)" }

    /// The icons on the screens.
    private static let icons = [
        "arrow-clockwise", "arrow-repeat", "arrow-up", "camera", "check-lg", "chevron-left", "chevron-right",
        "download", "exclamation-triangle", "file-earmark-text", "pencil", "trash", "upload", "x-lg",
    ]

    private static let patterns = [
        "modality/modality.css", "modality/popover.js", "feedback-indicators/feedback-indicators.css",
        "skeleton-loading/skeleton-loading.css", "skeleton-loading/skeleton.js", "live-view/still-camera.js",
        "camera-request/camera-request.js", "camera-request/camera-request.css",
        "people/lock.js", "people/session.js", "people/typed.js", "offline/offline.css", "offline/status.js",
        "offline/rules.js", "offline/store.js", "offline/sync.js", "offline/keep.js", "offline/list.js",
        "offline/scanner.js", "offline/pages.js", "offline-screens/offline-screens.css",
    ]

    /// The parts of the service worker in order. It is a single script, because not every browser supports modules
    /// there.
    package static let worker = [
        "offline/rules.js", "offline/store.js", "offline/sync.js", "live-view/frame-sending.js", "offline/worker.js",
    ].map { "patterns/\($0)" }

    /// Joins modules into one classic script, with their imports inlined before them.
    /// - Parameter lastScreen: The screen shown if the browser has lost the others.
    package static func script(
        _ modules: [String], version: String, files: [String], lastScreen: String
    ) -> String {
        let lines = modules.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
            .filter { !$0.hasPrefix("import ") }
            .map { $0.hasPrefix("export ") ? $0.dropFirst("export ".count) : $0 }
        let list = (screens + files).map { "\"\($0)\"" }.joined(separator: ",")
        return """
            const VERSION = "\(version)";
            const FILES = [\(list)];
            const LAST_SCREEN = \(GeoJSON.quoted(lastScreen));

            """ + lines.joined(separator: "\n")
    }
}
