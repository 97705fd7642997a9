import Hummingbird
import StationRules
import Synchronization

/// The addresses at which other machines reach a station.
package final class StationReach: Sendable {
    private struct Ports {
        var station: Int
        var join: Int
    }

    let names: StationNames
    private let encryption: StationEncryption
    /// The configured ports until the actual ports are open.
    private let ports: Mutex<Ports>

    /// - Parameter names: The station's names.
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

    /// The addresses of the page about trusting the station's authority; `nil` if it is not needed.
    var joinPages: StationAddresses? {
        encryption == .own ? names.addresses(scheme: "http", port: ports.withLock { $0.join }) : nil
    }

    /// Returns the station's origin with the host name of a request.
    func origin(host authority: String) -> String {
        StationAddresses.origin(
            scheme: encryption.scheme, host: StationAddresses.host(of: authority), port: ports.withLock { $0.station })
    }
}

extension StationReach? {
    /// Returns the station's origin for other machines: with the host name of the request, if they can reach it.
    func origin(forOthers request: Request, _ context: StationContext) -> String {
        let used = request.origin(context)
        return self?.addresses.forOthers(using: used) ?? used
    }
}
