package import Hummingbird
import HTTPTypes
import StationIdentity
package import StationRules

/// The routes of a station. Each route is added together with its audience, so the router and the ``RouteTable``
/// always match.
package struct Routes {
    private struct Entry {
        let rule: RouteRule
        let register: (Router<StationContext>) -> Void
    }

    private final class Entries {
        var list: [Entry] = []
    }

    package typealias Handler<Answer: ResponseGenerator> = @Sendable (Request, StationContext) async throws -> Answer

    private let entries: Entries
    private let prefix: String
    private let audience: Audience

    package init() { self.init(Entries(), prefix: "", for: .signedIn) }

    private init(_ entries: Entries, prefix: String, for audience: Audience) {
        self.entries = entries
        self.prefix = prefix
        self.audience = audience
    }

    /// The rules of all routes.
    package var table: RouteTable { RouteTable(entries.list.map(\.rule)) }

    /// Adds all routes to a router, after its existing middleware.
    func register(with router: Router<StationContext>) { for entry in entries.list { entry.register(router) } }

    /// Adds routes below a path.
    /// - Parameter audience: The audience in addition to the required permission; by default that of the surrounding
    ///   routes.
    func group(_ path: String, for audience: Audience? = nil) -> Routes {
        Routes(entries, prefix: "\(prefix)/\(path)", for: audience ?? self.audience)
    }
}

extension Routes {
    /// - Parameter hasEffect: Whether the request changes something although it is a GET.
    func get(
        _ path: String, to permission: Permission, _ content: RouteRule.Content, hasEffect: Bool = false,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(.get, rulePath(path), for: audience, to: permission, content, hasEffect: hasEffect), handler)
    }

    func post(
        _ path: String, to permission: Permission, _ content: RouteRule.Content, body: RouteRule.Body = .form,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(.post, rulePath(path), for: audience, to: permission, content, body: body), handler)
    }

    func put(
        _ path: String, to permission: Permission, _ content: RouteRule.Content,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(.put, rulePath(path), for: audience, to: permission, content), handler)
    }

    func patch(
        _ path: String, to permission: Permission, _ content: RouteRule.Content,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(.patch, rulePath(path), for: audience, to: permission, content), handler)
    }

    func delete(
        _ path: String, to permission: Permission, _ content: RouteRule.Content,
        use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(.delete, rulePath(path), for: audience, to: permission, content), handler)
    }

    func get(
        forAnyone path: String, _ content: RouteRule.Content, use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(openTo: .get, rulePath(path), content), handler)
    }

    func post(
        forAnyone path: String, _ content: RouteRule.Content, use handler: @escaping Handler<some ResponseGenerator>
    ) {
        add(RouteRule(openTo: .post, rulePath(path), content), handler)
    }

    /// Serves the files of a folder with certain extensions.
    func files(forAnyone path: String, in folder: String, endings: [String], _ content: RouteRule.Content) {
        let base = rulePath(path)
        let rule = RouteRule(openTo: .get, rulePath("\(path)/**"), content)
        entries.list.append(
            Entry(rule: rule) { router in
                // The last middleware serves what the route does not find.
                router.group(RouterPath(base)).add(middleware: PathFilter(endings: endings))
                    .add(middleware: FileMiddleware(folder, urlBasePath: base))
                    .get("**") { _, _ -> Response in throw HTTPError(.notFound) }
            })
    }

    /// Adds a channel.
    /// - Parameter refuse: Answers requests that did not open a channel.
    func channel(
        _ path: String, to permission: Permission, use refuse: @escaping Handler<some ResponseGenerator>
    ) {
        get(path, to: permission, .channel, use: refuse)
        addRule(ofCameraChannel: path, to: permission)
    }

    /// Adds a public channel.
    /// - Parameter permission: The permission needed for using it with one of the station's cameras.
    func channel(
        forAnyone path: String, withCamera permission: Permission, use refuse: @escaping Handler<some ResponseGenerator>
    ) {
        get(forAnyone: path, .channel, use: refuse)
        addRule(ofCameraChannel: path, to: permission)
    }

    /// A channel for one of the station's cameras shares the channel's route, but has a separate rule.
    private func addRule(ofCameraChannel path: String, to permission: Permission) {
        let rule = RouteRule(.get, rulePath(path) + RouteTable.source, to: permission, .channel)
        entries.list.append(Entry(rule: rule) { _ in })
    }

    private func add(_ rule: RouteRule, _ handler: @escaping Handler<some ResponseGenerator>) {
        entries.list.append(
            Entry(rule: rule) { router in
                router.on(RouterPath(rule.path), method: HTTPRequest.Method(rule.method), use: handler)
            })
    }

    /// Returns the path in the router's notation.
    private func rulePath(_ path: String) -> String { RouterPath("\(prefix)/\(path)").description }
}

extension HTTPRequest.Method {
    init(_ method: RouteRule.Method) {
        self =
            switch method {
            case .get: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            }
    }
}
