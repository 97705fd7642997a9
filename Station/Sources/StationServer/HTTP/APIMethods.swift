import HTTPTypes
import StationRules

/// The methods of each API route, for responses to other methods.
struct APIMethods: Sendable {
    private let methods: [(path: [Substring], method: HTTPRequest.Method)]

    init(_ table: RouteTable) {
        methods = table.rules.compactMap { rule in
            Self.isForPrograms(rule.path)
                ? (rule.path.split(separator: "/"), HTTPRequest.Method(rule.method)) : nil
        }
    }

    /// Whether a path belongs to the API, whose errors are JSON.
    static func isForPrograms(_ path: String) -> Bool {
        ["/api/", "/health", "/metrics", "/events"].contains { path.hasPrefix($0) }
    }

    /// Returns the methods of a route for the header `Allow`; `nil` if the route does not exist or supports the
    /// method.
    func allowed(at path: String, insteadOf method: HTTPRequest.Method) -> String? {
        let parts = path.split(separator: "/")
        let found = methods.filter { place in
            place.path.count == parts.count && zip(place.path, parts).allSatisfy { $0.isParameter || $0 == $1 }
        }
        guard !found.isEmpty, !found.contains(where: { $0.method == method }) else { return nil }
        return Set(found.map(\.method.rawValue)).sorted().joined(separator: ", ")
    }
}

extension Substring {
    fileprivate var isParameter: Bool { hasPrefix(":") || hasPrefix("{") }
}
