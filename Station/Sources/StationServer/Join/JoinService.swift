import Hummingbird
import ServiceLifecycle
import StationRules
import Synchronization

/// Serves the page that tells devices how to trust the station, on a port of its own.
struct JoinService<Application: ApplicationProtocol>: Service {
    /// The port cannot be used.
    struct Failure: Error, CustomStringConvertible {
        let port: Int
        let reason: String

        var description: String { "--join-port \(port): \(reason)" }
    }

    let port: Int
    let application: Application

    func run() async throws {
        do { try await application.run() } catch { throw Failure(port: port, reason: "\(error)") }
    }
}

/// Counts the ports of a station that are open.
final class Opening: Sendable {
    private let missing: Mutex<Int>

    init(_ ports: Int) { missing = Mutex(ports) }

    /// Counts one more.
    /// - Returns: Whether it was the last one.
    func isComplete() -> Bool {
        missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
    }
}
