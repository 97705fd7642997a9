/// What is known of who uses the station, and of the station itself.
public struct ProfileFacts: Hashable, Sendable {
    /// How somebody came to use the station.
    public enum Person: Hashable, Sendable {
        /// At the machine on which the station runs, which asks for nothing.
        case ownMachine
        /// By the station's token.
        case token
        /// A device that was activated.
        case device(name: String, activated: String)
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
        case .ownMachine: (title, subtitle) = ("This computer", "The station runs here, and lets nobody else in.")
        case .token: (title, subtitle) = ("This browser", "Signed in with the station’s token.")
        case .device(let name, let activated): (title, subtitle) = (name, "Activated \(activated)")
        }
        self.sections = sections
    }
}
