package import StationIdentity

/// A route with its audience, the sites that may use it, and the content of its response.
package struct RouteRule: Hashable, Sendable {
    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The content of a response, which determines its headers.
    package enum Content: Hashable, Sendable {
        /// A page, or a redirect to one.
        case page
        /// A page whose URL may contain a secret, which must not be sent to other sites.
        case secretPage
        /// A page that may use the browser's camera.
        case cameraPage
        /// A page that may ask the browser for its location.
        case placePage
        /// A picture whose URL changes with its content: by the parameter `v`, or by its whole path.
        case picture(isNamedByPath: Bool = false)
        /// A widget, which pages of other sites may embed.
        case widget
        /// A file to download.
        case file
        /// A response for programs and scripts.
        case data
        /// A part of the station itself, such as a style or a font, and the time for which browsers cache it in
        /// seconds.
        case asset(seconds: Int)
        /// The engine for browsers: its module, and its scripts, one of which runs in a worker.
        case engine
        /// The service worker, which also runs while the station cannot be reached.
        case worker
        /// A WebSocket channel.
        case channel
    }

    /// The largest request body that the route reads.
    package enum Body: Hashable, Sendable {
        /// A form, or values as JSON. It can hold as many documents as a selection.
        case form
        /// A picture.
        case picture
        /// Video frames.
        case frames

        /// The limit in bytes.
        package var maximumBytes: Int {
            switch self {
            case .form: 128 << 10
            case .picture: 64 << 20
            case .frames: FrameRequest.maximumBytes + (1 << 20)
            }
        }
    }

    package let method: Method
    /// The path in the router's notation, such as `/documents/{document}`. The path of a channel for one of the
    /// station's cameras ends in `?source`.
    package let path: String
    package let audience: Audience
    /// The permission that people need; `nil` for a public route.
    package let permission: Permission?
    package let content: Content
    package let body: Body
    /// Whether a GET changes something, so that links on other sites must not open it.
    package let hasEffect: Bool

    /// Creates a route for signed-in visitors.
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

    /// Creates a public route.
    package init(openTo method: Method, _ path: String, _ content: Content) {
        self.method = method
        self.path = path
        audience = .anyone
        permission = nil
        self.content = content
        body = .form
        hasEffect = false
    }

    /// Returns whether a visitor may use the route now.
    /// - Parameter opensScanner: Whether scanning programs need no token.
    package func verdict(on visitor: Visitor, opensScanner: Bool) -> AccessVerdict {
        guard audience.admits(visitor, opensScanner: opensScanner) else { return .signIn }
        // Scanning programs that need no token count as visitors who have not signed in.
        guard let permission, visitor.isSignedIn else { return .allowed }
        return visitor.verdict(on: permission)
    }

    /// Whether requests from the given site may use the route.
    package func admits(_ site: RequestSite) -> Bool {
        switch site {
        case .own: true
        case .link: method == .get && !hasEffect && content != .channel
        // The widget's token decides what it shows.
        case .foreign: content == .widget
        }
    }
}

/// The error for a request body that exceeds the limit of its route.
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
