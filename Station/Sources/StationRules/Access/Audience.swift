package import StationIdentity

/// The sender of a request.
package enum Visitor: Hashable, Sendable {
    /// A visitor who has not signed in.
    case stranger
    /// A browser that may use a station with people, but where none of them has signed in.
    case known
    /// A program with the token. On a station without people also a signed-in browser or an activated device, and
    /// everybody if only this machine can reach the station.
    case signedIn
    /// A program with a token of its own.
    case program(ProgramScope)
    case person(PersonVisit)

    /// The visitor whose request is being answered. Work outside of requests is done by the station itself.
    @TaskLocal package static var current = Visitor.signedIn

    /// Whether the visitor may use more than what is public.
    package var isSignedIn: Bool {
        switch self {
        case .stranger, .known: false
        case .signedIn, .program, .person: true
        }
    }

    package var person: PersonVisit? {
        if case .person(let visit) = self { visit } else { nil }
    }

    /// Whether the visitor may perform an action, now or after authenticating again.
    package func may(_ permission: Permission) -> Bool {
        switch verdict(on: permission) {
        case .allowed, .askAgain: true
        case .signIn, .refused: false
        }
    }

    /// Whether the visitor may perform an action now.
    package func verdict(on permission: Permission) -> AccessVerdict {
        switch self {
        case .stranger, .known: .signIn
        case .signedIn: .allowed
        case .program(let scope): scope.permits(permission) ? .allowed : .refused
        case .person(let visit):
            switch PermissionRule.verdict(on: permission, of: visit.role, isFresh: visit.isFresh) {
            case .allowed: .allowed
            case .askAgain: .askAgain
            case .refused: .refused
            }
        }
    }
}

/// A person who signed in with a passcode or a passkey, according to the session.
package struct PersonVisit: Hashable, Sendable {
    package let person: Int64
    package let name: String
    package let role: Role
    /// Whether the person authenticated recently.
    package let isFresh: Bool

    package init(person: Int64, name: String, role: Role, isFresh: Bool) {
        (self.person, self.name, self.role, self.isFresh) = (person, name, role, isFresh)
    }
}

/// The result of checking a visitor against a route's audience.
package enum AccessVerdict: Hashable, Sendable {
    case allowed
    /// The visitor has to sign in.
    case signIn
    /// Allowed after the person authenticates again.
    case askAgain
    /// The person's role does not permit it.
    case refused
}

/// The visitors who may use a route.
package enum Audience: String, Hashable, Sendable, CaseIterable {
    case anyone = "Anyone"
    case signedIn = "Signed in"
    /// Scanning programs cannot sign in, so the station can be configured to admit all of them.
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
    /// A page of the station, the user directly, or a program other than a browser.
    case own
    /// A link on another site that opens the URL in the browser.
    case link
    /// Any other request from another site: forms, scripts, frames, embedded pictures.
    case foreign
}
