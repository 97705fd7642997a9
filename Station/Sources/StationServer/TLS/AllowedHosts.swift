import Glibc
package import HTTPTypes
package import StationRules

/// The host names under which the station may be reached.
package struct AllowedHosts: Sendable {
    private let names: StationNames

    package init(_ names: StationNames) { self.names = names }

    package func allow(_ authority: String?) -> Bool {
        guard let authority else { return false }
        let name = StationAddresses.host(of: authority).lowercased()
        return names.all.contains { $0.lowercased() == name }
    }

    /// Whether a page of the station sent a request. Browsers report this; other programs send neither header and are
    /// allowed.
    /// - Parameter isEncrypted: Whether the request came by TLS. Then a page without TLS is another site. Behind a proxy it may
    ///   have come by TLS even if the proxy does not report it.
    package func isOwn(_ headers: HTTPFields, authority: String?, isEncrypted: Bool) -> Bool {
        if let site = headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = headers[.origin] else { return true }
        guard let authority else { return false }
        return (isEncrypted ? ["https"] : ["https", "http"]).contains {
            origin.lowercased() == "\($0)://\(authority.lowercased())"
        }
    }

    /// Returns the site that a request comes from, as reported by the browser.
    package func site(of headers: HTTPFields, authority: String?, isEncrypted: Bool) -> RequestSite {
        if isOwn(headers, authority: authority, isEncrypted: isEncrypted) { return .own }
        return headers[.fetchMode] == "navigate" && headers[Self.fetchDestination] == "document" ? .link : .foreign
    }

    static let fetchSite = HTTPField.Name.known("Sec-Fetch-Site")
    static let fetchDestination = HTTPField.Name.known("Sec-Fetch-Dest")
}

/// The names and addresses of this machine.
package enum LocalNames {
    /// Returns the machine's name, with and without `.local`, and the addresses of its interfaces in URL syntax.
    @Sendable package static func all() -> [String] {
        (machine.map { [$0, "\($0).local"] } ?? []) + addresses()
    }

    /// The machine's name, if it has one.
    static var machine: String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func addresses() -> [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var entry = list
        while let interface = entry {
            if let address = interface.pointee.ifa_addr { found += text(of: address) }
            entry = interface.pointee.ifa_next
        }
        return found
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> [String] {
        let isIPv6 = address.pointee.sa_family == sa_family_t(AF_INET6)
        guard isIPv6 || address.pointee.sa_family == sa_family_t(AF_INET) else { return [] }
        let size = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
            return []
        }
        let number = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return [isIPv6 ? "[\(number)]" : number]
    }
}
