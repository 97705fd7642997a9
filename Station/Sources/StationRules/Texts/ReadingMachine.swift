/// The machine's load from work that people wait for.
public struct MachineLoad: Hashable, Sendable {
    /// The number of open camera views.
    public var liveViews: Int
    /// The number of running exports, without those that wait for texts.
    public var exports: Int
    /// The average number of runnable processes over the last minute.
    public var runnable: Double
    public var processors: Int

    public init(liveViews: Int = 0, exports: Int = 0, runnable: Double = 0, processors: Int = 1) {
        self.liveViews = liveViews
        self.exports = exports
        self.runnable = runnable
        self.processors = processors
    }
}

/// The reason why pending pages are not being read.
public enum ReadingPause: String, Hashable, Codable, Sendable, CaseIterable {
    case scanning
    case exporting
    case load
}

/// Decides when to read the next page: one at a time, and only while the machine has capacity. It has no clock and no
/// pages.
public struct ReadingMachine: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// Reading is turned off.
        case off
        /// No pages are pending.
        case idle
        case reading
        case paused(ReadingPause)
        /// Reading requires something that is not installed.
        case unavailable(TextTrouble)

        public var isPaused: Bool {
            if case .paused = self { true } else { false }
        }
    }

    /// The next step.
    public enum Step: Hashable, Sendable {
        case read
        /// Waits for a change, for at most the given time; `nil` for no limit.
        case wait(Duration?)
    }

    /// The result of reading a page.
    public enum Outcome: Hashable, Sendable {
        case read
        /// The page was changed or removed, or the station is stopping.
        case dropped
        /// The page presumably caused the failure: the reader reported it or crashed.
        case failed
        /// A failure that the page cannot have caused.
        case unavailable(TextTrouble)
    }

    /// The number of attempts per page. A page that crashes the reader each time will always do so.
    public static let attempts = 3
    /// The longest time for which other work delays pages. After it, they are read at the lowest priority.
    public static let patience = Duration.seconds(60)
    /// The interval for checking a busy machine again.
    static let pause = Duration.seconds(5)
    /// The interval for checking whether a missing component was installed.
    static let repair = Duration.seconds(60)

    public private(set) var state = State.idle
    /// Whether there was other work at the last step, even if a page was read.
    public private(set) var isBusy = false
    /// Whether a person has requested a retry since the current page was started.
    private var isTriedAgain = false
    /// The maximum load per processor at which pages are read.
    private let maximumLoad: Double

    /// - Parameter maximumLoad: The maximum number of runnable processes per processor.
    public init(maximumLoad: Double = 2) { self.maximumLoad = maximumLoad }

    /// Returns what to do with pending pages.
    /// - Parameters:
    ///   - hasPages: Whether any pages are pending.
    ///   - isAsked: Whether a person waits for the next one, such as for an export.
    ///   - waited: The time for which ``isBusy`` has been true.
    public mutating func next(hasPages: Bool, isAsked: Bool, load: MachineLoad, waited: Duration) -> Step {
        guard hasPages else {
            state = .idle
            isBusy = false
            return .wait(nil)
        }
        let pause = pause(load)
        isBusy = pause != nil
        if let pause, !isAsked, waited < Self.patience {
            state = .paused(pause)
            return .wait(Self.pause)
        }
        isTriedAgain = false
        // A component that was missing is assumed to be still missing.
        if case .unavailable = state {} else { state = .reading }
        return .read
    }

    /// Retries after a person presumably installed the missing component.
    public mutating func tryAgain() {
        isTriedAgain = true
        if case .unavailable = state { state = .idle }
    }

    private func pause(_ load: MachineLoad) -> ReadingPause? {
        if load.liveViews > 0 { return .scanning }
        if load.exports > 0 { return .exporting }
        return load.runnable > maximumLoad * Double(load.processors) ? .load : nil
    }

    /// Returns what to do after a page.
    /// - Parameter failures: The number of failures of the page, including this one.
    public mutating func end(_ outcome: Outcome, failures: Int) -> Step {
        state = .idle
        switch outcome {
        case .read, .dropped: return .wait(.zero)
        // The cause may be temporary, such as a full disk or too little memory.
        case .failed: return .wait(Self.isSetAside(failures) ? .zero : Self.pause * failures)
        // The page was started before the retry: the missing component may be available now, or not be needed.
        case .unavailable where isTriedAgain: return .wait(.zero)
        case .unavailable(let trouble):
            state = .unavailable(trouble)
            return .wait(Self.repair)
        }
    }

    /// Whether a page with this number of failures is no longer retried.
    public static func isSetAside(_ failures: Int) -> Bool { failures >= attempts }
}
