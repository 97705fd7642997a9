import FoundationEssentials
import Logging
import StationRules
import StationStore

/// Measures how much room the library takes. That takes long where there are many files, so it is kept by days.
struct StorageMeter: Sendable {
    let library: Library
    let clocks: StationClocks

    /// What was measured today; now if nothing was.
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

    /// Measures now and then, until the task is cancelled.
    func run(every pause: Duration = .seconds(3600), logger: Logger) async {
        repeat {
            do { _ = try await measure() } catch { logger.error("the storage was not measured: \(error)") }
        } while (try? await Task.sleep(for: pause)) != nil
    }
}
