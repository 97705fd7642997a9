import NIOCore
import StationRules
import Synchronization

/// Counts concurrent uses and sign-in attempts over all connections of a station.
final class StationGate: Sendable {
    /// The kinds of limited resources.
    enum Kind {
        case connections
        case uploads
        case channels
        case strangersChannels
        /// Connections that receive a refusal.
        case refusals
    }

    private struct State {
        var connections: Occupancy
        var uploads: Occupancy
        var channels: Occupancy
        var strangersChannels: Occupancy
        var refusals: Occupancy
        var attempts: AttemptLimit

        init(_ limits: StationLimits, at time: Duration) {
            connections = Occupancy(limits.connections)
            uploads = Occupancy(limits.uploads)
            channels = Occupancy(limits.channels)
            strangersChannels = Occupancy(limits.strangersChannels)
            refusals = Occupancy(limits.refusals)
            attempts = AttemptLimit(limits.attempts, at: time)
        }

        subscript(kind: Kind) -> Occupancy {
            get {
                switch kind {
                case .connections: connections
                case .uploads: uploads
                case .channels: channels
                case .strangersChannels: strangersChannels
                case .refusals: refusals
                }
            }
            set {
                switch kind {
                case .connections: connections = newValue
                case .uploads: uploads = newValue
                case .channels: channels = newValue
                case .strangersChannels: strangersChannels = newValue
                case .refusals: refusals = newValue
                }
            }
        }
    }

    let limits: StationLimits
    private let now: @Sendable () -> Duration
    private let state: Mutex<State>

    /// - Parameter now: A monotonic clock.
    init(_ limits: StationLimits, now: @escaping @Sendable () -> Duration) {
        self.limits = limits
        self.now = now
        state = Mutex(State(limits, at: now()))
    }

    // MARK: Places

    /// Takes a place, to be released by ``leave(_:_:)``.
    func enter(_ kind: Kind, _ client: ClientAddress) throws(AccessRefusal) {
        guard let refusal = state.withLock({ $0[kind].enter(client) }) else { return }
        switch kind {
        case .connections, .refusals: throw .connections(refusal)
        case .uploads: throw .uploads(refusal)
        case .channels, .strangersChannels: throw .channels(refusal)
        }
    }

    func leave(_ kind: Kind, _ client: ClientAddress) { state.withLock { $0[kind].leave(client) } }

    // MARK: Attempts

    /// Checks a secret sent by a client, unless the client must wait.
    /// - Parameter isRight: Whether the secret is right.
    func check(
        _ secret: some StringProtocol, of client: ClientAddress, _ isRight: () -> Bool
    ) throws(AccessRefusal) -> Bool {
        try mayTry(client)
        let result = isRight()
        note(secret, of: client, isRight: result)
        return result
    }

    /// - Throws: ``AccessRefusal`` if the client must wait before its next attempt.
    func mayTry(_ client: ClientAddress) throws(AccessRefusal) {
        if let wait = state.withLock({ $0.attempts.wait(of: client, at: now()) }) { throw .attempts(wait: wait) }
    }

    /// Records the result of an attempt.
    func note(_ secret: some StringProtocol, of client: ClientAddress, isRight: Bool) {
        state.withLock { state in
            if isRight {
                state.attempts.succeed(client)
            } else {
                state.attempts.fail(client, guess: String(secret).hashValue, at: now())
            }
        }
    }
}

extension ClientAddress {
    /// Creates the address of the other end of a connection.
    init(_ address: SocketAddress?) { self = address?.ipAddress.flatMap { ClientAddress($0) } ?? .unknown }
}
