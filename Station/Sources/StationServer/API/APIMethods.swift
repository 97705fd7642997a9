import HTTPTypes
import Hummingbird

/// Which methods each place for programs has, so that others are refused by name.
struct APIMethods: Sendable {
    private let methods: [(path: [Substring], method: HTTPRequest.Method)]

    /// - Parameter routes: All of them.
    init(_ routes: [Router<StationContext>.RouteDescription]) {
        methods = routes.compactMap { route in
            let path = route.path.description
            return Self.isForPrograms(path) ? (path.split(separator: "/"), route.method) : nil
        }
    }

    /// Whether those who ask there are programs, which want no pages.
    static func isForPrograms(_ path: String) -> Bool {
        ["/api/", "/health", "/metrics", "/events"].contains { path.hasPrefix($0) }
    }

    /// The methods of a place, as the header `Allow` has them; nothing where there is no such place, or where the method is
    /// one of them.
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
