import Foundation
import HTTPTypes
import StationServer
import StationStore
import Testing
import TestSupport

/// A station that other machines can reach.
@Suite struct AccessTests {
    private let folder: TemporaryFolder
    private let token = "0123456789abcdef0123"

    init() throws { folder = try TemporaryFolder() }

    private func station(_ configure: (inout StationConfiguration) -> Void = { _ in }) async throws -> StationUnderTest
    {
        let file = folder.path("token")
        if !FileManager.default.fileExists(atPath: file) { try Data("\(token)\n".utf8).write(to: URL(filePath: file)) }
        return try await StationUnderTest(folder: folder) {
            $0.host = "0.0.0.0"
            $0.tokenFile = file
            configure(&$0)
        }
    }

    @Test func nobodyComesInWithoutTheToken() async throws {
        let station = try await station()
        for path in [
            "/", "/documents", "/scan", "/api/documents", "/metrics", "/health", "/events", "/eSCL/ScannerStatus",
        ] {
            #expect(try await station.get(path).status == .unauthorized)
        }
        #expect(try await station.post("/scan/0123456789abcdef/discard").status == .unauthorized)
        let problem = try await station.get("/api/documents")
        #expect(problem.headers[.contentType] == "application/problem+json")
        #expect(problem.headers[.wwwAuthenticate] == "Bearer")
        #expect(try await station.get("/documents").headers[.contentType] == "text/html; charset=utf-8")
    }

    @Test func programsSendTheToken() async throws {
        let station = try await station()
        #expect(try await station.get("/api/documents", headers: [.authorization: "Bearer \(token)"]).status == .ok)
        for wrong in ["Bearer \(token)x", "Bearer ", "Bearer", "Basic \(token)", "bearer\(token)", token] {
            #expect(try await station.get("/api/documents", headers: [.authorization: wrong]).status == .unauthorized)
        }
    }

    @Test func browsersGetACookie() async throws {
        let station = try await station()
        let answer = try await station.get("/sign-in?token=\(token)")
        #expect(answer.status == .seeOther)
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(token))
        let pair = try #require(cookie.split(separator: ";").first)
        #expect(try await station.get("/documents", headers: [.cookie: "draft=1; \(pair)"]).status == .ok)
        #expect(try await station.get("/documents", headers: [.cookie: "station=\(token)"]).status == .unauthorized)
        for wrong in ["/sign-in?token=", "/sign-in?token=\(token)x"] {
            let refused = try await station.get(wrong)
            #expect(refused.status == .unauthorized && refused.headers[.setCookie] == nil)
        }
    }

    @Test func scannersAreOpenedOnRequest() async throws {
        let film = try Films.empty(in: folder)
        func status(_ opens: Bool, _ path: String) async throws -> HTTPResponse.Status {
            try await station {
                $0.cameras = [film]
                $0.opensScanner = opens
            }.get(path).status
        }
        #expect(try await status(false, "/eSCL/ScannerStatus") == .unauthorized)
        #expect(try await status(true, "/eSCL/ScannerStatus") == .ok)
        #expect(try await status(true, "/api/documents") == .unauthorized)
        #expect(try await status(true, "/eSCL/../documents") != .ok)
    }

    @Test func answersToItsOwnNamesOnly() async throws {
        let station = try await station { $0.names = ["scanner.lan"] }
        func status(_ authority: String) async throws -> HTTPResponse.Status {
            try await station.ask(
                .get, "/api/documents", authority: authority, headers: [.authorization: "Bearer \(token)"]
            ).status
        }
        #expect(try await status("scanner.lan:8347") == .ok)
        #expect(try await status("127.0.0.1:8347") == .ok)
        #expect(try await status(ProcessInfo.processInfo.hostName) == .ok)
        #expect(try await status("evil.example") == .misdirectedRequest)
    }

    @Test func aTokenIsMadeForItsOwnerAlone() async throws {
        let path = folder.path("new")
        func make() async throws { _ = try await station { $0.tokenFile = path } }
        try await make()
        let token = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(token.count == 33)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        try await make()
        #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8) == token)
        try Data("short".utf8).write(to: URL(filePath: path))
        await #expect(throws: StoreError.self) { try await make() }
    }

    @Test func thisMachineAloneNeedsNone() async throws {
        #expect(try await StationUnderTest().get("/api/documents").status == .ok)
    }

    @Test("QR-14: a device that was activated is let in by its own cookie, until it is removed")
    func anActivatedDeviceIsLetIn() async throws {
        let station = try await station()
        let known: HTTPFields = [.authorization: "Bearer \(token)"]
        // A browser without access is redirected to the welcome page, from which the code can be scanned.
        let arrival = try await station.get("/documents", headers: [.accept: "text/html,*/*"])
        #expect(arrival.location == "/welcome")
        for path in ["/welcome", "/welcome/scan"] { #expect(try await station.get(path).status == .ok) }
        #expect(try await station.get("/devices/activation").status == .unauthorized)
        let page = try await station.get("/devices/activation", headers: known).text
        let code = try #require(try CodeFrame.read(CodeFrame.image(svg: page, at: .whole)).first)
        let form = "code=" + code.replacing("&", with: "%26").replacing("=", with: "%3D").replacing("#", with: "%23")
        let answer = try await station.post("/welcome/activate", form)
        let cookie = String(try #require(answer.headers[.setCookie]?.split(separator: ";").first))
        #expect(try await station.get("/documents", headers: [.cookie: cookie]).status == .ok)
        #expect(try await station.get("/documents", headers: [.cookie: cookie + "0"]).status == .unauthorized)
        _ = try await station.post("/devices/1/remove", "", headers: known)
        #expect(try await station.get("/documents", headers: [.cookie: cookie]).status == .unauthorized)
    }
}
