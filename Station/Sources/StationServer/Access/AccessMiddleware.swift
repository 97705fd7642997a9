import HTTPTypes
import Hummingbird
import StationRules

/// Lets requests pass as the ``RouteTable`` says. What is not in the table passes for nobody.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let table: RouteTable
    let gate: StationGate
    /// Whether scanning programs need no token. They cannot send one.
    let opensScanner: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let rule = table.rule(for: request, context)
        if rule == nil, let path = context.endpointPath {
            throw HTTPError(.forbidden, message: localized("Nobody may use this address: \(path)."))
        }
        // Strangers are not told which addresses there are.
        let audience = rule?.audience ?? .signedIn
        guard audience.admits(context.visitor, opensScanner: opensScanner) else {
            if let refusal = context.refusal { throw refusal }
            return try Self.refuse(request)
        }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), let rule, length > rule.body.maximumBytes
        {
            throw HTTPError(.contentTooLarge)
        }
        guard rule?.body == .picture else { return try await next(request, context) }
        try gate.enter(.uploads, context.client)
        defer { gate.leave(.uploads, context.client) }
        return try await next(request, context)
    }

    private static func refuse(_ request: Request) throws -> Response {
        // Browsers are sent to the page where devices are activated.
        if request.method == .get, request.headers[.accept]?.contains("text/html") == true {
            return PageAnswer.seeOther(DeviceRoutes.welcome)
        }
        throw HTTPError(
            .unauthorized,
            message: localized("Open the sign-in link that the station printed at its start, or send its token."))
    }
}

extension RouteTable {
    /// The rule of a request that the router has found a route for.
    func rule(for request: Request, _ context: StationContext) -> RouteRule? {
        rule(
            request.method.rawValue, context.endpointPath,
            usesCamera: LivePlace(request.head.path ?? "")?.camera != nil)
    }
}
