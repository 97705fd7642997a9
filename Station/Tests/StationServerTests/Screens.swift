import FoundationEssentials
import HTTPTypes
import StationServer
import TestSupport
import Testing

/// The screens of a station that has a document and a draft of one page, as a signed-in person gets them.
enum Screens {
    /// - Parameter headers: Sent with each request.
    static func all(headers: HTTPFields = [:]) async throws -> [(path: String, html: String)] {
        let station = try await StationUnderTest { $0.host = "0.0.0.0" }
        let token = try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8)
        let signedIn = headers.with([.authorization: "Bearer \(token.filter { !$0.isWhitespace })"])
        let sent = signedIn.with([.origin: "http://localhost:8347"])
        _ = try await station.ask(.post, "/api/documents", Photos.bytes("letter-wood"), headers: sent)
        let scan = try #require(try await station.get("/scan", headers: signedIn).location)
        _ = try await station.ask(.post, "\(scan)/import", Photos.bytes("letter-wood"), headers: sent)
        _ = try await station.ask(.post, "/api/documents", Photos.bytes("letter-wood"), headers: sent)
        let edit = try await station.ask(.post, "/documents/2/draft", headers: sent).location
        let paths = [
            try #require(edit), "/documents/2", "/documents/1/move?page-1=on", "/documents", "/documents/1",
            "/documents/1/timeline", "/home", "/home?arrange=yes",
            "/home/timeline", "/home/charts/days", "/home/captures", "/home/calendar", "/home/retention",
            "/home/widgets",
            "/home/charts/types?selected=items-0",
            "/documents/pinned", "/search", "/search?q=letter", "/documents/folders", "/documents/rules",
            "/documents/rules/new",
            "/documents/rules/run", "/ar", "/ar/new", "/devices",
            "/devices/activation", "/profile", "/profile/activity",
            "/profile/storage", "/drafts", "/welcome", "/welcome/scan", "/nothing",
            scan, "\(scan)/pages", "\(scan)/pages/1/adjust", "/documents?sidebar=edit",
        ]
        var screens: [(path: String, html: String)] = []
        for path in paths { screens.append((path, try await station.get(path, headers: signedIn).text)) }
        return screens
    }
}

extension HTTPFields {
    func with(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields.append(field) }
        return fields
    }
}
