import Dispatch
import Hummingbird
import Logging
import RectoCore
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs a station's application until the program is told to end, and then for a limited time: what has arrived is answered, long
/// connections are told goodbye, and what goes on after that is given up. All that was answered is on the disk already.
struct StationService<Application: ApplicationProtocol>: Service {
    /// The station is over by then in any case, two seconds after it was told to.
    private static var deadline: Duration { .milliseconds(1700) }

    let application: Application
    /// What runs and ends beside it.
    let others: [any Service]
    /// Ends the program. Called only if something hangs.
    let giveUp: @Sendable () -> Void
    private let watchdog = Watchdog()

    init(_ application: Application, beside others: [any Service], giveUp: @escaping @Sendable () -> Void) {
        self.application = application
        self.others = others
        self.giveUp = giveUp
    }

    /// Runs until SIGTERM or SIGINT. ``end()`` is to be called afterwards, when everything else has ended too.
    func runUntilSignal() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [self], gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
        configuration.maximumGracefulShutdownDuration = EndHandler.patience
        do { try await ServiceGroup(configuration: configuration).run() } catch {
            // What is cancelled at the end may say so.
            guard watchdog.isRunning else { throw error }
        }
    }

    /// Nothing hangs.
    func end() { watchdog.stop() }

    func run() async throws {
        try await withGracefulShutdownHandler {
            // All at once: a service group would end one after the other.
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

/// Acts after a time unless it is stopped, on a thread that nothing else uses.
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
