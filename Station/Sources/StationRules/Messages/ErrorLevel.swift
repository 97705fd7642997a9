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
