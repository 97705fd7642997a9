/// Counts concurrent uses, in total and per client.
package struct Occupancy: Sendable {
    package struct Limits: Hashable, Sendable {
        package var total: Int
        package var each: Int
        /// Additional places for clients on this machine, which have no individual limit.
        package var reserved: Int

        package init(total: Int, each: Int, reserved: Int = 0) {
            self.total = total
            self.each = each
            self.reserved = reserved
        }
    }

    package enum Refusal: Hashable, Sendable {
        /// All places are taken.
        case full
        /// The client uses as many places as one may.
        case tooMany
    }

    package let limits: Limits
    private var counts: [ClientAddress: Int] = [:]
    package private(set) var total = 0

    package init(_ limits: Limits) { self.limits = limits }

    /// Takes a place.
    /// - Returns: The reason for a refusal; `nil` if the place was taken.
    package mutating func enter(_ client: ClientAddress) -> Refusal? {
        let isReserved = client.isLoopback && limits.reserved > 0
        let count = counts[client, default: 0]
        guard isReserved || count < limits.each else { return .tooMany }
        guard total < limits.total + (isReserved ? limits.reserved : 0) else { return .full }
        counts[client] = count + 1
        total += 1
        return nil
    }

    /// Releases a place.
    package mutating func leave(_ client: ClientAddress) {
        guard let count = counts[client] else { preconditionFailure("a client leaves that has not entered") }
        counts[client] = count > 1 ? count - 1 : nil
        total -= 1
    }
}
