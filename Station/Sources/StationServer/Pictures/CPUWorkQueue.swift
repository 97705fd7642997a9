import Dispatch
import Foundation

/// Threads for work that keeps a processor busy, so that the tasks of other requests go on.
struct CPUWorkQueue: Sendable {
    /// Of all who have such work.
    static let shared = CPUWorkQueue()

    private let queue: OperationQueue

    private init() {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = 2
    }

    /// Does a piece of work, at most two at a time.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}

/// Does an actor's work on a queue of its own, so that its reading and writing of files keeps no other task waiting.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
