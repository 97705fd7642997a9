import Hummingbird
import StationRules
import Synchronization

/// Where other machines reach a station.
package final class StationReach: Sendable {
    private struct Ports {
        var station: Int
        var join: Int
    }

    let names: StationNames
    private let encryption: StationEncryption
    /// Those that were asked for, until the ports are open.
    private let ports: Mutex<Ports>

    /// - Parameter names: Those of the station.
    init(_ names: StationNames, encryption: StationEncryption, port: Int, joinPort: Int) {
        self.names = names
        self.encryption = encryption
        ports = Mutex(Ports(station: port, join: joinPort))
    }

    func opened(port: Int) { ports.withLock { $0.station = port } }
    func opened(joinPort: Int) { ports.withLock { $0.join = joinPort } }

    /// The station's own addresses.
    var addresses: StationAddresses {
        names.addresses(scheme: encryption.scheme, port: ports.withLock { $0.station })
    }

    /// The addresses of the page that tells devices how to trust the station; `nil` where there is nothing to tell.
    var joinPages: StationAddresses? {
        encryption == .own ? names.addresses(scheme: "http", port: ports.withLock { $0.join }) : nil
    }

    /// The station's address by the name that a request was sent to.
    func origin(host authority: String) -> String {
        StationAddresses.origin(
            scheme: encryption.scheme, host: StationAddresses.host(of: authority), port: ports.withLock { $0.station })
    }
}

extension StationReach? {
    /// The station's address for other machines: by the name that a request was sent to, if they can use it.
    func origin(forOthers request: Request, _ context: StationContext) -> String {
        let used = request.origin(context)
        return self?.addresses.forOthers(using: used) ?? used
    }
}
