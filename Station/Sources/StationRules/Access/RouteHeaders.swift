/// Response headers that restrict what browsers do with a response, and set its caching.
package struct RouteHeaders: Hashable, Sendable {
    package let cacheControl: String
    package let contentSecurityPolicy: String
    package let permissionsPolicy: String
    package let referrerPolicy: String
    package let resourcePolicy: String
    /// The opener policy of all responses.
    package static let openerPolicy = "same-origin"
    package static let contentTypeOptions = "nosniff"

    /// - Parameters:
    ///   - rule: `nil` for an unknown route.
    ///   - isFailure: Whether the response is an error message instead of the route's content.
    ///   - isVersioned: Whether the URL has the parameter `v`.
    ///   - embedders: The websites that may embed widgets.
    package init(
        _ rule: RouteRule?, isFailure: Bool, isVersioned: Bool, embedders: @autoclosure () -> [EmbeddingOrigin] = []
    ) {
        let content = isFailure ? .page : rule?.content ?? .page
        cacheControl = content.cacheControl(isVersioned: isVersioned)
        contentSecurityPolicy = content.securityPolicy(embedders())
        // Pages of any site that know the URL may show its pictures.
        resourcePolicy = content == .widget ? "cross-origin" : "same-origin"
        permissionsPolicy =
            "camera=(\(content == .cameraPage ? "self" : "")), microphone=(), geolocation=(\(content == .placePage ? "self" : ""))"
        // With `no-referrer`, browsers would also omit the origin of the page's forms.
        referrerPolicy = rule?.content == .secretPage ? "strict-origin" : "same-origin"
    }

    fileprivate static let pagePolicy = """
        default-src 'self'; img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'
        """
    /// A worker is subject to the policy of its own script.
    fileprivate static let enginePolicy = """
        default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'
        """
    /// The worker connects only to the station.
    fileprivate static let workerPolicy =
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
    /// Pictures are embedded as data, and so are the styles of SVG pictures.
    fileprivate static let widgetPolicy = """
        default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
        form-action 'self'; frame-ancestors
        """
    /// Responses other than pages load nothing, even if they contain uploaded content.
    fileprivate static let inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"
}

extension RouteRule.Content {
    fileprivate func securityPolicy(_ embedders: @autoclosure () -> [EmbeddingOrigin]) -> String {
        switch self {
        case .widget:
            ([RouteHeaders.widgetPolicy] + (embedders().isEmpty ? ["'none'"] : embedders().map(\.description)))
                .joined(separator: " ")
        case .page, .secretPage, .cameraPage, .placePage: RouteHeaders.pagePolicy
        case .engine: RouteHeaders.enginePolicy
        case .worker: RouteHeaders.workerPolicy
        case .picture, .file, .data, .asset, .channel: RouteHeaders.inertPolicy
        }
    }

    fileprivate func cacheControl(isVersioned: Bool) -> String {
        switch self {
        case .page, .secretPage, .cameraPage, .placePage, .file, .data, .channel: "no-store"
        case .picture(let isNamedByPath):
            isVersioned || isNamedByPath ? "private, max-age=31536000, immutable" : "no-store"
        case .widget: "private, no-cache"
        case .asset(seconds: 0), .engine, .worker: "no-cache"
        case .asset(let seconds): "max-age=\(seconds)"
        }
    }
}
