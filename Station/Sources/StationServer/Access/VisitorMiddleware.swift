import HTTPTypes
import Hummingbird
import StationRules
import StationStore

/// Determines a request's visitor and origin for all subsequent handlers. ``AccessMiddleware`` makes the decisions.
struct VisitorMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let visitors: Visitors
    /// Whether the station uses TLS.
    let isEncrypted: Bool

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.isEncrypted = request.headers.isEncrypted(isEncrypted, from: context.client)
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
        if context.visitor.person != nil { response.renewLock(visitors.people.lockTime, of: request) }
        if context.isEncrypted { response.secureCookies() }
        return response
    }

    private func identify(_ context: inout Context, _ request: Request) {
        do {
            context.visitor = try visitors.visitor(
                request.headers, from: context.client, touches: request.isOfPerson)
        } catch {
            // Public routes stay available in the meantime.
            context.refusal = error
        }
    }
}

extension HTTPFields {
    /// Whether a request came by TLS. A proxy on this machine is trusted, as for the client's address.
    /// - Parameters:
    ///   - isEncrypted: Whether the station speaks TLS.
    ///   - peer: The other end of the connection.
    func isEncrypted(_ isEncrypted: Bool, from peer: ClientAddress) -> Bool {
        isEncrypted || (peer.isLoopback && self[.forwardedScheme]?.lowercased() == "https")
    }
}

extension Request {
    /// Whether a person caused the request. Scripts poll for changes automatically.
    fileprivate var isOfPerson: Bool {
        guard method == .get || method == .head else { return true }
        return (headers[.fetchMode] ?? "navigate") == "navigate"
    }
}

extension Visitor {
    /// Runs an operation on behalf of the visitor, which determines the visible documents, the content of screens and
    /// what is recorded.
    func acting<Result>(as reader: DocumentReader, _ body: () async throws -> Result) async throws -> Result {
        try await Visitor.$current.withValue(self) {
            try await Library.$actingPerson.withValue(person?.person ?? Library.builtInPerson) {
                try await DocumentReader.$current.withValue(reader) { try await body() }
            }
        }
    }
}

extension ResponseBody {
    /// Applies the same visitor to reads while the body is written, after the request.
    fileprivate func written(for reader: DocumentReader) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await DocumentReader.$current.withValue(reader) { try await write(writer) }
        }
    }
}

extension Response {
    /// Makes browsers send the cookies only over TLS.
    fileprivate mutating func secureCookies() {
        headers[values: .setCookie] = headers[values: .setCookie].map { "\($0); Secure" }
    }
}

extension HTTPField.Name {
    static let fetchMode = known("Sec-Fetch-Mode")
    static let forwardedFor = known("X-Forwarded-For")
    static let forwardedScheme = known("X-Forwarded-Proto")
}
