import Foundation
import HTTPTypes
import StationServer
import TestSupport
import Testing

/// Stations with and without an engine for browsers.
@Suite struct EngineRouteTests {
    private let web: TemporaryFolder

    init() throws {
        web = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: web.path("engine"), withIntermediateDirectories: true)
        for (name, text) in [("recto.js", "export {}"), ("recto.wasm", "\0asm"), ("LICENSE", "Free")] {
            try Data(text.utf8).write(to: URL(filePath: web.path("engine/\(name)")))
        }
    }

    private func station(hasEngine: Bool) async throws -> StationUnderTest {
        if !hasEngine { try FileManager.default.removeItem(atPath: web.path("engine/recto.wasm")) }
        return try await StationUnderTest { $0.web = web.path("") }
    }

    @Test("DS-54: the engine comes by its types, again only if it has changed, and may run its module and nothing else")
    func files() async throws {
        let station = try await station(hasEngine: true)
        for (name, type) in [("recto.js", "text/javascript"), ("recto.wasm", "application/wasm")] {
            let answer = try await station.get("/engine/\(name)")
            #expect(answer.status == .ok && answer.headers[.contentType]?.hasPrefix(type) == true)
            #expect(answer.headers[.cacheControl] == "no-cache")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("'wasm-unsafe-eval'") == true)
            let tag = try #require(answer.headers[.eTag])
            #expect(try await station.get("/engine/\(name)", headers: [.ifNoneMatch: tag]).status == .notModified)
        }
        for name in ["", "LICENSE", "other.js", "../openapi.json", "%72ecto.js", "recto.js/"] {
            #expect(try await station.get("/engine/\(name)").status == .notFound, "\(name)")
        }
    }

    @Test("DS-54: the scanner has the engine's address where there is an engine", arguments: [true, false])
    func view(hasEngine: Bool) async throws {
        let station = try await station(hasEngine: hasEngine)
        let page = try await station.get("/scan/0123456789abcdef").text
        #expect(page.contains("data-engine=\"/engine/recto.js\"") == hasEngine)
    }
}
