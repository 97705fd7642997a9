import FoundationEssentials
import Logging
import StationRules
import StationStore

/// Measures the storage used by the library. Because that takes long with many files, results are stored per day.
struct StorageMeter: Sendable {
    let library: Library
    let clocks: StationClocks

    /// Returns today's measurement; measures now if there is none.
    func bytes(at now: Date) async throws -> Int {
        if let known = try library.storage(on: Day(now, in: clocks.current.calendar)) { return known }
        return try await measure(at: now).bytes
    }

    func measure(at now: Date = .now) async throws -> (files: Int, bytes: Int) {
        let library = library
        let measured = try await CPUWorkQueue.shared.run { try library.storedFiles() }
        try library.keepStorage(bytes: measured.bytes, on: Day(now, in: clocks.current.calendar))
        return measured
    }

    /// Measures regularly until the task is canceled.
    func run(every pause: Duration = .seconds(3600), logger: Logger) async {
        repeat {
            do { _ = try await measure() } catch { logger.error("the storage was not measured: \(error)") }
        } while (try? await Task.sleep(for: pause)) != nil
    }
}
