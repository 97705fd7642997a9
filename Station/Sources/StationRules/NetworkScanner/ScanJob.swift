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
