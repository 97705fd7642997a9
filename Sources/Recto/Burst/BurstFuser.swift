import Dispatch
import Glibc
import RectoCapture
import Synchronization

/// Fuses bursts one after the other, on a thread of its own that comes after all others where processors are few.
///
/// ```swift
/// let fuser = BurstFuser()
/// let update = try scanner.process(frame)
/// while let burst = scanner.takeBurst() {
///     fuser.add(burst) { fused in … }                    // on the fuser's thread
/// }
/// ```
///
/// Frames take memory, so few bursts wait: of more the page keeps the picture that it was captured with.
public final class BurstFuser: Sendable {
    private struct Job: Sendable {
        let burst: PageBurst
        let condition: @Sendable () -> Bool
        let body: @Sendable (FusedPage?) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        /// Those that wait, and the one that is fused.
        var count = 0
        var isRunning = false
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// Entered by each job until it has ended.
    private let jobs = DispatchGroup()

    /// How much later than others the thread gets a processor, as `nice` counts.
    private static let niceness: Int32 = 5
    /// Bursts that there are at a time: one that is fused, one that waits.
    private static let maximumBursts = 2

    public init() {}

    /// Fuses a burst once those before it are. Unless a lamp is seen in one of them, its frames are let go meanwhile: it cannot be
    /// fused again.
    /// - Parameters:
    ///   - condition: Asked on the fuser's thread whether to fuse it: see ``PageBurst/reason``.
    ///   - body: Called on that thread with what came of it; `nil` if nothing did: too few frames agree, the condition was not
    ///     met, or fusing was given up.
    /// - Returns: Whether it will be called; not if too many wait already, or there is no thread to be had.
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
            // Nothing waited before: a thread was running then.
            state.withLock { $0 = State(isCancelled: $0.isCancelled) }
            jobs.leave()
            return false
        }
    }

    /// Gives up what is being fused, as soon as its present step ends, and all that waits.
    public func cancel() { state.withLock { $0.isCancelled = true } }

    /// Waits until nothing is being fused and nothing waits.
    /// - Returns: Whether that was so within the time.
    public func wait(for duration: Duration) -> Bool {
        let nanoseconds = Int(min(duration / .nanoseconds(1), 1e18))
        return jobs.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
    }

    private var isCancelled: Bool { state.withLock { $0.isCancelled } }

    private func run() {
        // Of this thread alone, as Linux has it.
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
