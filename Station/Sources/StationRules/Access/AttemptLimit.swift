/// Limits attempts to guess a secret: per client with a growing delay, and in total.
///
/// The first attempts of a client do not depend on others, so that they cannot lock it out.
package struct AttemptLimit: Sendable {
    package struct Limits: Hashable, Sendable {
        /// The number of failures without a delay, which allows for typing errors.
        package var free = 4
        /// The first delay. It doubles with each further failure.
        package var pause = Duration.seconds(1)
        package var longestPause = Duration.seconds(900)
        /// The time without a failure after which all are forgotten.
        package var memory = Duration.seconds(3600)
        /// The maximum number of remembered clients. Beyond it, the one that failed first is forgotten.
        package var clients = 1024
        /// The number of attempts reserved for each client.
        package var own = 2
        /// The attempts of all clients beyond these, except of clients on this machine.
        package var shared = TokenBucket.Rate(perSecond: 0.2, burst: 60)

        package init() {}
    }

    private struct Record {
        var failures = 0
        var latest: Duration
        /// The hashes of the last different secrets.
        var guesses: [Int] = []
    }

    /// The number of remembered secrets. Sending the same secret again is not a new attempt, because programs and
    /// browsers repeat stored ones.
    private static let rememberedGuesses = 4

    private let limits: Limits
    private var records: [ClientAddress: Record] = [:]
    private var shared: TokenBucket

    package init(_ limits: Limits = Limits(), at time: Duration) {
        self.limits = limits
        shared = TokenBucket(limits.shared, at: time)
    }

    /// Returns the time that a client must wait before its next attempt; `nil` if it may try now.
    package func wait(of client: ClientAddress, at time: Duration) -> Duration? {
        guard let record = record(of: client, at: time) else { return nil }
        let own = record.latest + pause(after: record.failures) - time
        let others = sharesAttempts(client, record) ? shared.wait(for: 1, at: time) : .zero
        let wait = max(own, others)
        return wait > .zero ? wait : nil
    }

    /// Records a failed attempt.
    /// - Parameter guess: A hash of the secret that was sent.
    package mutating func fail(_ client: ClientAddress, guess: Int, at time: Duration) {
        var record = record(of: client, at: time) ?? Record(latest: time)
        guard !record.guesses.contains(guess) else { return }
        if sharesAttempts(client, record) { shared.take(at: time) }
        record.failures += 1
        record.latest = time
        record.guesses = record.guesses.suffix(Self.rememberedGuesses - 1) + [guess]
        if records[client] == nil, records.count >= limits.clients { forgetOne() }
        records[client] = record
    }

    /// Forgets the failures of a client that sent the right secret.
    package mutating func succeed(_ client: ClientAddress) { records[client] = nil }

    /// Returns the delay after a number of failures.
    package func pause(after failures: Int) -> Duration {
        guard failures > limits.free else { return .zero }
        return min(
            limits.longestPause,
            limits.pause * Double(sign: .plus, exponent: min(failures - limits.free - 1, 62), significand: 1))
    }

    private func sharesAttempts(_ client: ClientAddress, _ record: Record) -> Bool {
        !client.isLoopback && record.failures >= limits.own
    }

    private func record(of client: ClientAddress, at time: Duration) -> Record? {
        records[client].flatMap { time - $0.latest < limits.memory ? $0 : nil }
    }

    private mutating func forgetOne() {
        guard let first = records.min(by: { $0.value.latest < $1.value.latest }) else { return }
        records[first.key] = nil
    }
}
