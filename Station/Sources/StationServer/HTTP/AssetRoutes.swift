import HTTPTypes
import Hummingbird
import NIOCore
import FoundationEssentials
import StationCharts
import StationRules

/// Serves icons and fonts from Debian packages.
package struct AssetRoutes {
    /// The folder with styles and scripts.
    let web: String
    /// The folders of the Debian packages.
    let icons: String
    let fonts: String

    /// The Bootstrap icons that templates use.
    package static let iconNames = [
        "archive", "arrow-bar-left", "arrow-bar-right", "arrow-clockwise", "arrow-counterclockwise", "arrow-down-up",
        "arrow-repeat", "arrow-up", "arrows-fullscreen", "badge-ar", "bell", "bookmark", "bookshelf", "bounding-box",
        "book", "bounding-box-circles", "box-arrow-up-right", "box-seam", "building", "calendar-event", "camera",
        "check-lg",
        "check-square-fill", "chevron-down", "chevron-left", "chevron-right", "chevron-up", "clipboard",
        "collection", "compass", "dash-lg", "door-open", "download", "exclamation-circle", "exclamation-triangle",
        "eye", "file-earmark", "file-earmark-text", "fingerprint", "folder", "folder-plus", "funnel", "gear", "geo",
        "geo-alt", "grip-horizontal", "house", "image", "info-circle", "journal", "key", "layout-sidebar",
        "lightbulb", "lightning", "list-nested", "map", "paperclip", "pencil", "person", "person-circle", "phone",
        "pin-angle", "pin-angle-fill", "plus-lg", "printer", "qr-code", "safe", "scissors", "search",
        "signpost-split", "slash-lg", "sliders", "square", "star", "tags", "three-dots", "tools", "trash", "truck",
        "upload", "usb-drive", "volume-mute", "volume-up", "x-circle", "x-lg", "x-octagon", "zoom-in", "zoom-out",
    ]

    private static let fontNames = ["OpenSans-Regular.ttf", "OpenSans-Semibold.ttf", "OpenSans-Bold.ttf"]

    /// The time for which browsers cache icons and fonts, in seconds.
    private static let day = 86_400

    func add(to router: Routes) {
        // The folder also contains the API description, which requires sign-in.
        router.files(
            forAnyone: "web", in: web, endings: [".css", ".js", ".svg", ".png"], .asset(seconds: 0))
        router.get(forAnyone: "web/patterns/charts/charts.css", .asset(seconds: 0)) { request, _ in
            Self.file(Array(ChartStyle.css.utf8), "text/css", request)
        }
        router.get(forAnyone: "icons.css", .asset(seconds: Self.day)) { request, _ in
            Self.file(Array(Self.style.utf8), "text/css", request)
        }
        router.get(forAnyone: "icons/:name", .asset(seconds: Self.day)) { request, context in
            let name = try context.parameters.require("name")
            guard name.hasSuffix(".svg"), Self.iconNames.contains(String(name.dropLast(4))) else {
                throw HTTPError(.notFound)
            }
            return try read("\(icons)/\(name)", "image/svg+xml", request)
        }
        router.get(forAnyone: "fonts/:name", .asset(seconds: Self.day)) { request, context in
            let name = try context.parameters.require("name")
            guard Self.fontNames.contains(name) else { throw HTTPError(.notFound) }
            return try read("\(fonts)/\(name)", "font/ttf", request)
        }
    }

    private static let style =
        iconNames.map { ".icon-\($0) { --icon: url(\"/icons/\($0).svg\"); }\n" }.joined()

    private func read(_ path: String, _ mediaType: String, _ request: Request) throws -> Response {
        guard let data = FileManager.default.contents(atPath: path) else { throw HTTPError(.notFound) }
        return Self.file([UInt8](data), mediaType, request)
    }

    private static func file(_ bytes: [UInt8], _ mediaType: String, _ request: Request) -> Response {
        Response(
            status: .ok, headers: [.contentType: mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
