import Dispatch

/// Calls `body` with each worker's number; several workers run concurrently.
func forEachWorker(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count == 1 { body(0) } else { DispatchQueue.concurrentPerform(iterations: count, execute: body) }
}

/// Calls `body` concurrently for nearly equal shares of `count` rows, each with its worker's number.
func forEachShare(of count: Int, workers: Int, _ body: @Sendable (_ rows: Range<Int>, _ worker: Int) -> Void) {
    forEachWorker(workers) { body(count * $0 / workers..<count * ($0 + 1) / workers, $0) }
}

/// The results of `body` for nearly equal shares of `count` rows, computed concurrently and in order.
func mapShares<Part>(of count: Int, workers: Int, _ body: @Sendable (_ rows: Range<Int>) -> Part) -> [Part] {
    [Part](unsafeUninitializedCapacity: workers) { parts, initializedCount in
        // SAFETY: each worker writes its own part.
        nonisolated(unsafe) let parts = parts
        forEachShare(of: count, workers: workers) { rows, worker in parts.initializeElement(at: worker, to: body(rows))
        }
        initializedCount = workers
    }
}
