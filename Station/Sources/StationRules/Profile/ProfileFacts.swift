/// Facts about the current person and about the station.
public struct ProfileFacts: Hashable, Sendable {
    /// How the person gets access.
    public enum Person: Hashable, Sendable {
        /// On the station's own machine, which needs no token.
        case ownMachine
        /// With the station's token.
        case token
        /// An activated device.
        case device(name: String, activated: String)
        /// A person who signed in.
        case person(name: String, role: String)
        /// A visitor of the demonstration.
        case demonstration
    }

    public struct Fact: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public struct Section: Hashable, Sendable {
        public let title: String
        public let facts: [Fact]

        public init(_ title: String, _ facts: [Fact]) {
            self.title = title
            self.facts = facts
        }
    }

    public let title: String
    public let subtitle: String
    public let sections: [Section]

    public init(_ person: Person, sections: [Section]) {
        switch person {
        case .ownMachine:
            (title, subtitle) = (localized("This computer"), localized("Only this computer can use Recto."))
        case .token: (title, subtitle) = (localized("This browser"), localized("Signed in with the station’s token."))
        case .person(let name, let role): (title, subtitle) = (name, role)
        case .demonstration: (title, subtitle) = (localized("Demonstration"), localized("Sample documents"))
        case .device(let name, let activated): (title, subtitle) = (name, localized("Activated \(activated)"))
        }
        self.sections = sections
    }
}

/// A file size for display: at most three digits, in powers of 1000 (IEC 80000-13).
public struct FileSize: Hashable, Sendable, CustomStringConvertible {
    public let bytes: Int

    public init(bytes: Int) { self.bytes = bytes }

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    public var description: String {
        guard bytes >= 1000 else { return bytes == 1 ? localized("1 byte") : localized("\(bytes) bytes") }
        var (unit, scale) = (0, 1000)
        // Use the unit in which the rounded number is at most 999.
        while unit < Self.units.count - 1, bytes / 5 >= scale / 10 * 1999 {
            unit += 1
            scale *= 1000
        }
        let tenths = (bytes / 10 + scale / 200) / (scale / 100)
        let number =
            tenths < 100 ? Language.current.number(Double(tenths) / 10) : "\((bytes / 10 + scale / 20) / (scale / 10))"
        return "\(number) \(Self.units[unit])"
    }
}
