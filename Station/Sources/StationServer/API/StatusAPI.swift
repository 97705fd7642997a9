import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import StationStore

/// Whether the station is well, what it counts, and what its routes are: for those who look after it.
struct StatusAPI {
    let library: Library
    let metrics: StationMetrics
    /// Where `openapi.json` is.
    let web: String

    func add(to router: some RouterMethods<StationContext>) {
        router.get("health", use: health)
        router.get("metrics", use: counted)
        router.get("api/openapi.json", use: description)
    }

    private struct Health: Encodable {
        let status = "ok"
        let version = RectoVersion.current
        let documents: Int
    }

    private func health(_ request: Request, _ context: StationContext) throws -> Response {
        do { return JSONAnswer.make(Health(documents: try library.documentCount())) } catch {
            throw HTTPError(.serviceUnavailable, message: "\(error)")
        }
    }

    private func counted(_ request: Request, _ context: StationContext) throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try metrics.text(library))))
    }

    private func description(_ request: Request, _ context: StationContext) throws -> Response {
        guard let data = FileManager.default.contents(atPath: "\(web)/openapi.json") else { throw HTTPError(.notFound) }
        return JSONAnswer.make(text: String(decoding: data, as: UTF8.self))
    }
}

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
