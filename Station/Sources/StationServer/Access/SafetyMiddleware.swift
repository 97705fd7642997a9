import HTTPTypes
import Hummingbird
import StationRules

/// Refuses requests from other sites, and sets response headers by the rules of the ``RouteTable``.
///
/// A request that changes something must come from a page of the station. Browsers report this in `Sec-Fetch-Site`
/// and `Origin`, which pages cannot forge. Requests for other host names are refused to prevent DNS rebinding.
struct SafetyMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let hosts: AllowedHosts
    let table: RouteTable
    /// Creates refusals in the same format and with the same headers as other errors.
    let errors: ErrorPages
    /// Whether the station speaks TLS.
    var isEncrypted = false
    /// The websites that may embed widgets.
    var embedders: @Sendable () -> [EmbeddingOrigin] = { [] }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let rule = table.rule(for: request, context)
        var response =
            if let refusal = refusal(of: request, context, rule) {
                await errors.answer(to: refusal, request, context)
            } else {
                try await next(request, context)
            }
        let headers = RouteHeaders(
            rule, isFailure: response.status.code >= 400, isVersioned: request.uri.queryParameters["v"] != nil,
            embedders: embedders())
        response.headers[.cacheControl] = headers.cacheControl
        response.headers[.contentSecurityPolicy] = headers.contentSecurityPolicy
        response.headers[.xContentTypeOptions] = RouteHeaders.contentTypeOptions
        response.headers[Self.referrerPolicy] = headers.referrerPolicy
        response.headers[Self.openerPolicy] = RouteHeaders.openerPolicy
        response.headers[Self.resourcePolicy] = headers.resourcePolicy
        response.headers[Self.permissionsPolicy] = headers.permissionsPolicy
        return response
    }

    /// Returns the refusal; `nil` if the request may pass.
    private func refusal(of request: Request, _ context: Context, _ rule: RouteRule?) -> HTTPError? {
        guard hosts.allow(request.head.authority) else {
            return HTTPError(
                .misdirectedRequest,
                message: localized("The station is not known by this name. Its option --name adds one."))
        }
        let site = hosts.site(
            of: request.headers, authority: request.head.authority,
            isEncrypted: request.headers.isEncrypted(isEncrypted, from: context.client))
        if rule.map({ $0.admits(site) }) ?? (site == .own || Self.isReading(request.method)) { return nil }
        return HTTPError(.forbidden, message: localized("This request came from another website."))
    }

    private static let referrerPolicy = HTTPField.Name.known("Referrer-Policy")
    private static let openerPolicy = HTTPField.Name.known("Cross-Origin-Opener-Policy")
    private static let resourcePolicy = HTTPField.Name.known("Cross-Origin-Resource-Policy")
    private static let permissionsPolicy = HTTPField.Name.known("Permissions-Policy")

    private static func isReading(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }
}
