/// What becomes of a client's order for a scan.
public struct ScanJob: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// The camera waits for a page, or the page is being made.
        case processing
        /// The page waits for the client.
        case ready
        case completed
        case canceled
        case aborted(ScanFailure)

        public var hasEnded: Bool { self != .processing && self != .ready }

        /// By the protocol.
        public var code: String {
            switch self {
            case .processing, .ready: "Processing"
            case .completed: "Completed"
            case .canceled: "Canceled"
            case .aborted: "Aborted"
            }
        }

        /// By the protocol, the first one; ours may follow.
        public var reasons: [String] {
            switch self {
            case .processing: ["JobScanning"]
            case .ready: ["JobScanningAndTransferring"]
            case .completed: ["JobCompletedSuccessfully"]
            case .canceled: ["JobCanceledByUser"]
            case .aborted(let failure): ["AbortedBySystem", failure.code]
            }
        }
    }

    public enum Event: Hashable, Sendable {
        case scanned
        case failed(ScanFailure)
        /// The client has got its page.
        case fetched
        /// The client wants no page any more.
        case canceled
    }

    public let id: String
    public let settings: ScanSettings
    /// On the clock of the list.
    public let begun: Duration
    public private(set) var changed: Duration
    public private(set) var state = State.processing

    init(id: String, settings: ScanSettings, at time: Duration) {
        self.id = id
        self.settings = settings
        begun = time
        changed = time
    }

    public var imagesCompleted: Int { state == .ready || state == .completed ? 1 : 0 }
    public var imagesToTransfer: Int { state == .ready ? 1 : 0 }

    /// What has ended stays as it is.
    mutating func handle(_ event: Event, at time: Duration) {
        guard !state.hasEnded else { return }
        let next: State? =
            switch event {
            case .scanned: state == .processing ? .ready : nil
            case .fetched: state == .ready ? .completed : nil
            case .failed(let failure): .aborted(failure)
            case .canceled: .canceled
            }
        guard let next else { return }
        (state, changed) = (next, time)
    }
}

/// Why a camera delivered no page.
public enum ScanFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There was nothing that looks like a page, for as long as was waited.
    case noPage
    case cameraAbsent
    case cameraBusy
    case cameraRefused
    case cameraLost
    /// The page was seen, and could not be made as it was asked for.
    case notRendered(String)
    /// The client did not come for its page in time.
    case notFetched

    /// One word for machines.
    public var code: String {
        switch self {
        case .noPage: "NoPageInView"
        case .cameraAbsent: "CameraNotFound"
        case .cameraBusy: "CameraInUse"
        case .cameraRefused: "CameraNotAllowed"
        case .cameraLost: "CameraLost"
        case .notRendered: "PageNotRendered"
        case .notFetched: "PageNotFetched"
        }
    }

    public var description: String {
        switch self {
        case .noPage: "No page was found. Lay the page flat with all of its edges in view."
        case .cameraAbsent: "The camera is not connected."
        case .cameraBusy: "Another program is using the camera."
        case .cameraRefused: "Recto may not use the camera."
        case .cameraLost: "The camera stopped delivering pictures."
        case .notRendered(let reason): "The page could not be processed: \(reason)."
        case .notFetched: "The page was not downloaded in time."
        }
    }
}

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
