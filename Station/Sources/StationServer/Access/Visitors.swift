import HTTPTypes
import StationRules
import StationStore

/// Finds out who sends a request.
struct Visitors: Sendable {
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?
    let people: People

    /// Tells that somebody may use the station no longer, or less of it. What is open for long asks again then.
    var removals: Signal { people.changes }

    /// - Parameter touches: Whether somebody did something, and not a browser by itself.
    /// - Throws: ``AccessRefusal`` if the client has sent too many wrong tokens.
    func visitor(
        _ headers: HTTPFields, from client: ClientAddress, touches: Bool = false
    ) throws(AccessRefusal) -> Visitor {
        let visitor = try access?.visitor(headers, from: client) ?? .signedIn
        guard people.isShared else { return visitor }
        // Programs with the token do what they did before there were people.
        if access != nil, headers[.authorization] != nil { return visitor }
        if let visit = people.visit(headers, touches: touches) { return .person(visit) }
        return visitor == .signedIn ? .known : .stranger
    }

    /// For whom the library is read when a visitor asks. Programs and strangers see nobody's own documents; where nobody signs in,
    /// there is nobody to keep them from.
    func reader(for visitor: Visitor) -> DocumentReader {
        guard people.isShared else { return visitor.isSignedIn ? .everything : .shared }
        return visitor.person.map { .person($0.person) } ?? .shared
    }

    /// Calls a function once whoever sent a request may use something no longer.
    /// - Returns: What waits for it, to be cancelled.
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
