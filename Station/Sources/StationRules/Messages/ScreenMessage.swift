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
