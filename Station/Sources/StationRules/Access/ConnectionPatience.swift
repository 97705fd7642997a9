/// The timeouts of a connection: until the head of a request arrives, while a body arrives, and while the client does
/// not read the response.
package struct ConnectionPatience: Hashable, Sendable {
    package struct Limits: Hashable, Sendable {
        /// The time until the first head has arrived.
        package var firstHead = Duration.seconds(10)
        /// The time until the head of the next request has arrived.
        package var nextHead = Duration.seconds(60)
        /// The time for the rest of a body slower than `bytesPerSecond`, and for a pause in any body.
        package var body = Duration.seconds(20)
        /// The minimum rate of a body: that of a weak mobile network.
        package var bytesPerSecond = 8192
        /// The time for the rest of a body whose request has already been answered.
        package var lingering = Duration.seconds(5)
        /// The time during which a response waits because the client does not read.
        package var unread = Duration.seconds(60)

        package init() {}
    }

    package enum Event: Hashable, Sendable {
        case head
        case body(bytes: Int)
        /// The request is complete.
        case requestEnd
        /// The response is complete.
        case answerEnd
        /// The client has stopped reading.
        case blocked
        /// The client reads again.
        case flowing
    }

    private enum Phase: Hashable {
        case waiting(since: Duration)
        case receiving(since: Duration, bytes: Int, latest: Duration)
        /// The response was complete before the request.
        case lingering(since: Duration)
        case answering
    }

    private let limits: Limits
    private var phase: Phase
    private var blockedSince: Duration?

    /// Creates the state of a connection whose first head has arrived or is about to.
    package init(_ limits: Limits, at time: Duration) {
        self.limits = limits
        phase = .waiting(since: time)
    }

    package mutating func handle(_ event: Event, at time: Duration) {
        switch (event, phase) {
        case (.head, _): phase = .receiving(since: time, bytes: 0, latest: time)
        case (.body(let count), .receiving(let since, let bytes, _)):
            phase = .receiving(since: since, bytes: bytes + count, latest: time)
        case (.requestEnd, .receiving): phase = .answering
        case (.requestEnd, .lingering), (.answerEnd, .answering): phase = .waiting(since: time)
        case (.answerEnd, .receiving): phase = .lingering(since: time)
        case (.blocked, _): blockedSince = time
        case (.flowing, _): blockedSince = nil
        case (.body, _), (.requestEnd, _), (.answerEnd, _): break
        }
    }

    /// The time at which to close the connection if nothing happens; `nil` while the station is working.
    package var deadline: Duration? {
        [phaseDeadline, blockedSince.map { $0 + limits.unread }].compactMap { $0 }.min()
    }

    private var phaseDeadline: Duration? {
        switch phase {
        case .waiting(let since): since + limits.nextHead
        case .receiving(let since, let bytes, let latest):
            min(latest + limits.body, since + limits.body + .seconds(Double(bytes) / Double(limits.bytesPerSecond)))
        case .lingering(let since): since + limits.lingering
        case .answering: nil
        }
    }
}
