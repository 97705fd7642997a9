import StationIdentity

/// The routes and live channels of a router, and who may use them. What is not in it is open to nobody.
package struct RouteTable: Sendable {
    package let rules: [RouteRule]
    private let byKey: [String: RouteRule]

    /// - Parameter rules: No two for the same method and path.
    package init(_ rules: [RouteRule]) {
        self.rules = rules
        byKey = Dictionary(uniqueKeysWithValues: rules.map { (Self.key($0.method.rawValue, $0.path), $0) })
    }

    /// The rule of a route.
    /// - Parameters:
    ///   - method: HEAD counts as GET.
    ///   - path: As the router spells it; `nil` if the router knows no route for the request.
    ///   - usesCamera: Whether the request is for a camera of the station.
    package func rule(_ method: String, _ path: String?, usesCamera: Bool = false) -> RouteRule? {
        guard let path else { return nil }
        let key = Self.key(method == "HEAD" ? "GET" : method, path)
        return (usesCamera ? byKey[key + Self.source] : nil) ?? byKey[key]
    }

    /// What the path of a channel ends in if it is for a camera of the station.
    package static let source = "?source"

    private static func key(_ method: String, _ path: String) -> String { "\(method) \(path)" }
}

extension RouteTable {
    /// The table for people, in Markdown.
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
    /// Who of the station's people may use it.
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
