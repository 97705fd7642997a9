import Foundation
import HTTPTypes
import Recto
import StationServer
import TestSupport
import Testing

@Suite struct ProfileRouteTests {
    @Test("NV-4: the profile is at the right of the bar in each place, and tells what is known")
    func profile() async throws {
        let station = try await StationUnderTest()
        for path in ["/documents", "/ar", "/devices", "/nothing"] {
            #expect(
                try await station.get(path).text.contains("profile-entry\" href=\"/profile\" aria-label=\"Profile\""))
        }
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        let text = try await station.get("/profile").text
        #expect(text.contains("This computer"))
        #expect(text.contains("<dt>Documents</dt><dd>1</dd>") && text.contains("<dt>Pages</dt><dd>1</dd>"))
        #expect(text.contains("<dt>Version</dt><dd>\(RectoVersion.current)</dd>"))
        #expect(text.contains(/<dt>Stored<\/dt><dd>\d[\d.]* [kM]B in \d+ files<\/dd>/))
        #expect(text.contains("<dt>Cameras</dt><dd>None</dd>"))
        #expect(text.contains("<dt>Time zone</dt><dd>GMT</dd>"))
        // Back to the place from which it was opened, which stays the current one.
        let opened = try await station.get("/profile", headers: [.cookie: "place=devices"]).text
        #expect(opened.contains("<a class=\"button plain\" href=\"/devices\">"))
        #expect(opened.contains(/href="\/devices" aria-current="page"/))
    }

    @Test("NV-4: who came by the token, or as a device, is told so")
    func persons() async throws {
        let station = try await StationUnderTest { $0.host = "0.0.0.0" }
        let token = try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8)
            .filter { !$0.isWhitespace }
        let text = try await station.get("/profile", headers: [.authorization: "Bearer \(token)"]).text
        #expect(text.contains("Signed in with the station’s token."))
    }
}
