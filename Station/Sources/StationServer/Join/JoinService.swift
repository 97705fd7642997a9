import Hummingbird
import ServiceLifecycle
import StationRules
import Synchronization

/// Serves the page with instructions for trusting the station, on a separate port.
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

/// Counts the open ports of a station.
final class Opening: Sendable {
    private let missing: Mutex<Int>

    init(_ ports: Int) { missing = Mutex(ports) }

    /// Counts another port.
    /// - Returns: Whether all ports are open now.
    func isComplete() -> Bool {
        missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
    }
}
