/// The first screen for browsers without access.
public enum WelcomeVariant: String, Hashable, Sendable, CaseIterable {
    /// Offers all ways to get access.
    case standard
    /// Configured by the administrator: the sign-in at once.
    case preconfigured
    /// Offers a link that was sent.
    case link
    /// Offers to find the station by its name.
    case discovery
    /// Offers to scan a code.
    case code

    package enum Way: String, Hashable, Sendable, CaseIterable {
        case code
        case link
        case name
        case signIn
        case demonstration
    }

    /// The ways offered, with the emphasized one first.
    package var ways: [Way] {
        switch self {
        case .standard: [.code, .link, .name, .signIn, .demonstration]
        case .preconfigured: []
        case .link: [.link, .demonstration]
        case .discovery: [.name, .demonstration]
        case .code: [.code, .demonstration]
        }
    }

    /// Whether the sign-in is shown instead of a choice.
    package var leadsToSignIn: Bool { self == .preconfigured }
}

/// Finds a station in the network by its name.
package enum StationDiscovery {
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noName

        package var description: String {
            localized("Enter the name of the machine, such as scanner or scanner.local.")
        }
    }

    /// Returns the address of a station from its machine's name, limited to the local network: it never leads to
    /// other sites.
    /// - Parameter port: The port of this station.
    package static func address(named text: String, isEncrypted: Bool, port: Int) throws(Failure) -> String {
        var name = text.asLine.lowercased()
        if name.hasSuffix(".local") { name.removeLast(".local".count) }
        let letters = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard 1...63 ~= name.count, letters, name.first != "-", name.last != "-" else { throw .noName }
        return "\(isEncrypted ? "https" : "http")://\(name).local:\(port)/"
    }
}
