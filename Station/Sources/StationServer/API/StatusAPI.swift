import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import StationStore

/// The station's health, its metrics and the description of its routes.
struct StatusAPI {
    let library: Library
    let metrics: StationMetrics
    /// The folder of `openapi.json`.
    let web: String

    func add(to router: Routes) {
        router.get("health", to: .scan, .data, use: health)
        router.get("metrics", to: .readDocuments, .data, use: counted)
        router.get("api/openapi.json", to: .scan, .data, use: description)
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
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: try metrics.text(library))))
    }

    private func description(_ request: Request, _ context: StationContext) throws -> Response {
        guard let data = FileManager.default.contents(atPath: "\(web)/openapi.json") else { throw HTTPError(.notFound) }
        return JSONAnswer.make(text: String(decoding: data, as: UTF8.self))
    }
}

/// The methods of each route for programs, for answers to other methods.
struct APIMethods: Sendable {
    private let methods: [(path: [Substring], method: HTTPRequest.Method)]

    init(_ table: RouteTable) {
        methods = table.rules.compactMap { rule in
            Self.isForPrograms(rule.path)
                ? (rule.path.split(separator: "/"), HTTPRequest.Method(rule.method)) : nil
        }
    }

    /// Whether a path is for programs, which get errors as JSON.
    static func isForPrograms(_ path: String) -> Bool {
        ["/api/", "/health", "/metrics", "/events"].contains { path.hasPrefix($0) }
    }

    /// The methods of a route for the header `Allow`; `nil` if there is no such route, or if it has this method.
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
