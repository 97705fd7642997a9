package import StationIdentity

/// Who sends a request.
package enum Visitor: Hashable, Sendable {
    /// Somebody who has not signed in.
    case stranger
    /// A browser that may use the station, which has people, while none of them has signed in there.
    case known
    /// A program with the token. Where the station has no people, also a browser that signed in, and an activated device; and
    /// everybody where only this machine can reach it.
    case signedIn
    case person(PersonVisit)

    /// Whom a request is answered for. Everything that is not a request is done by the station itself.
    @TaskLocal package static var current = Visitor.signedIn

    /// Whether the visitor may use anything beyond what is open to anyone.
    package var isSignedIn: Bool {
        switch self {
        case .stranger, .known: false
        case .signedIn, .person: true
        }
    }

    package var person: PersonVisit? {
        if case .person(let visit) = self { visit } else { nil }
    }

    /// Whether the visitor may do something, at once or after they have shown again who they are.
    package func may(_ permission: Permission) -> Bool {
        switch verdict(on: permission) {
        case .allowed, .askAgain: true
        case .signIn, .refused: false
        }
    }

    /// Whether the visitor may do something now.
    package func verdict(on permission: Permission) -> AccessVerdict {
        switch self {
        case .stranger, .known: .signIn
        case .signedIn: .allowed
        case .person(let visit):
            switch PermissionRule.verdict(on: permission, of: visit.role, isFresh: visit.isFresh) {
            case .allowed: .allowed
            case .askAgain: .askAgain
            case .refused: .refused
            }
        }
    }
}

/// Somebody who has signed in with a passcode or a passkey, as their session tells.
package struct PersonVisit: Hashable, Sendable {
    package let person: Int64
    package let name: String
    package let role: Role
    /// Whether they have shown who they are shortly before.
    package let isFresh: Bool

    package init(person: Int64, name: String, role: Role, isFresh: Bool) {
        (self.person, self.name, self.role, self.isFresh) = (person, name, role, isFresh)
    }
}

/// What follows for a visitor from what a route is for.
package enum AccessVerdict: Hashable, Sendable {
    case allowed
    /// Nobody has signed in.
    case signIn
    /// Allowed as soon as the person has shown again who they are.
    case askAgain
    /// Not for the person's role.
    case refused
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
        case .signedIn: visitor.isSignedIn
        case .scanningPrograms: opensScanner || visitor.isSignedIn
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
