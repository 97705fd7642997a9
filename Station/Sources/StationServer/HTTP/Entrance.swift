/// The ways into the station, and the cookie of those who only look at its demonstration.
package enum Entrance {
    /// Where people and programs sign in.
    package static let signIn = "/sign-in"
    /// Where people show again who they are.
    package static let confirmation = "/confirm"
    /// The first page for browsers without access.
    static let welcome = "/welcome"
    /// The cookie of browsers that look at the demonstration.
    static let demonstrationCookie = "demonstration"

    /// - Parameter next: The screen that was asked for.
    static func toSignIn(next: String) -> String { next == "/" ? signIn : "\(signIn)?next=\(next.queryEncoded)" }

    /// - Parameter next: The screen from which they go on.
    static func toConfirmation(next: String) -> String { "\(confirmation)?next=\(next.queryEncoded)" }
}

extension String {
    /// For a value in a query. Paths of the station have plain characters alone.
    var queryEncoded: String {
        [("%", "%25"), ("&", "%26"), ("#", "%23"), ("+", "%2B")].reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
