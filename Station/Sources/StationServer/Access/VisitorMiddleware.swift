import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// Finds out who sends a request, and from where, for all that comes after it. ``AccessMiddleware`` decides what follows from this.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let visitors: Visitors
    /// Whether the station speaks TLS.
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        // As with the client's address, a proxy on this machine is believed.
        context.isEncrypted =
            isEncrypted || (context.client.isLoopback && request.headers[.forwardedScheme]?.lowercased() == "https")
        context.client = ClientAddress(peer: context.client, forwarded: request.headers[values: .forwardedFor])
        identify(&context, request)
        let identified = context
        let reader = visitors.reader(for: context.visitor)
        var response = try await context.visitor.acting(as: reader) {
            try await UnitSystem.$current.withValue(visitors.people.settings.units) {
                try await next(request, identified)
            }
        }
        response.body = response.body.written(for: reader)
        if context.isEncrypted { response.secureCookies() }
        return response
    }

    private func identify(_ context: inout Context, _ request: Request) {
        do {
            context.visitor = try visitors.visitor(
                request.headers, from: context.client, touches: request.isOfPerson)
        } catch {
            // What is open to anyone is so meanwhile.
            context.refusal = error
        }
    }
}

extension Request {
    /// Whether a person made the browser send it. Scripts fetch what has changed by themselves.
    fileprivate var isOfPerson: Bool {
        guard method == .get || method == .head else { return true }
        return (headers[.fetchMode] ?? "navigate") == "navigate"
    }
}

extension Visitor {
    /// Does something for the visitor: what screens show, what is recorded, and which documents there are follow from it.
    func acting<Result>(as reader: DocumentReader, _ body: () async throws -> Result) async throws -> Result {
        try await Visitor.$current.withValue(self) {
            try await Library.$actingPerson.withValue(person?.person ?? Library.builtInPerson) {
                try await DocumentReader.$current.withValue(reader) { try await body() }
            }
        }
    }
}

extension ResponseBody {
    /// What is read while the body is written, after the request, is read for the same one.
    fileprivate func written(for reader: DocumentReader) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await DocumentReader.$current.withValue(reader) { try await write(writer) }
        }
    }
}

extension Response {
    /// Browsers send the cookies over TLS alone from now on.
    fileprivate mutating func secureCookies() {
        headers[values: .setCookie] = headers[values: .setCookie].map { "\($0); Secure" }
    }
}

extension HTTPField.Name {
    static let fetchMode = known("Sec-Fetch-Mode")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedScheme = known("X-Forwarded-Proto")
}
