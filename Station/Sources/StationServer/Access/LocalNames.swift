import Glibc

/// By which names and addresses this machine can be called.
enum LocalNames {
    /// Whether nobody but this machine can call the address.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// The machine's name, with and without the local network's ending, and the addresses of all of its interfaces, as they
    /// stand in an address.
    static func all() -> [String] {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return addresses() }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return [text, "\(text).local"] + addresses()
    }

    /// How a host is named in an address that people open; of one that stands for all addresses, the machine's name.
    static func shown(_ host: String) -> String {
        if host == "0.0.0.0" || host == "::" { return all().first ?? host }
        return host.contains(":") ? "[\(host)]" : host
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
