import Dispatch
import Hummingbird
import Logging
import RectoCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs a station's application until the program is asked to stop. Within a time limit, requests that have arrived
/// are answered and long-lived connections are closed; the rest is abandoned. Everything that was answered is already
/// on disk.
struct StationService<Application: ApplicationProtocol>: Service {
    /// The time limit for stopping, below the total of two seconds.
    private static var deadline: Duration { .milliseconds(1700) }

    let application: Application
    /// The other services that run and stop with it.
    let others: [any Service]
    /// Ends the program. Called only if something hangs.
    let giveUp: @Sendable () -> Void
    private let watchdog = Watchdog()

    init(_ application: Application, beside others: [any Service], giveUp: @escaping @Sendable () -> Void) {
        self.application = application
        self.others = others
        self.giveUp = giveUp
    }

    /// Runs until SIGTERM or SIGINT. Call ``end()`` afterwards, when everything else has ended.
    func runUntilSignal() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
        configuration.maximumGracefulShutdownDuration = EndHandler.patience
        do { try await ServiceGroup(configuration: configuration).run() } catch {
            // Canceled tasks may throw at the end.
            guard watchdog.isRunning else { throw error }
        }
    }

    /// Stops the watchdog, because nothing hangs.
    func end() { watchdog.stop() }

    func run() async throws {
        try await withGracefulShutdownHandler {
            // Run all concurrently, because a service group would stop one after the other.
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await application.run() }
                for other in others { tasks.addTask { try await other.run() } }
                try await tasks.waitForAll()
            }
        } onGracefulShutdown: {
            watchdog.start(Self.deadline, giveUp)
        }
    }
}

/// Calls a function after a time unless it is stopped, on a dedicated thread.
private final class Watchdog: Sendable {
    private enum State {
        case idle
        case running
        case stopped
    }

    private let state = Mutex(State.idle)

    var isRunning: Bool { state.withLock { $0 == .running } }

    func start(_ time: Duration, _ act: @escaping @Sendable () -> Void) {
        state.withLock { $0 = .running }
        DispatchQueue(label: "watchdog").asyncAfter(deadline: .now() + time.inSeconds) {
            if self.isRunning { act() }
        }
    }

    func stop() { state.withLock { $0 = .stopped } }
}
