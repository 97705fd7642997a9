import Glibc

/// A name in a certificate: a host name or an IP address.
package enum CertificateName: Hashable, Sendable {
    /// A host name in lower case.
    case host(String)
    case address(String)

    /// - Parameter host: A host in URL syntax, with brackets around an IPv6 address.
    /// - Returns: `nil` for names not allowed in certificates, such as link-local addresses.
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

    /// Whether the text is a host name. Source: RFC 1123, section 2.1.
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

/// The host names for which an authority may issue certificates. A thief of its key can only impersonate these. IP
/// addresses are not limited: those of a machine change, and trusted websites have names.
package struct NameScope: Hashable, Sendable {
    /// The permitted names. A name includes its subdomains (RFC 5280, section 4.2.1.10).
    package let hosts: [String]

    package init(hosts: [String]) { self.hosts = hosts }

    /// Creates the scope of a new authority: its machine's names, and the names that only exist in local networks
    /// (RFC 6762).
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

/// The validity period of a certificate, in seconds since 1970.
package struct CertificateTerm: Hashable, Sendable {
    package let from: Int64
    package let until: Int64

    private static let day: Int64 = 86_400
    /// The time by which the start is backdated, because the clocks of other devices may be slow.
    private static let backdating = day
    /// The time before expiry at which a certificate is renewed, so that a station that was off for a while restarts
    /// with a valid one.
    private static let renewal = 30 * day

    package init(from: Int64, until: Int64) {
        self.from = from
        self.until = until
    }

    /// Returns a long validity, because users have to make their devices trust an authority.
    package static func ofAuthority(at time: Int64) -> CertificateTerm {
        CertificateTerm(from: time - backdating, until: time + 3650 * day)
    }

    /// Returns a short validity: phones refuse server certificates valid for more than 397 days, and renewal costs
    /// nothing.
    package static func ofServer(at time: Int64) -> CertificateTerm {
        CertificateTerm(from: time - backdating, until: time + 90 * day)
    }

    /// Whether to replace a server certificate: it expires soon, or was issued while the clock was wrong.
    package func isDue(at time: Int64) -> Bool { time < from || time > until - Self.renewal }

    /// Whether a server certificate issued now would be within this period.
    package func coversServer(at time: Int64) -> Bool {
        let server = Self.ofServer(at: time)
        return server.from + Self.backdating >= from && server.until <= until
    }
}
