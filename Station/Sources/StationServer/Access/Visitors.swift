import HTTPTypes
import StationRules
import StationStore

/// Determines the visitor of a request.
struct Visitors: Sendable {
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?
    let people: People

    /// Signals that a visitor may have lost permissions. Long-lived connections then check again.
    var removals: Signal { people.changes }

    /// - Parameter touches: Whether a person was active, and not only the browser.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func visitor(
        _ headers: HTTPFields, from client: ClientAddress, touches: Bool = false
    ) throws(AccessRefusal) -> Visitor {
        // Like cookies, the tokens of programs cannot be guessed.
        if access != nil, let scope = headers.bearer.flatMap({ people.scope(ofProgram: $0) }) { return .program(scope) }
        let visitor = try access?.visitor(headers, from: client, removals: people.removals) ?? .signedIn
        guard people.isShared else { return visitor }
        // Programs with the token can do the same as on a station without people.
        if access != nil, headers[.authorization] != nil { return visitor }
        if let visit = people.visit(headers, touches: touches) { return .person(visit) }
        return visitor == .signedIn ? .known : .stranger
    }

    /// Returns whose documents a visitor sees. Programs and visitors who have not signed in see no private documents;
    /// on a station without sign-in, everybody sees everything.
    func reader(for visitor: Visitor) -> DocumentReader {
        guard people.isShared else { return visitor.isSignedIn ? .everything : .shared }
        return visitor.person.map { .person($0.person) } ?? .shared
    }

    /// Calls a function once the sender of a request may no longer use something.
    /// - Returns: The waiting task, to be canceled.
    func watch(
        _ headers: HTTPFields, from client: ClientAddress, for rule: RouteRule, end: @escaping @Sendable () -> Void
    ) -> Task<Void, Never> {
        let removals = removals.stream
        return Task {
            for await _ in removals where !mayUse(rule, headers, from: client) { return end() }
        }
    }

    private func mayUse(_ rule: RouteRule, _ headers: HTTPFields, from client: ClientAddress) -> Bool {
        guard let visitor = try? visitor(headers, from: client) else { return false }
        return rule.verdict(on: visitor, opensScanner: false) == .allowed
    }
}
