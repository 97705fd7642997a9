/// A scan job of a client.
public struct ScanJob: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// The camera waits for a page, or the page is being rendered.
        case processing
        /// The page waits for the client.
        case ready
        case completed
        case canceled
        case aborted(ScanFailure)

        public var hasEnded: Bool { self != .processing && self != .ready }

        /// The protocol's name.
        public var code: String {
            switch self {
            case .processing, .ready: "Processing"
            case .completed: "Completed"
            case .canceled: "Canceled"
            case .aborted: "Aborted"
            }
        }

        /// The protocol's reason, and possibly our own.
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
        /// The client has downloaded its page.
        case fetched
        /// The client canceled the job.
        case canceled
    }

    public let id: String
    public let settings: ScanSettings
    /// The start time on the list's clock.
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

    /// A job that has ended no longer changes.
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

/// The reason why a camera delivered no page.
public enum ScanFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// No page was found in time.
    case noPage
    case cameraAbsent
    case cameraBusy
    case cameraRefused
    case cameraLost
    /// The page could not be rendered with the requested settings.
    case notRendered(String)
    /// The client did not download its page in time.
    case notFetched

    /// The code for machines.
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
        case .noPage: localized("No page was found. Lay the page flat with all of its edges in view.")
        case .cameraAbsent: localized("The camera is not connected.")
        case .cameraBusy: localized("Another program is using the camera.")
        case .cameraRefused: localized("Recto has no access to the camera.")
        case .cameraLost: localized("The camera stopped delivering pictures.")
        case .notRendered(let reason): localized("The page could not be processed: \(reason).")
        case .notFetched: localized("The page was not downloaded in time.")
        }
    }
}

/// The jobs of a scanner: at most one active job, and recent ones that have ended.
///
/// All times are on the same clock, chosen by the caller.
public struct ScanJobList: Sendable {
    public struct Limits: Hashable, Sendable {
        /// The maximum number of jobs.
        public var maximumJobs = 16
        /// The maximum wait of a finished page for its client.
        public var fetching = Duration.seconds(60)
        /// How long an ended job stays listed.
        public var memory = Duration.seconds(300)

        public init() {}
    }

    private let limits: Limits
    /// The jobs, newest last.
    public private(set) var jobs: [ScanJob] = []

    public init(_ limits: Limits = Limits()) { self.limits = limits }

    /// Whether a job is active, or its page is waiting.
    public var isBusy: Bool { jobs.contains { !$0.state.hasEnded } }

    public subscript(id: String) -> ScanJob? { jobs.first { $0.id == id } }

    /// - Returns: The new job; `nil` if the scanner is busy.
    public mutating func add(id: String, _ settings: ScanSettings, at time: Duration) -> ScanJob? {
        guard !isBusy else { return nil }
        let job = ScanJob(id: id, settings: settings, at: time)
        jobs.append(job)
        // All jobs but the new one have ended.
        jobs.removeFirst(max(0, jobs.count - limits.maximumJobs))
        return job
    }

    public mutating func handle(_ event: ScanJob.Event, of id: String, at time: Duration) {
        guard let index = jobs.firstIndex(where: { $0.id == id }) else { return }
        jobs[index].handle(event, at: time)
    }

    /// Ends jobs whose page was not downloaded, and removes jobs that ended long ago.
    public mutating func expire(at time: Duration) {
        for index in jobs.indices where jobs[index].state == .ready && time - jobs[index].changed > limits.fetching {
            jobs[index].handle(.failed(.notFetched), at: time)
        }
        jobs.removeAll { $0.state.hasEnded && time - $0.changed > limits.memory }
    }
}
