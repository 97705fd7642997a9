import Dispatch
import Foundation

/// Threads for CPU-bound work, so that it does not block the tasks of other requests.
struct CPUWorkQueue: Sendable {
    /// The queue of the whole station.
    static let shared = CPUWorkQueue()

    private let queue: OperationQueue

    private init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
    }

    /// Runs a piece of work; at most two run at a time.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}

/// Runs an actor on a queue of its own, so that its file access does not block other tasks.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
