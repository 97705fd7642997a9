/// A message on a screen that may have several.
public struct ScreenMessage: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case error
        case warning
        case information

        /// The name of a Bootstrap icon.
        public var icon: String {
            switch self {
            case .error: "exclamation-triangle"
            case .warning: "exclamation-circle"
            case .information: "info-circle"
            }
        }

        func count(_ number: Int) -> String {
            switch self {
            case .error: number == 1 ? localized("1 error") : localized("\(number) errors")
            case .warning: number == 1 ? localized("1 warning") : localized("\(number) warnings")
            case .information: number == 1 ? localized("1 note") : localized("\(number) notes")
            }
        }
    }

    public let kind: Kind
    public let text: String
    /// The field to correct: its identifier in the form, and its label.
    public let field: String?
    public let label: String?

    public init(_ kind: Kind, _ text: String, field: String? = nil, label: String? = nil) {
        self.kind = kind
        self.text = text
        self.field = field
        self.label = label
    }
}

/// Several messages of a screen: an overview for a banner, and the messages for its details.
public struct ScreenMessages: Hashable, Sendable {
    /// The messages, most severe first, otherwise in their original order.
    public let messages: [ScreenMessage]

    /// `nil` for fewer than two, because a single message is shown at its field.
    public init?(_ messages: [ScreenMessage]) {
        guard messages.count > 1 else { return nil }
        self.messages = ScreenMessage.Kind.allCases.flatMap { kind in messages.filter { $0.kind == kind } }
    }

    /// The number of messages of each kind: "2 errors, 1 warning".
    public var overview: String {
        ScreenMessage.Kind.allCases.compactMap { kind in
            let number = messages.count { $0.kind == kind }
            return number > 0 ? kind.count(number) : nil
        }.joined(separator: ", ")
    }
}

/// Who can resolve an error.
public enum ErrorLevel: String, Hashable, Codable, Sendable, CaseIterable {
    /// An error of the station: its disk, library or program.
    case app
    /// An error in an entry, a choice or a request, which the user can correct.
    case user

    /// The name of a Bootstrap icon.
    public var icon: String {
        switch self {
        case .app: "x-octagon"
        case .user: "exclamation-triangle"
        }
    }

    /// - Parameter status: An HTTP status (RFC 9110, section 15.6).
    public init(status: Int) { self = (500...599).contains(status) ? .app : .user }
}
