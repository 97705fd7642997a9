import FoundationEssentials
package import Logging
package import StationStore

/// Removes expired data, as at startup, because a station may run for months.
package struct Housekeeping: Sendable {
    private let library: Library
    private let pause: Duration
    private let logger: Logger

    package init(_ library: Library, every pause: Duration = .seconds(3600), logger: Logger) {
        self.library = library
        self.pause = pause
        self.logger = logger
    }

    package func run() async {
        while (try? await Task.sleep(for: pause)) != nil { tidy(at: .now) }
    }

    private func tidy(at date: Date) {
        do {
            try library.emptyTrash(at: date)
            try library.forgetRequests(before: date - Library.requestMemory)
        } catch {
            logger.error("expired data was not removed: \(error)")
        }
    }
}
