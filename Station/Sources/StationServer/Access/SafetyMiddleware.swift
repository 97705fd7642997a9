import Glibc
package import HTTPTypes
import Hummingbird
package import StationRules

/// Refuses requests from other sites, and sets the headers of answers, as the ``RouteTable`` says for each route.
///
/// A request that changes something must come from a page of the station. Browsers state this in `Sec-Fetch-Site` and
/// `Origin`, which pages cannot forge. Requests for other host names are refused, against DNS rebinding.
struct SafetyMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let hosts: AllowedHosts
    let table: RouteTable
    /// Refusals look as other errors do, and have the same headers.
    let errors: ErrorPages
    /// The websites that may show widgets.
    var embedders: @Sendable () -> [EmbeddingOrigin] = { [] }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let rule = table.rule(for: request, context)
        var response =
            if let refusal = refusal(of: request, rule) {
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

    /// `nil` if the request may pass.
    private func refusal(of request: Request, _ rule: RouteRule?) -> HTTPError? {
        guard hosts.allow(request.head.authority) else {
            return HTTPError(
                .misdirectedRequest,
                message: localized("The station is not known by this name. Its option --name adds one."))
        }
        let site = hosts.site(of: request.headers, authority: request.head.authority)
        if rule.map({ $0.admits(site) }) ?? (site == .own || Self.isReading(request.method)) { return nil }
        return HTTPError(.forbidden, message: localized("This request came from another website."))
    }

    private static let referrerPolicy = HTTPField.Name.known("Referrer-Policy")
    private static let openerPolicy = HTTPField.Name.known("Cross-Origin-Opener-Policy")
    private static let resourcePolicy = HTTPField.Name.known("Cross-Origin-Resource-Policy")
    private static let permissionsPolicy = HTTPField.Name.known("Permissions-Policy")

    private static func isReading(_ method: HTTPRequest.Method) -> Bool { method == .get || method == .head }
}

/// The host names under which the station may be reached.
package struct AllowedHosts: Sendable {
    private let names: StationNames

    package init(_ names: StationNames) { self.names = names }

    package func allow(_ authority: String?) -> Bool {
        guard let authority else { return false }
        let name = StationAddresses.host(of: authority).lowercased()
        return names.all.contains { $0.lowercased() == name }
    }

    /// Whether a page of the station sent a request. Browsers state it; other programs send neither header and are allowed.
    package func isOwn(_ headers: HTTPFields, authority: String?) -> Bool {
        if let site = headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = headers[.origin] else { return true }
        guard let authority, let scheme = origin.firstRange(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }

    /// The site that a request comes from, as far as browsers state it.
    package func site(of headers: HTTPFields, authority: String?) -> RequestSite {
        if isOwn(headers, authority: authority) { return .own }
        return headers[.fetchMode] == "navigate" && headers[Self.fetchDestination] == "document" ? .link : .foreign
    }

    static let fetchSite = HTTPField.Name.known("Sec-Fetch-Site")
    static let fetchDestination = HTTPField.Name.known("Sec-Fetch-Dest")
}

/// The names and addresses of this machine.
package enum LocalNames {
    /// The machine's name, with and without `.local`, and the addresses of its interfaces as URLs spell them.
    @Sendable package static func all() -> [String] {
        (machine.map { [$0, "\($0).local"] } ?? []) + addresses()
    }

    /// The machine's name; `nil` if it has none.
    static var machine: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var entry = list
        while let interface = entry {
            if let address = interface.pointee.ifa_addr { found += text(of: address) }
            entry = interface.pointee.ifa_next
        }
        return found
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> [String] {
        let isIPv6 = address.pointee.sa_family == sa_family_t(AF_INET6)
        guard isIPv6 || address.pointee.sa_family == sa_family_t(AF_INET) else { return [] }
        let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return []
        }
        let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return [isIPv6 ? "[\(number)]" : number]
    }
}
