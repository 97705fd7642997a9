import HTTPTypes
import Hummingbird
import NIOCore
import FoundationEssentials
import StationCharts
import StationRules

/// Serves icons and fonts from Debian's packages.
package struct AssetRoutes {
    let configuration: StationConfiguration

    /// The Bootstrap icons that templates use.
    package static let icons = [
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

    private static let fonts = ["OpenSans-Regular.ttf", "OpenSans-Semibold.ttf", "OpenSans-Bold.ttf"]

    func add(to router: some RouterMethods<StationContext>) {
        // The last middleware serves what the route does not find. The folder also holds the description of the routes, which is not
        // for strangers.
        router.group("web").add(middleware: PathFilter(endings: [".css", ".js", ".svg", ".png"]))
            .add(middleware: FileMiddleware(configuration.web, urlBasePath: "/web"))
            .get("patterns/charts/charts.css") { request, _ in
                Self.file(Array(ChartStyle.css.utf8), "text/css", request)
            }
            .get("**") { _, _ -> Response in throw HTTPError(.notFound) }
        router.get("icons.css") { request, _ in Self.file(Array(Self.style.utf8), "text/css", request) }
        router.get("icons/:name") { request, context in
            let name = try context.parameters.require("name")
            guard name.hasSuffix(".svg"), Self.icons.contains(String(name.dropLast(4))) else {
                throw HTTPError(.notFound)
            }
            return try read("\(configuration.icons)/\(name)", "image/svg+xml", request)
        }
        router.get("fonts/:name") { request, context in
            let name = try context.parameters.require("name")
            guard Self.fonts.contains(name) else { throw HTTPError(.notFound) }
            return try read("\(configuration.fonts)/\(name)", "font/ttf", request)
        }
    }

    private static let style =
        icons.map { ".icon-\($0) { --icon: url(\"/icons/\($0).svg\"); }\n" }.joined()

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
