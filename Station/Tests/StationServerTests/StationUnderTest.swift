import FoundationEssentials
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import StationRules
import StationServer
import TestSupport

/// A station in a temporary folder, tested without a socket.
struct StationUnderTest {
    struct Answer {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var location: String? { headers[.location] }
    }

    let folder: TemporaryFolder
    /// Creates the scanner behind a camera view of a session.
    let scanner: @Sendable (DraftName) async throws -> LiveScanner
    /// Reads the pages of the library until its task is canceled.
    let readTexts: @Sendable () async -> Void
    private let responder: RouterResponder<StationContext>
    private let joinResponder: RouterResponder<StationContext>?

    /// The rules of the API routes.
    let programTable: RouteTable
    /// The rules of all routes.
    let table: RouteTable
    /// The rules of the page about trusting the station; `nil` without one.
    let joinTable: RouteTable?
    /// The routes that the router serves, such as "GET /documents/{document}".
    let routes: Set<String>
    let joinRoutes: Set<String>

    init(
        folder: TemporaryFolder? = nil, cameras: [String] = [],
        configure: (inout StationConfiguration) -> Void = { _ in }
    ) async throws {
        self.folder = try folder ?? TemporaryFolder()
        var configuration = StationConfiguration(folder: self.folder.path("station"), web: Self.web)
        configuration.cameras = cameras
        configuration.zone = TimeZone(secondsFromGMT: 0) ?? .current
        // The duration of a capture is irrelevant in tests.
        configuration.limits.capture.stillness = .seconds(600)
        configuration.limits.capture.timeout = .seconds(1200)
        configuration.limits.scanJobs.fetching = .seconds(600)
        configure(&configuration)
        let station = try await Station(configuration)
        scanner = station.scanner
        readTexts = station.readTexts
        let stated = station.routes()
        table = stated.table
        let router = station.router(for: stated)
        routes = Set(router.routes.map { "\($0.method) \($0.path)" })
        responder = router.buildResponder()
        let statedJoin = station.joinRoutes()
        joinTable = statedJoin?.table
        let join = statedJoin.map { station.joinRouter(for: $0) }
        joinRoutes = Set(join?.routes.map { "\($0.method) \($0.path)" } ?? [])
        joinResponder = join?.buildResponder()
        programTable = station.programRoutes().table
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.get, path, headers: headers)
    }

    /// A form's fields, percent-encoded by the caller where they need it.
    func post(_ path: String, _ form: String = "", headers: HTTPFields = [:]) async throws -> Answer {
        try await ask(.post, path, Array(form.utf8), headers: headers)
    }

    func post(_ path: String, bytes: [UInt8]) async throws -> Answer { try await ask(.post, path, bytes) }

    /// - Parameter client: The address of the client; `nil` if unknown.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8] = [], authority: String = "localhost:8347",
        headers: HTTPFields = [:], from client: String? = nil
    ) async throws -> Answer {
        try await ask(responder, method, path, body, authority: authority, headers: headers, from: client)
    }

    /// Sends a request to the port of the page about trusting the station.
    func askToJoin(
        _ method: HTTPRequest.Method, _ path: String, authority: String, headers: HTTPFields
    ) async throws -> Answer {
        guard let joinResponder else { preconditionFailure("the station has no such port") }
        return try await ask(joinResponder, method, path, [], authority: authority, headers: headers, from: nil)
    }

    private func ask(
        _ responder: RouterResponder<StationContext>, _ method: HTTPRequest.Method, _ path: String, _ body: [UInt8],
        authority: String, headers: HTTPFields, from client: String?
    ) async throws -> Answer {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try client.map { try SocketAddress(ipAddress: $0, port: 50_000) }
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: authority, path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer(bytes: body)))
        let source = ApplicationRequestContextSource(channel: channel, logger: Logger(label: "station"))
        let response = try await responder.respond(to: request, context: StationContext(source: source))
        let collector = Collector()
        try await response.body.write(collector.writer)
        return Answer(status: response.status, headers: response.headers, body: collector.bytes)
    }

    private static let web: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/") + "/web"
    }()
}

/// Collects the body of a response.
private final class Collector {
    private(set) var bytes: [UInt8] = []

    var writer: any ResponseBodyWriter { Writer(collector: self) }

    private struct Writer: ResponseBodyWriter {
        let collector: Collector

        mutating func write(_ buffer: ByteBuffer) async throws { collector.bytes += Array(buffer: buffer) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
