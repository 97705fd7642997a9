import Dispatch
import Glibc
import RectoCapture
import Synchronization

/// Fuses bursts one after the other on a low-priority thread.
///
/// ```swift
/// let fuser = BurstFuser()
/// let update = try scanner.process(frame)
/// while let burst = scanner.takeBurst() {
///     fuser.add(burst) { fused in … }                    // on the fuser's thread
/// }
/// ```
///
/// Frames take much memory, so few bursts may wait. Pages of rejected bursts keep the picture from their capture.
public final class BurstFuser: Sendable {
    private struct Job: Sendable {
        let burst: PageBurst
        let condition: @Sendable () -> Bool
        let body: @Sendable (FusedPage?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// The number of waiting bursts plus the one being fused.
        var count = 0
        var isRunning = false
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// Entered by each job until it has ended.
    private let jobs = DispatchGroup()

    /// The thread's niceness.
    private static let niceness: Int32 = 5
    /// The maximum number of bursts: one being fused and one waiting.
    private static let maximumBursts = 2

    public init() {}

    /// Fuses a burst after those before it. Its frames are released during fusion, so it cannot be fused again,
    /// unless one of them has glare.
    /// - Parameters:
    ///   - condition: Called on the fuser's thread to decide whether to fuse; see ``PageBurst/reason``.
    ///   - body: Called on that thread with the result. It is `nil` if too few frames agree, the condition was not
    ///     met, or fusion was canceled.
    /// - Returns: Whether the burst was accepted. It is not if too many are waiting or no thread can be created;
    ///   `body` is then not called.
    @discardableResult
    public func add(
        _ burst: PageBurst, if condition: @escaping @Sendable () -> Bool = { true },
        _ body: @escaping @Sendable (FusedPage?) -> Void
    ) -> Bool {
        let (isTaken, needsThread) = state.withLock { state in
            guard !state.isCancelled, state.count < Self.maximumBursts else { return (false, false) }
            jobs.enter()
            state.count += 1
            state.waiting.append(Job(burst: burst, condition: condition, body: body))
            defer { state.isRunning = true }
            return (true, !state.isRunning)
        }
        guard needsThread else { return isTaken }
        do {
            try startThread { self.run() }
            return true
        } catch {
            // Nothing was waiting before, so a thread was running then.
            state.withLock { $0 = State(isCancelled: $0.isCancelled) }
            jobs.leave()
            return false
        }
    }

    /// Cancels the current fusion after its present step, and all waiting ones.
    public func cancel() { state.withLock { $0.isCancelled = true } }

    /// Waits until nothing is being fused and nothing is waiting.
    /// - Returns: Whether this happened within the time.
    public func wait(for duration: Duration) -> Bool {
        let nanoseconds = Int(min(duration / .nanoseconds(1), 1e18))
        return jobs.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func run() {
        // Linux applies the niceness to this thread only.
        _ = nice(Self.niceness)
        while let job = next() {
            let isWanted = !isCancelled && job.condition()
            job.body(isWanted ? job.burst.fuseLast { self.isCancelled } : nil)
            state.withLock { $0.count -= 1 }
            jobs.leave()
        }
    }

    private func next() -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
