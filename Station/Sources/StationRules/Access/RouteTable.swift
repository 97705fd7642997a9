import StationIdentity

/// The routes and channels of a router with their audiences. Unknown routes are closed to everybody.
package struct RouteTable: Sendable {
    package let rules: [RouteRule]
    private let byKey: [String: RouteRule]

    /// - Parameter rules: The rules, with at most one per method and path.
    package init(_ rules: [RouteRule]) {
        self.rules = rules
        byKey = Dictionary(uniqueKeysWithValues: rules.map { (Self.key($0.method.rawValue, $0.path), $0) })
    }

    /// Returns the rule of a route.
    /// - Parameters:
    ///   - method: HEAD counts as GET.
    ///   - path: The path in the router's notation; `nil` if the router has no route for the request.
    ///   - usesCamera: Whether the request is for one of the station's cameras.
    package func rule(_ method: String, _ path: String?, usesCamera: Bool = false) -> RouteRule? {
        guard let path else { return nil }
        let key = Self.key(method == "HEAD" ? "GET" : method, path)
        return (usesCamera ? byKey[key + Self.source] : nil) ?? byKey[key]
    }

    /// The suffix of a channel's path for one of the station's cameras.
    package static let source = "?source"

    private static func key(_ method: String, _ path: String) -> String { "\(method) \(path)" }
}

extension RouteTable {
    /// The table in Markdown, for documentation.
    package var markdown: String {
        let rows = rules.map { rule in
            let headers = RouteHeaders(rule, isFailure: false, isVersioned: true)
            let method = rule.content == .channel ? "channel" : rule.method.rawValue
            return
                "| \(method) | `\(rule.path)` | \(rule.audience.rawValue) | \(rule.people) | \(headers.cacheControl) | \(rule.remark) |"
        }
        return (["| | route | who may use it | people | kept by browsers | |", "|---|---|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }
}

extension RouteRule {
    /// The roles that may use the route.
    fileprivate var people: String {
        guard
            let rule = permission.flatMap({ permission in PermissionRule.table.first { $0.permission == permission } })
        else { return "" }
        let roles = Role.allCases.filter { rule.roles.contains($0) }.map(\.rawValue)
        let names = roles.count == Role.allCases.count ? "all" : roles.joined(separator: ", ")
        return names + (rule.asksAgain ? "; asked again" : "")
    }

    fileprivate var remark: String {
        switch (content, body, hasEffect) {
        case (.cameraPage, _, _): "may use the camera"
        case (.placePage, _, _): "may ask where the browser is"
        case (_, .picture, _), (_, .frames, _): "takes \(body.maximumBytes >> 20) MB"
        case (.picture(isNamedByPath: false), _, _): "without `v`: no-store"
        case (_, _, true): "not by links of other sites"
        default: ""
        }
    }
}
