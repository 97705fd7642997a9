import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Admits requests by the rules of the ``RouteTable``. Routes missing from the table are closed to everybody.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let table: RouteTable
    let gate: StationGate
    let people: People
    /// Whether scanning programs need no token, because they cannot send one.
    let opensScanner: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let rule = table.rule(for: request, context)
        if rule == nil, let path = context.endpointPath {
            throw HTTPError(.forbidden, message: localized("Nobody may use this address: \(path)."))
        }
        // Visitors who have not signed in must not learn which paths exist.
        let verdict =
            rule?.verdict(on: context.visitor, opensScanner: opensScanner)
            ?? (context.visitor.isSignedIn ? .allowed : .signIn)
        switch verdict {
        case .allowed:
            let isProgram = people.isShared && context.visitor == .signedIn
            if isProgram, let permission = rule?.permission, ProgramScope.permissionsOfPeople.contains(permission) {
                throw HTTPError(.forbidden, message: PeopleMessages.notAllowed)
            }
        case .signIn:
            if let refusal = context.refusal { throw refusal }
            return try refuse(request)
        case .askAgain: return try Self.askAgain(request)
        case .refused: throw HTTPError(.forbidden, message: PeopleMessages.notAllowed)
        }
        // Check access here for any action on a document, however the route finds it. Private documents of others and unknown
        // documents get the same answer.
        if let document = context.parameters.get("document", as: Int64.self), try !people.library.has(document) {
            throw StoreError.unknownDocument(document)
        }
        guard let rule else { return try await next(request, context) }
        do { return try await pass(request, context, rule.body, next) } catch let error as any HTTPResponseError
            where error.status == .contentTooLarge
        {
            throw BodyTooLarge(body: rule.body)
        }
    }

    /// Limits the request body to the route's maximum, and the number of concurrent uploads to that of the gate.
    private func pass(
        _ request: Request, _ context: StationContext, _ body: RouteRule.Body,
        _ next: (Request, StationContext) async throws -> Response
    ) async throws -> Response {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > body.maximumBytes {
            throw HTTPError(.contentTooLarge)
        }
        guard body != .form else { return try await next(request, context) }
        try gate.enter(.uploads, context.client)
        defer { gate.leave(.uploads, context.client) }
        return try await next(request, context)
    }

    private func refuse(_ request: Request) throws -> Response {
        let isShared = people.isShared
        // Redirect browsers to the page where people sign in or devices are activated.
        if request.method == .get, request.wantsPage {
            return PageAnswer.seeOther(isShared ? Entrance.toSignIn(next: request.ownAddress) : Entrance.welcome)
        }
        guard !isShared else { throw HTTPError(.unauthorized, message: PeopleMessages.signInFirst) }
        throw HTTPError(
            .unauthorized,
            message: localized("Open the sign-in link that the station printed at its start, or send its token."))
    }
}

extension AccessMiddleware {
    /// Asks the person for the passcode. Afterwards, the screen of the interrupted action asks for its confirmation
    /// again.
    private static func askAgain(_ request: Request) throws -> Response {
        guard request.wantsPage else {
            throw HTTPError(.forbidden, message: PeopleMessages.askAgain(Entrance.confirmation))
        }
        let screen =
            request.method == .get
            ? request.ownAddress : AskedAgain.address(of: request.referringPath, for: request.uri.path)
        return PageAnswer.seeOther(Entrance.toConfirmation(next: screen))
    }
}

extension Request {
    fileprivate var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }

    /// The screen that contains a form.
    fileprivate var referringPath: String {
        let address = headers[.referer] ?? ""
        guard let scheme = address.firstRange(of: "://"),
            let path = address[scheme.upperBound...].firstIndex(of: "/")
        else { return Place.library.path }
        return ReturnPath(String(address[path...])).text
    }
}

extension RouteTable {
    /// Returns the rule of the route that the router found for a request.
    func rule(for request: Request, _ context: StationContext) -> RouteRule? {
        rule(
            request.method.rawValue, context.endpointPath,
            usesCamera: request.uri.queryParameters["source"].flatMap { Int($0) } != nil)
    }
}
