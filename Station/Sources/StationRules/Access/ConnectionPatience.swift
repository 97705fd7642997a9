/// How long a connection is waited for: until it sends the head of a request, while it sends a body, and while it does not take an
/// answer.
package struct ConnectionPatience: Hashable, Sendable {
    package struct Limits: Hashable, Sendable {
        /// Until the first head is there.
        package var firstHead = Duration.seconds(10)
        /// Until the head of the next request is there.
        package var nextHead = Duration.seconds(60)
        /// The rest of a body that comes no faster than `bytesPerSecond`, and a pause in any body.
        package var body = Duration.seconds(20)
        /// The least speed of a body: that of a weak mobile network.
        package var bytesPerSecond = 8192
        /// For the rest of a body whose request has been answered.
        package var lingering = Duration.seconds(5)
        /// While an answer waits in the station because the client does not read.
        package var unread = Duration.seconds(60)

        package init() {}
    }

    package enum Event: Hashable, Sendable {
        case head
        case body(bytes: Int)
        /// The request is complete.
        case requestEnd
        /// The answer is complete.
        case answerEnd
        /// The client has stopped reading.
        case blocked
        /// The client reads again.
        case flowing
    }

    private enum Phase: Hashable {
        case waiting(since: Duration)
        case receiving(since: Duration, bytes: Int, latest: Duration)
        /// The answer was complete before the request.
        case lingering(since: Duration)
        case answering
    }

    private let limits: Limits
    private var phase: Phase
    private var blockedSince: Duration?

    /// For a connection whose first head has come or is about to.
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

    /// When the connection is to be closed unless something happens before; `nil` while it is the station's turn.
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
