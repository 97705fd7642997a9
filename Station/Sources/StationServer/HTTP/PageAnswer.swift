import HTTPTypes
import Hummingbird
import NIOCore
import StationViews

/// Answers that are pages, or lead to one.
enum PageAnswer {
    /// A page, which is never kept: it shows the library as it is.
    static func html(_ page: PageShell, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
    }

    /// Where the browser goes after it has sent something.
    static func seeOther(_ path: String) -> Response { Response(status: .seeOther, headers: [.location: path]) }
}
