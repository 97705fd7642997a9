/// The addresses at which other machines reach a station.
package struct StationAddresses: Hashable, Sendable {
    /// URLs without a path, most likely to work first.
    package let origins: [String]

    /// - Parameters:
    ///   - host: The host that the station listens on.
    ///   - given: The configured names of the station.
    ///   - local: The machine's names and addresses.
    package init(scheme: String, host: String, given: [String], local: [String], port: Int) {
        let listening = Self.isLoopback(host) ? [] : [Self.urlHost(host)]
        let found = local.sorted { Self.rank($0) < Self.rank($1) }.filter { Self.isReachable($0) }
        let hosts = given.map { Self.urlHost($0) } + (Self.isWildcard(host) ? found : listening)
        var seen: Set<String> = []
        origins = hosts.map { $0.lowercased() }.filter { seen.insert($0).inserted }
            .map { Self.origin(scheme: scheme, host: $0, port: port) }
    }

    /// Returns the address to give to others: the one in use, unless only this machine can use it.
    /// - Parameter origin: The origin that a browser on this or another machine uses.
    package func forOthers(using origin: String) -> String? {
        let host = CertificateName(Self.host(of: origin))
        let isLocal = host.map { Self.isLoopback($0) } ?? true
        return isLocal ? origins.first : origin
    }

    /// Whether a host is only reachable from this machine.
    package static func isLoopback(_ host: String) -> Bool { CertificateName(host).map { isLoopback($0) } ?? false }

    package static func origin(scheme: String, host: String, port: Int) -> String {
        let isUsual = (scheme == "https" && port == 443) || (scheme == "http" && port == 80)
        return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
    }

    /// The host of an origin or an authority, with the brackets of an IPv6 address.
    package static func host(of origin: String) -> String {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }

    private static func isWildcard(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// Returns the host in URL syntax, with brackets around an IPv6 address.
    package static func urlHost(_ host: String) -> String {
        host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    }

    /// Whether to offer a host. IPv6 addresses are too long to type, and often change.
    private static func isReachable(_ host: String) -> Bool {
        guard let name = CertificateName(host), !isLoopback(name) else { return false }
        guard case .address(let address) = name else { return true }
        return !address.contains(":") && !address.hasPrefix("169.254.")
    }

    /// Returns the rank of a host: IP addresses work in every network, names ending in `.local` in most, bare names
    /// in some.
    private static func rank(_ host: String) -> Int {
        switch CertificateName(host) {
        case .address: 0
        case .host(let name) where name.hasSuffix(".local"): 1
        default: 2
        }
    }

    private static func isLoopback(_ name: CertificateName) -> Bool {
        switch name {
        case .host(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .address(let address): ClientAddress(address)?.isLoopback == true
        }
    }
}
