/// The headers of an answer with which browsers limit what it may do, and how long it is kept.
package struct RouteHeaders: Hashable, Sendable {
    package let cacheControl: String
    package let contentSecurityPolicy: String
    package let permissionsPolicy: String
    package let referrerPolicy: String
    package let resourcePolicy: String
    /// The same for all answers.
    package static let openerPolicy = "same-origin"
    package static let contentTypeOptions = "nosniff"

    /// - Parameters:
    ///   - rule: `nil` for an unknown route.
    ///   - isFailure: Whether the answer is a message instead of the route's content.
    ///   - isVersioned: Whether the address has the parameter `v`.
    ///   - embedders: The websites that may show widgets.
    package init(
        _ rule: RouteRule?, isFailure: Bool, isVersioned: Bool, embedders: @autoclosure () -> [EmbeddingOrigin] = []
    ) {
        let content = isFailure ? .page : rule?.content ?? .page
        cacheControl = content.cacheControl(isVersioned: isVersioned)
        contentSecurityPolicy = content.securityPolicy(embedders())
        // Pictures are shown by pages of any site that has their address.
        resourcePolicy = content == .widget ? "cross-origin" : "same-origin"
        permissionsPolicy =
            "camera=(\(content == .cameraPage ? "self" : "")), microphone=(), geolocation=(\(content == .placePage ? "self" : ""))"
        // Without any referrer, browsers would not say where the page's form comes from either.
        referrerPolicy = rule?.content == .secretPage ? "strict-origin" : "same-origin"
    }

    fileprivate static let pagePolicy = """
        default-src 'self'; img-src 'self' blob:; media-src 'self' blob:; object-src 'none'; base-uri 'none'; \
        form-action 'self'; frame-ancestors 'none'
        """
    /// A worker is held to the policy of its own script.
    fileprivate static let enginePolicy = """
        default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'
        """
    /// It asks the station alone.
    fileprivate static let workerPolicy =
        "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"
    /// Its pictures stand in it, as does the style of one that is a picture itself.
    fileprivate static let widgetPolicy = """
        default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; \
        form-action 'self'; frame-ancestors
        """
    /// What is no page has nothing to load, whatever somebody has uploaded.
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
