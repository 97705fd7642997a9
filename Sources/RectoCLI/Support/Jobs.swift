import ArgumentParser
import Dispatch
import RectoCapture
import Synchronization

/// How many pictures are processed at a time.
struct JobsArgument: ParsableArguments {
    @Option(
        name: .customLong("jobs"),
        help: ArgumentHelp(
            """
            Process this many pictures at a time, 1 to 256 (default: the processors that the program may use; 1 with \
            --shard). The number changes neither the results nor their order.
            """,
            valueName: "number"))
    var given: Int?

    func validate() throws {
        if let given, !(1...256 ~= given) { throw ValidationError("--jobs is \(given), required: 1 to 256.") }
    }

    var count: Int { given ?? Processors.available }
}

/// Processes items in several threads, and hands over the results in the order of the items.
///
/// Each thread has its own worker. At most `jobs` + 1 results exist at a time, so memory does not grow with the number of
/// items.
/// - Parameters:
///   - count: The number of items.
///   - jobs: The number of threads. With one, everything runs in the calling thread.
///   - worker: The worker of the first thread.
///   - makeWorker: Called in each other thread.
///   - process: Processes an item in any thread.
///   - wait: Called before the result of an item is waited for.
///   - take: Called with the results. `false` stops the processing.
func processInOrder<Worker, Output: Sendable>(
    _ count: Int, jobs: Int, worker first: Worker, makeWorker: @escaping @Sendable () throws -> Worker,
    process: @escaping @Sendable (Int, inout Worker) -> Output, wait: (Int) -> Void = { _ in },
    take: (Int, Output) throws -> Bool
) throws {
    var worker = first
    let threads = min(jobs, count)
    guard threads > 1 else {
        for index in 0..<count {
            wait(index)
            guard try take(index, process(index, &worker)) else { return }
        }
        return
    }
    let exchange = Exchange<Output>(count: count, limit: jobs)
    let handed = Handed(worker: worker)
    let group = DispatchGroup()
    defer {
        exchange.stop()
        group.wait()
    }
    for number in 0..<threads {
        group.enter()
        let thread: @Sendable () -> Void = {
            defer { group.leave() }
            guard var worker = number == 0 ? handed.worker : try? makeWorker() else { return }
            while let index = exchange.next() { exchange.put(process(index, &worker), at: index) }
        }
        // The other threads do the work of one that cannot be started.
        do { try startThread(thread) } catch {
            group.leave()
            if number == 0 { throw error }
        }
    }
    for index in 0..<count {
        wait(index)
        guard try take(index, exchange.output(at: index)) else { return }
    }
}

/// A worker that is made in one thread and used in another.
private struct Handed<Worker>: @unchecked Sendable {
    // Sendable: only the first thread uses it.
    let worker: Worker
}

/// Distributes the indices of items, and keeps results until they are taken in order.
private final class Exchange<Output: Sendable>: Sendable {
    private struct State {
        var next = 0
        var isStopped = false
        var outputs: [Int: Output] = [:]
    }

    private let count: Int
    private let state = Mutex(State())
    /// Counts the results that may still be begun.
    private let free = DispatchSemaphore(value: 0)
    /// Is signaled for each result.
    private let done = DispatchSemaphore(value: 0)

    /// - Parameter limit: The maximum number of results that are being made or wait to be taken.
    init(count: Int, limit: Int) {
        self.count = count
        for _ in 0..<limit { free.signal() }
    }

    /// Waits until another item may be begun.
    /// - Returns: `nil` if no item is left.
    func next() -> Int? {
        free.wait()
        let index: Int? = state.withLock { state in
            guard !state.isStopped, state.next < count else { return nil }
            defer { state.next += 1 }
            return state.next
        }
        // The other threads end too.
        if index == nil { free.signal() }
        return index
    }

    func put(_ output: Output, at index: Int) {
        state.withLock { $0.outputs[index] = output }
        done.signal()
    }

    /// Waits for a result, and lets another item begin.
    func output(at index: Int) -> Output {
        while true {
            if let output = state.withLock({ $0.outputs.removeValue(forKey: index) }) {
                free.signal()
                return output
            }
            done.wait()
        }
    }

    /// Lets no other item begin.
    func stop() {
        state.withLock { $0.isStopped = true }
        free.signal()
    }
}
