import FoundationEssentials
import Logging
package import StationRules
package import StationStore

/// Files new documents by rules as soon as their text has been read.
package struct RuleFiling: Sendable {
    let library: Library
    let clock: @Sendable () -> StationClock
    /// The pause after an error of the library, such as a full disk.
    let errorPause: Duration

    /// The number of failures after which a document waits until something changes again.
    private static let maximumFailures = 2

    package init(
        library: Library, clock: @escaping @Sendable () -> StationClock, errorPause: Duration = .seconds(30)
    ) {
        (self.library, self.clock, self.errorPause) = (library, clock, errorPause)
    }

    /// Files until the task is canceled.
    /// - Parameter changes: Signals that a document may be complete.
    package func run(after changes: [AsyncStream<Void>]) async {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Some may be waiting since before.
        waker.yield()
        await withTaskGroup { tasks in
            for stream in changes { tasks.addTask { for await _ in stream { waker.yield() } } }
            for await _ in wakes { await fileAll() }
            tasks.cancelAll()
        }
    }

    /// Files all that wait, except for those that failed repeatedly.
    private func fileAll() async {
        var failures: [Int64: Int] = [:]
        while !Task.isCancelled {
            var document: Int64?
            do {
                let failed = failures.filter { $0.value >= Self.maximumFailures }.keys
                document = try library.nextDocumentToFile(except: Set(failed))
                guard let document else { return }
                _ = try library.fileNewDocument(document, clock: clock(), at: .now)
                // Other tasks use the same threads.
                await Task.yield()
            } catch {
                if let document { failures[document, default: 0] += 1 }
                Logger(label: "rules").error("rules: \(error)")
                try? await Task.sleep(for: errorPause)
            }
        }
    }
}
