/// The jobs of a scanner: one at work at a time, and those that ended a while ago.
///
/// Times are those of one clock of the caller's.
public struct ScanJobList: Sendable {
    public struct Limits: Hashable, Sendable {
        /// Jobs that are known at once.
        public var maximumJobs = 16
        /// How long a finished page waits for its client.
        public var fetching = Duration.seconds(60)
        /// How long a job that has ended is told of.
        public var memory = Duration.seconds(300)

        public init() {}
    }

    private let limits: Limits
    /// The newest last.
    public private(set) var jobs: [ScanJob] = []

    public init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Whether a job is at work, or its page waits.
    public var isBusy: Bool { jobs.contains { !$0.state.hasEnded } }

    public subscript(id: String) -> ScanJob? { jobs.first { $0.id == id } }

    /// - Returns: The new job; nothing if the scanner is busy.
    public mutating func add(id: String, _ settings: ScanSettings, at time: Duration) -> ScanJob? {
        guard !isBusy else { return nil }
        let job = ScanJob(id: id, settings: settings, at: time)
        jobs.append(job)
        // All but the new one have ended.
        jobs.removeFirst(max(0, jobs.count - limits.maximumJobs))
        return job
    }

    public mutating func handle(_ event: ScanJob.Event, of id: String, at time: Duration) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        jobs[index].handle(event, at: time)
    }

    /// Ends what nobody came for, and forgets what ended long ago.
    public mutating func expire(at time: Duration) {
        for index in jobs.indices where jobs[index].state == .ready && time - jobs[index].changed > limits.fetching {
            jobs[index].handle(.failed(.notFetched), at: time)
        }
        jobs.removeAll { $0.state.hasEnded && time - $0.changed > limits.memory }
    }
}
