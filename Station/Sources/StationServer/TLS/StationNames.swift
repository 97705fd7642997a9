package import StationRules
import Synchronization

/// The current names and addresses of a station.
package final class StationNames: Sendable {
    private let host: String
    private let given: [String]
    private let isLocal: Bool
    private let read: @Sendable () -> [String]
    private let local: Mutex<[String]>

    /// - Parameters:
    ///   - host: The address that the station listens on.
    ///   - given: Additional names used by other machines.
    ///   - isLocal: Whether only this machine can reach the station.
    ///   - read: Returns the machine's names and addresses.
    package init(
        listening host: String, given: [String], isLocal: Bool,
        read: @escaping @Sendable () -> [String] = LocalNames.all
    ) {
        self.host = host
        self.given = given
        self.read = read
        self.isLocal = isLocal
        local = Mutex(isLocal ? [] : read())
    }

    /// Reads the machine's current names and addresses, which a network may change at any time.
    package func refresh() {
        guard !isLocal else { return }
        let found = read()
        local.withLock { $0 = found }
    }

    /// All names in URL syntax.
    package var all: [String] {
        ["localhost", "127.0.0.1", "[::1]", host] + (isLocal ? [] : local.withLock { $0 } + given)
    }

    /// The unique names allowed in a certificate.
    package var certified: [CertificateName] {
        var seen: Set<CertificateName> = []
        return all.filter { $0 != "0.0.0.0" && $0 != "::" }.compactMap { CertificateName($0) }
            .filter { seen.insert($0).inserted }
    }

    /// Returns the addresses for other machines.
    package func addresses(scheme: String, port: Int) -> StationAddresses {
        StationAddresses(
            scheme: scheme, host: host, given: isLocal ? [] : given, local: local.withLock { $0 }, port: port)
    }
}
