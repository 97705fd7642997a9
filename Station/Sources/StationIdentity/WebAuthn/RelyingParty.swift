/// The reason why passkeys cannot be used at an address.
package enum RelyingPartyError: Error, Hashable, Sendable {
    /// The host is an IP address, but passkeys are bound to names.
    case isNumber(host: String)
    /// Not a valid host name (RFC 1123, section 2.1).
    case isNoName(host: String)
    case noOrigin
    /// Neither `https://` with the name or a subdomain, nor `http://localhost`, with an optional port.
    case unsuitableOrigin(String)
}

/// The station's identity for authenticators: the name that passkeys are bound to, and the origins where they are
/// used.
package struct RelyingParty: Hashable, Sendable {
    /// The host name that passkeys are bound to, in lower case.
    package let id: String
    /// The name that authenticators display.
    package let name: String
    /// The origins where browsers may use the passkeys: scheme, host and port.
    package let origins: Set<String>

    /// - Parameters:
    ///   - host: A host name, which may be `localhost`. IP addresses are refused.
    ///   - origins: Origins in the form that browsers use: in lower case, without a path or a default port.
    package init(host: String, name: String, origins: Set<String>) throws(RelyingPartyError) {
        let id = host.lowercased()
        guard !Self.isNumber(id) else { throw .isNumber(host: host) }
        guard Self.isName(id) else { throw .isNoName(host: host) }
        guard !origins.isEmpty else { throw .noOrigin }
        for origin in origins.sorted() where !Self.isSuitable(origin, id: id) { throw .unsuitableOrigin(origin) }
        (self.id, self.name, self.origins) = (id, name, origins)
    }

    var idHash: Digest { Digest(of: Array(id.utf8)) }

    /// Whether browsers parse the host as an IPv4 address: its last label is a number in any notation of C (WHATWG,
    /// "URL", section 3.5).
    private static func isNumber(_ host: String) -> Bool {
        guard !host.contains(":"), !host.hasPrefix("[") else { return true }
        let labels = host.split(separator: ".")
        guard let last = labels.last else { return false }
        let isHexadecimal = last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
        return isHexadecimal || last.utf8.allSatisfy { digits.contains($0) }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")

    private static func isName(_ host: String) -> Bool {
        1...253 ~= host.utf8.count
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isSuitable(_ origin: String, id: String) -> Bool {
        let parts = origin.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[1].hasPrefix("//") else { return false }
        let host = parts[1].dropFirst(2)
        let isSecure = parts[0] == "https" || (parts[0] == "http" && host == "localhost")
        let isPort = parts.count == 2 || UInt16(parts[2]).map { String($0) == parts[2] } ?? false
        return isSecure && isPort && isName(String(host)) && (host == id || host.hasSuffix(".\(id)"))
    }
}
