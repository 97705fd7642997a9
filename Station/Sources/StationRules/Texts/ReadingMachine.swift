/// How busy a machine is with what people wait for.
public struct MachineLoad: Hashable, Sendable {
    /// Open camera views.
    public var liveViews: Int
    /// Exports that are under way, but for those that wait for texts.
    public var exports: Int
    /// The programs that run or want to, on average over the last minute.
    public var runnable: Double
    public var processors: Int

    public init(liveViews: Int = 0, exports: Int = 0, runnable: Double = 0, processors: Int = 1) {
        self.liveViews = liveViews
        self.exports = exports
        self.runnable = runnable
        self.processors = processors
    }
}

/// Why pages that wait are not read now.
public enum ReadingPause: String, Hashable, Codable, Sendable, CaseIterable {
    case scanning
    case exporting
    case load
}

/// Decides when the next page is read: one at a time, and not while the machine has better to do. It has no clock and no pages.
public struct ReadingMachine: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// Pages are not read at all.
        case off
        /// No page waits.
        case idle
        case reading
        case paused(ReadingPause)
        /// Nothing can be read before something is installed.
        case unavailable(TextTrouble)
    }

    /// What is to be done now.
    public enum Step: Hashable, Sendable {
        case read
        /// Wait for a change, and for as long at most; `nil` for however long.
        case wait(Duration?)
    }

    /// How the reading of a page ended.
    public enum Outcome: Hashable, Sendable {
        case read
        /// The page was changed or removed meanwhile, or the station ends.
        case dropped
        /// By the page's fault, as far as one can tell: the reader said so, or it died of it.
        case failed
        /// By nobody's fault who could be the page.
        case unavailable(TextTrouble)
    }

    /// Times that a page is tried. One that kills the reader so often would kill it forever.
    public static let attempts = 3
    /// The longest time that a busy machine keeps pages waiting: then one is read all the same, at the lowest priority.
    public static let patience = Duration.seconds(300)
    /// How often a machine that was busy is looked at again.
    static let pause = Duration.seconds(5)
    /// How often it is looked whether what was missing has been installed.
    static let repair = Duration.seconds(60)

    public private(set) var state = State.idle
    /// Whether somebody has expected what was missing to be there since the page was begun that is being read.
    private var isTriedAgain = false
    /// The most programs for each processor beside which pages are read.
    private let maximumLoad: Double

    /// - Parameter maximumLoad: Programs that run or want to, for each processor.
    public init(maximumLoad: Double = 2) { self.maximumLoad = maximumLoad }

    /// What to do with the pages that wait.
    /// - Parameters:
    ///   - hasPages: Whether any wait.
    ///   - isAsked: Whether a person waits for the next one, such as for an export.
    ///   - waited: For how long the machine has been too busy.
    public mutating func next(hasPages: Bool, isAsked: Bool, load: MachineLoad, waited: Duration) -> Step {
        guard hasPages else {
            state = .idle
            return .wait(nil)
        }
        if let pause = isAsked ? nil : pause(load), pause != .load || waited < Self.patience {
            state = .paused(pause)
            return .wait(Self.pause)
        }
        isTriedAgain = false
        // What is not installed is still missing, as far as one knows.
        if case .unavailable = state {} else { state = .reading }
        return .read
    }

    /// Somebody expects that what was missing is there.
    public mutating func tryAgain() {
        isTriedAgain = true
        if case .unavailable = state { state = .idle }
    }

    private func pause(_ load: MachineLoad) -> ReadingPause? {
        if load.liveViews > 0 { return .scanning }
        if load.exports > 0 { return .exporting }
        return load.runnable > maximumLoad * Double(load.processors) ? .load : nil
    }

    /// What to do after a page.
    /// - Parameter failures: Of the page, this one included.
    public mutating func end(_ outcome: Outcome, failures: Int) -> Step {
        state = .idle
        switch outcome {
        case .read, .dropped: return .wait(.zero)
        // What was wrong may be over in a moment: a full disk, too little memory.
        case .failed: return .wait(Self.isSetAside(failures) ? .zero : Self.pause * failures)
        // The page was begun before: what it missed may be there by now, or not be needed.
        case .unavailable where isTriedAgain: return .wait(.zero)
        case .unavailable(let trouble):
            state = .unavailable(trouble)
            return .wait(Self.repair)
        }
    }

    /// Whether a page that failed so often is not tried again.
    public static func isSetAside(_ failures: Int) -> Bool { failures >= attempts }
}
