/// What browsers without access see first.
public enum WelcomeVariant: String, Hashable, Sendable, CaseIterable {
    /// All ways in.
    case standard
    /// Set up by who runs the station: the sign-in at once.
    case preconfigured
    /// A link that was sent.
    case link
    /// The station is looked for by its name.
    case discovery
    /// A code to scan.
    case code

    package enum Way: String, Hashable, Sendable, CaseIterable {
        case code
        case link
        case name
        case signIn
        case demonstration
    }

    /// The ways that are offered, the first one emphasized.
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

/// A station that is looked for by its name in the network.
package enum StationDiscovery {
    package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case noName

        package var description: String {
            localized("Enter the name of the machine, such as scanner or scanner.local.")
        }
    }

    /// The address of a station by the name of its machine, in the network alone: other sites are not led to.
    /// - Parameter port: That the own station has.
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
