import Dispatch
import FoundationEssentials
import Glibc
import StationRules
import StationStore
import Synchronization

/// Announces a service on the local network with Avahi's `avahi-publish` while the station runs. If the program is
/// missing, or its daemon is not running, it is retried after a pause.
///
/// The system kills the program when the station ends for any reason. It uses SIGKILL, because the program inherits
/// the station's blocked signals. Avahi's daemon withdraws the announcements of vanished clients.
final class NetworkAnnouncement: Sendable {
    private let command: [String]
    private let queue = DispatchQueue(label: "announcement")
    /// Signaled when the station ends.
    private let end = DispatchSemaphore(value: 0)
    private let state = Mutex((process: pid_t(0), hasEnded: false))

    private static let pause = DispatchTimeInterval.seconds(30)

    /// - Parameter texts: The TXT records, each as `key=value`.
    private init(_ name: String, _ type: String, port: Int, texts: [String]) {
        command = ["setpriv", "--pdeathsig", "KILL", "--", "avahi-publish", "--service", name, type, "\(port)"] + texts
    }

    /// Announces the station's web pages, so that programs that browse the network find it by name.
    convenience init(stationAt port: Int, isEncrypted: Bool) {
        self.init(
            LocalNames.machine.map { "Recto on \($0)" } ?? "Recto", isEncrypted ? "_https._tcp" : "_http._tcp",
            port: port, texts: ["path=/"])
    }

    /// Announces a camera as a scanner.
    /// - Parameters:
    ///   - path: The path of the scanner's routes.
    ///   - identifier: A UUID that never changes.
    ///   - isEncrypted: Whether it uses TLS.
    convenience init(scanner label: String, path: String, identifier: String, isEncrypted: Bool, port: Int) {
        let formats = ScanFormat.allCases.map(\.rawValue).joined(separator: ",")
        // Source of the keys: "Bonjour Printing Specification" and eSCL.
        self.init(
            "Recto \(label)", isEncrypted ? "_uscans._tcp" : "_uscan._tcp", port: port,
            texts: [
                "txtvers=1", "vers=\(ScannerCapabilities.version)", "rs=\(path)", "ty=Recto \(label)",
                "uuid=\(identifier)",
                "pdl=\(formats)", "cs=binary,grayscale,color", "is=platen", "duplex=F",
            ])
    }

    func start() {
        // A single task until the end, because the process dies with the thread that started it.
        queue.async { [self] in
            repeat { runOnce() } while !hasEnded && end.wait(timeout: .now() + Self.pause) == .timedOut
        }
    }

    func stop() {
        let process = state.withLock {
            $0.hasEnded = true
            return $0.process
        }
        if process > 0 { kill(process, SIGKILL) }
        end.signal()
    }

    private var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Starts the program and waits until it ends.
    private func runOnce() {
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        // Without the program or its daemon, the same message would be repeated forever.
        var silence = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&silence)
        defer { posix_spawn_file_actions_destroy(&silence) }
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&silence, output, "/dev/null", O_WRONLY, 0)
        }
        let isStarted = state.withLock { state in
            guard !state.hasEnded else { return false }
            return posix_spawnp(&state.process, command[0], &silence, nil, &arguments, environ) == 0
        }
        guard isStarted else { return }
        var status: Int32 = 0
        while waitpid(state.withLock { $0.process }, &status, 0) < 0, errno == EINTR {}
        state.withLock { $0.process = 0 }
    }
}

/// Identifies a station's camera among all scanners by a UUID that persists across restarts.
enum ScannerIdentifier {
    static func text(camera: String, folder: String) -> String {
        let machine = FileManager.default.contents(atPath: "/etc/machine-id").map {
            String(decoding: $0, as: UTF8.self)
        }
        // The hash does not reveal the machine's identifier.
        let digits = Array(BlobName(of: Array("scanner \(machine ?? "") \(folder) \(camera)".utf8)).text)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
