import Glibc

/// Reports a service's state to systemd (`sd_notify(3)`). Does nothing if systemd did not start the program.
struct ServiceNotifier {
    private let address: sockaddr_un?
    private let addressLength: socklen_t
    private let descriptor: Int32
    /// The interval of watchdog notifications: half of what the service's unit allows.
    private let interval: Duration?
    private var lastNotification = ContinuousClock.now

    init(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        let made = environment("NOTIFY_SOCKET").flatMap(Self.address)
        (address, addressLength) = (made?.address, made?.length ?? 0)
        descriptor = made == nil ? -1 : socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        // Only one process has to notify the watchdog.
        let isMeant = environment("WATCHDOG_PID").map { Int32($0) == getpid() } ?? true
        let microseconds = environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
        interval = isMeant && microseconds > 0 ? .microseconds(microseconds / 2) : nil
    }

    func ready() { send("READY=1") }
    func stopping() { send("STOPPING=1") }
    func status(_ text: String) { send("STATUS=\(text)") }

    /// Notifies the watchdog if it is due.
    mutating func notifyWatchdog() {
        guard let interval, ContinuousClock.now - lastNotification >= interval else { return }
        lastNotification = .now
        send("WATCHDOG=1")
    }

    /// Messages that nobody receives are dropped.
    private func send(_ message: String) {
        guard descriptor >= 0, var address else { return }
        let bytes = Array(message.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), $0, addressLength)
            }
        }
    }

    /// Parses a path, or an abstract name that starts with `@`.
    private static func address(_ name: String) -> (address: sockaddr_un, length: socklen_t)? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        guard isAbstract || bytes.first == UInt8(ascii: "/") else { return nil }
        if isAbstract { bytes[0] = 0 }
        let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return (address, socklen_t(start + bytes.count + (isAbstract ? 0 : 1)))
    }
}
