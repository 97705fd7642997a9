package import StationRules
import Synchronization

/// The names and addresses at which a station may be reached, as they are now.
package final class StationNames: Sendable {
    private let host: String
    private let given: [String]
    private let isLocal: Bool
    private let read: @Sendable () -> [String]
    private let local: Mutex<[String]>

    /// - Parameters:
    ///   - host: The address that the station listens on.
    ///   - given: Further names that other machines use.
    ///   - read: Finds the machine's names and addresses.
    package init(listening host: String, given: [String], read: @escaping @Sendable () -> [String] = LocalNames.all) {
        self.host = host
        self.given = given
        self.read = read
        isLocal = StationAddresses.isLoopback(host)
        local = Mutex(isLocal ? [] : read())
    }

    /// Looks which the machine has now: a network may give it others at any time.
    package func refresh() {
        guard !isLocal else { return }
        let found = read()
        local.withLock { $0 = found }
    }

    /// As URLs spell them.
    package var all: [String] {
        ["localhost", "127.0.0.1", "[::1]", host] + (isLocal ? [] : local.withLock { $0 } + given)
    }

    /// Those that a certificate may hold, each once.
    package var certified: [CertificateName] {
        var seen: Set<CertificateName> = []
        return all.filter { $0 != "0.0.0.0" && $0 != "::" }.compactMap { CertificateName($0) }
            .filter { seen.insert($0).inserted }
    }

    /// What other machines open.
    package func addresses(scheme: String, port: Int) -> StationAddresses {
        StationAddresses(
            scheme: scheme, host: host, given: isLocal ? [] : given, local: local.withLock { $0 }, port: port)
    }
}
