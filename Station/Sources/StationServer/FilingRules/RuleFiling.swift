import FoundationEssentials
import Logging
import StationStore

/// Files new documents by rules as soon as their text has been read.
struct RuleFiling: Sendable {
    let library: Library
    let clocks: StationClocks

    /// The pause after an error of the library, such as a full disk.
    private static let errorPause = Duration.seconds(30)

    /// Files until the task is canceled.
    /// - Parameter changes: Signals that a document may be complete.
    func run(after changes: [AsyncStream<Void>]) async {
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // Some may be waiting since before.
        waker.yield()
        await withTaskGroup { tasks in
            for stream in changes { tasks.addTask { for await _ in stream { waker.yield() } } }
            for await _ in wakes { await fileAll() }
            tasks.cancelAll()
        }
    }

    private func fileAll() async {
        do {
            while try !Task.isCancelled && library.fileNextDocument(clock: clocks.current, at: .now) != nil {}
        } catch {
            Logger(label: "rules").error("rules: \(error)")
            try? await Task.sleep(for: Self.errorPause)
        }
    }
}
