package import StationIdentity

/// A route: who may use it, from where, and what its answer holds.
package struct RouteRule: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What an answer holds. Its headers follow from this.
    package enum Content: Hashable, Sendable {
        /// A page, or the way to one.
        case page
        /// A page whose address may hold a secret, which no other site is told.
        case secretPage
        /// A page that may use the browser's camera.
        case cameraPage
        /// A page that may ask the browser where it is.
        case placePage
        /// A picture whose address changes with it: by the parameter `v`, or by its whole path.
        case picture(isNamedByPath: Bool = false)
        /// A widget, which pages of other sites may show.
        case widget
        /// A file to save.
        case file
        /// An answer for programs and scripts.
        case data
        /// A part of the station itself, such as a style or a font, and how long browsers keep it, in seconds.
        case asset(seconds: Int)
        /// The engine for browsers: scripts, one of which runs it in a worker, and its module.
        case engine
        /// The script that runs beside the screens, also without the station.
        case worker
        /// A live channel.
        case channel
    }

    /// The largest body that the route reads.
    package enum Body: Hashable, Sendable {
        /// A form, or values as JSON. As many documents as a selection holds fit into it, whatever their numbers.
        case form
        /// A picture.
        case picture
        /// Frames of a film.
        case frames

        /// In bytes.
        package var maximumBytes: Int {
            switch self {
            case .form: 128 << 10
            case .picture: 64 << 20
            case .frames: FrameRequest.maximumBytes + (1 << 20)
            }
        }
    }

    package let method: Method
    /// As the router spells it, such as `/documents/{document}`. That of a live channel ends in `?source` where it is for a camera of
    /// the station.
    package let path: String
    package let audience: Audience
    /// What people need to be allowed; `nil` for what is open to anyone.
    package let permission: Permission?
    package let content: Content
    package let body: Body
    /// Whether it changes something although it is a GET. Then links of other sites do not open it.
    package let hasEffect: Bool

    /// A route for those who have signed in.
    package init(
        _ method: Method, _ path: String, for audience: Audience = .signedIn, to permission: Permission,
        _ content: Content, body: Body = .form, hasEffect: Bool = false
    ) {
        precondition(audience != .anyone, "what is open to anyone needs no permission")
        self.method = method
        self.path = path
        self.audience = audience
        self.permission = permission
        self.content = content
        self.body = body
        self.hasEffect = hasEffect
    }

    /// A route that is open to anyone.
    package init(openTo method: Method, _ path: String, _ content: Content) {
        self.method = method
        self.path = path
        audience = .anyone
        permission = nil
        self.content = content
        body = .form
        hasEffect = false
    }

    /// Whether a visitor may use the route now.
    /// - Parameter opensScanner: Whether scanning programs need no token.
    package func verdict(on visitor: Visitor, opensScanner: Bool) -> AccessVerdict {
        guard audience.admits(visitor, opensScanner: opensScanner) else { return .signIn }
        // Scanning programs that need no token are strangers.
        guard let permission, visitor.isSignedIn else { return .allowed }
        return visitor.verdict(on: permission)
    }

    /// Whether the route may be used from such a site.
    package func admits(_ site: RequestSite) -> Bool {
        switch site {
        case .own: true
        case .link: method == .get && !hasEffect && content != .channel
        // What it shows then is decided by its token.
        case .foreign: content == .widget
        }
    }
}

/// A request's body is larger than its route takes.
package struct BodyTooLarge: Error, Hashable, CustomStringConvertible {
    package let body: RouteRule.Body

    package init(body: RouteRule.Body) { self.body = body }

    package var description: String {
        switch body {
        case .form: localized("This is too much at once. The limit is \("\(body.maximumBytes >> 10) kB").")
        case .frames: localized("This is too much at once. The limit is \("\(FrameRequest.maximumBytes >> 20) MB").")
        case .picture: localized("This file is too large. The limit is \("\(body.maximumBytes >> 20) MB").")
        }
    }
}
