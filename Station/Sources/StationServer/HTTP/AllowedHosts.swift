package import HTTPTypes

/// The names by which the station may be called.
package struct AllowedHosts: Sendable {
    /// Lower case, without the port.
    private let names: Set<String>

    /// - Parameters:
    ///   - host: The address that the station listens on; this machine's own names are always among them.
    ///   - more: By which other machines call this one.
    package init(listening host: String, _ more: [String] = []) {
        names = Set(["localhost", "127.0.0.1", "[::1]", host.lowercased()] + more.map { $0.lowercased() })
    }

    package func allow(_ authority: String?) -> Bool {
        guard let authority else { return false }
        return names.contains(Self.name(of: authority))
    }

    /// Whether a page of the station itself sent a request: what browsers say, and programs that are none say nothing.
    package func isOwn(_ headers: HTTPFields, authority: String?) -> Bool {
        if let site = headers[Self.fetchSite], site != "same-origin", site != "none" { return false }
        guard let origin = headers[.origin] else { return true }
        guard let authority, let scheme = origin.range(of: "://") else { return false }
        return origin[scheme.upperBound...].lowercased() == authority.lowercased()
    }

    private static let fetchSite = HTTPField.Name.known("Sec-Fetch-Site")

    /// Without the port.
    private static func name(of authority: String) -> String {
        let lowered = authority.lowercased()
        if lowered.hasPrefix("["), let end = lowered.firstIndex(of: "]") { return String(lowered[...end]) }
        return String(lowered.prefix { $0 != ":" })
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? {
        firstRange(of: text)
    }
}
