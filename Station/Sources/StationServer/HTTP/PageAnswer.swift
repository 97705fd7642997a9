import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationViews

/// Answers that are pages, or lead to one.
enum PageAnswer {
    /// A page, which is never kept: it shows the library as it is.
    static func html(_ page: PageShell, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
    }

    static func message(_ message: IllustratedMessage, status: HTTPResponse.Status) -> Response {
        html(
            PageShell(
                title: message.title, place: nil,
                body: "<h1 class=\"hidden\">Recto</h1>"
                    + IllustratedMessageView(message, size: .extraLarge).html),
            status: status)
    }

    /// Where the browser goes after it has sent something.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}
