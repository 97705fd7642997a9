/// The entrances to the station, and the cookie of visitors of the demonstration.
package enum Entrance {
    /// Where people and programs sign in.
    package static let signIn = "/sign-in"
    /// Where people authenticate again.
    package static let confirmation = "/confirm"
    /// The first page for browsers without access.
    static let welcome = "/welcome"
    /// The cookie of browsers that view the demonstration.
    static let demonstrationCookie = "demonstration"

    /// - Parameter next: The requested screen.
    static func toSignIn(next: String) -> String { next == "/" ? signIn : "\(signIn)?next=\(next.queryEncoded)" }

    /// - Parameter next: The screen to continue with.
    static func toConfirmation(next: String) -> String { "\(confirmation)?next=\(next.queryEncoded)" }
}

extension String {
    /// Encodes a path for a query. The station's paths only have plain characters.
    var queryEncoded: String {
        [("%", "%25"), ("&", "%26"), ("#", "%23"), ("+", "%2B")].reduce(self) { $0.replacing($1.0, with: $1.1) }
    }
}
