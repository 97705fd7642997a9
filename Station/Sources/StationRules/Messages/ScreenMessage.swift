/// One of several messages of a screen.
public struct ScreenMessage: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case error
        case warning
        case information

        /// Of Bootstrap's icons.
        public var icon: String {
            switch self {
            case .error: "exclamation-triangle"
            case .warning: "exclamation-circle"
            case .information: "info-circle"
            }
        }

        func count(_ number: Int) -> String {
            switch self {
            case .error: number == 1 ? "1 error" : "\(number) errors"
            case .warning: number == 1 ? "1 warning" : "\(number) warnings"
            case .information: number == 1 ? "1 note" : "\(number) notes"
            }
        }
    }

    public let kind: Kind
    public let text: String
    /// What is to be corrected: the identifier of the form's field, and what it is called.
    public let field: String?
    public let label: String?

    public init(_ kind: Kind, _ text: String, field: String? = nil, label: String? = nil) {
        self.kind = kind
        self.text = text
        self.field = field
        self.label = label
    }
}

/// Several messages of a screen: an overview of them in a banner, and the messages themselves where they are asked for.
public struct ScreenMessages: Hashable, Sendable {
    /// The gravest first, else in the order in which they came.
    public let messages: [ScreenMessage]

    /// Nothing where there are not several: one stands at its field alone.
    public init?(_ messages: [ScreenMessage]) {
        guard messages.count > 1 else { return nil }
        self.messages = ScreenMessage.Kind.allCases.flatMap { kind in messages.filter { $0.kind == kind } }
    }

    /// How many there are of each kind: "2 errors, 1 warning".
    public var overview: String {
        ScreenMessage.Kind.allCases.compactMap { kind in
            let number = messages.count { $0.kind == kind }
            return number > 0 ? kind.count(number) : nil
        }.joined(separator: ", ")
    }
}

/// Whose an error is.
public enum ErrorLevel: String, Hashable, Codable, Sendable, CaseIterable {
    /// The station's: its disk, its library, its program. Whoever uses it can wait, or look after the station.
    case app
    /// Of what was entered, chosen or asked for: it can be corrected, or something else be done.
    case user

    /// Of Bootstrap's icons.
    public var icon: String {
        switch self {
        case .app: "x-octagon"
        case .user: "exclamation-triangle"
        }
    }

    /// - Parameter status: Of an answer, by HTTP (RFC 9110, section 15.6).
    public init(status: Int) { self = (500...599).contains(status) ? .app : .user }
}
