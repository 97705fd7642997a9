/// Who sends a request.
package enum Visitor: Hashable, Sendable {
    /// Somebody who has not signed in.
    case stranger
    /// A browser that signed in, an activated device, or a program with the token. Where only this machine can reach the station,
    /// everybody is.
    case signedIn
}

/// Who may use a route.
package enum Audience: String, Hashable, Sendable, CaseIterable {
    case anyone = "Anyone"
    case signedIn = "Signed in"
    /// Scanning programs cannot sign in: the station may be told to let all of them in.
    case scanningPrograms = "Signed in; scanning programs with `--open-scanner`"

    /// - Parameter opensScanner: Whether scanning programs need no token.
    package func admits(_ visitor: Visitor, opensScanner: Bool) -> Bool {
        switch self {
        case .anyone: true
        case .signedIn: visitor == .signedIn
        case .scanningPrograms: opensScanner || visitor == .signedIn
        }
    }
}

/// The site of the page that made a browser send a request.
///
/// Source: W3C, "Fetch Metadata Request Headers", and RFC 6454 for the origin.
package enum RequestSite: Hashable, Sendable {
    /// A page of the station, the person, or a program that is no browser.
    case own
    /// A link of another site, which opens the address in the browser.
    case link
    /// Anything else that another site does: forms, scripts, frames, embedded pictures.
    case foreign
}
