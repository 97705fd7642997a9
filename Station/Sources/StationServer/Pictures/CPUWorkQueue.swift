import Dispatch
import Foundation
import StationStore

/// Threads for CPU-bound work, so that it does not block the tasks of other requests.
package struct CPUWorkQueue: Sendable {
    /// For short work that somebody waits for, such as a page or a picture.
    static let shared = CPUWorkQueue(threads: 2)
    /// For exports of whole documents. They may take long, so no other work may wait for them.
    package static let exports = CPUWorkQueue(threads: 1)

    /// For trials and runs of rules.
    static let rules = CPUWorkQueue(threads: 1)

    private let queue: OperationQueue

    /// - Parameter threads: The maximum number of concurrent tasks.
    private init(threads: Int) {
        queue = OperationQueue()
        queue.maxConcurrentOperationCount = threads
    }

    /// Runs work on one of the threads, for the current visitor.
    package func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let reader = DocumentReader.current
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(
                    with: Swift.Result { try DocumentReader.$current.withValue(reader) { try work() } })
            }
        }
    }
}

/// Runs an actor on its own queue, so that its file access does not block other tasks.
final class QueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
