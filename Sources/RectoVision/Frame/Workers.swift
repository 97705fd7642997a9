import Dispatch

/// Calls `body` for each worker's number; all but a single one run at the same time.
func forEachWorker(_ count: Int, _ body: @Sendable (Int) -> Void) {
    if count == 1 { body(0) } else { DispatchQueue.concurrentPerform(iterations: count, execute: body) }
}

/// Calls `body` for parts of `count` rows of nearly the same length, each with its worker's number, at the same time.
func forEachShare(of count: Int, workers: Int, _ body: @Sendable (_ rows: Range<Int>, _ worker: Int) -> Void) {
    forEachWorker(workers) { body(count * $0 / workers..<count * ($0 + 1) / workers, $0) }
}

/// What `body` makes of parts of `count` rows of nearly the same length at the same time, from the first part on.
func mapShares<Part>(of count: Int, workers: Int, _ body: @Sendable (_ rows: Range<Int>) -> Part) -> [Part] {
    [Part](unsafeUninitializedCapacity: workers) { parts, initializedCount in
        // SAFETY: each worker writes its own part.
        nonisolated(unsafe) let parts = parts
        forEachShare(of: count, workers: workers) { rows, worker in parts.initializeElement(at: worker, to: body(rows))
        }
        initializedCount = workers
    }
}
