import HTTPTypes
import Hummingbird

/// Refuses requests that other sites make a browser send, and tells browsers what the station's pages may do.
///
/// A request that changes something must come from a page of the station itself: browsers say so in `Sec-Fetch-Site` and
/// `Origin`, which pages cannot forge. Requests for another host name than the station's are refused, so that no foreign name
/// can be pointed at it.
struct SafetyMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let hosts: AllowedHosts

    static let policy = """
        default-src 'self'; img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'
        """

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard hosts.allow(request.head.authority) else { throw HTTPError(.misdirectedRequest) }
        if !Self.isReading(request.method), !hosts.isOwn(request.headers, authority: request.head.authority) {
            throw HTTPError(.forbidden, message: "sent by another site")
        }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[Self.referrerPolicy] = "same-origin"
        response.headers[Self.openerPolicy] = "same-origin"
        response.headers[Self.permissionsPolicy] = "camera=(self), microphone=(), geolocation=()"
        return response
    }

    private static let referrerPolicy = HTTPField.Name.known("Referrer-Policy")
    private static let openerPolicy = HTTPField.Name.known("Cross-Origin-Opener-Policy")
    private static let permissionsPolicy = HTTPField.Name.known("Permissions-Policy")

    private static func isReading(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }
}
