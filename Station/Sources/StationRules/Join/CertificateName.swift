import Glibc

/// What a certificate is for: a host name, or an address.
package enum CertificateName: Hashable, Sendable {
    /// In lower case.
    case host(String)
    case address(String)

    /// - Parameter host: As in a URL, with brackets around an IPv6 address.
    /// - Returns: `nil` for what no certificate may hold, such as an address that holds only on one interface.
    package init?(_ host: some StringProtocol) {
        let text = host.lowercased()
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if Self.isAddress(bare) {
            self = .address(bare)
        } else if Self.isHost(text) {
            self = .host(text)
        } else {
            return nil
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
    }

    /// Source: RFC 1123, section 2.1.
    private static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy {
                        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                            || $0 == UInt8(ascii: "-")
                    }
            }
    }
}

/// The host names that an authority may vouch for. Whoever steals its key can pose as these alone. Addresses are not limited: those of
/// a machine change, and what people trust on the web has names.
package struct NameScope: Hashable, Sendable {
    /// A name stands for those below it, too (RFC 5280, section 4.2.1.10).
    package let hosts: [String]

    package init(hosts: [String]) { self.hosts = hosts }

    /// For a new authority: its machine's names, and those that only a local network has (RFC 6762).
    package init(of names: [CertificateName]) {
        var hosts = ["localhost", "local"]
        for case .host(let name) in names where !NameScope(hosts: hosts).covers(.host(name)) { hosts.append(name) }
        self.hosts = hosts
    }

    package func covers(_ name: CertificateName) -> Bool {
        guard case .host(let name) = name else { return true }
        return hosts.contains { name == $0 || name.hasSuffix(".\($0)") }
    }
}

/// How long certificates last. Times are seconds since 1970.
package struct CertificateTerm: Hashable, Sendable {
    package let from: Int64
    package let until: Int64

    private static let day: Int64 = 86_400
    /// Clocks of other devices may be behind.
    private static let backdating = day
    /// Before it ends, so that a station that was off for a while comes back with a new one.
    private static let renewal = 30 * day

    package init(from: Int64, until: Int64) {
        self.from = from
        self.until = until
    }

    /// Devices have to be told to trust an authority, so it lasts.
    package static func ofAuthority(at time: Int64) -> CertificateTerm {
        CertificateTerm(from: time - backdating, until: time + 3650 * day)
    }

    /// Phones refuse a certificate of a server that lasts longer than 397 days. A new one costs nothing.
    package static func ofServer(at time: Int64) -> CertificateTerm {
        CertificateTerm(from: time - backdating, until: time + 90 * day)
    }

    /// Whether a certificate of a server is to be replaced: soon over, or made while the clock was wrong.
    package func isDue(at time: Int64) -> Bool { time < from || time > until - Self.renewal }

    /// Whether a certificate that is made now lies within.
    package func coversServer(at time: Int64) -> Bool {
        let server = Self.ofServer(at: time)
        return server.from + Self.backdating >= from && server.until <= until
    }
}
