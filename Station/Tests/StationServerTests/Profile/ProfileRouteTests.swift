import Foundation
import HTTPTypes
import Recto
import StationRules
import StationServer
import TestSupport
import Testing

@Suite struct ProfileRouteTests {
    @Test("NV-4: the profile is at the right of the bar in each place, and tells what is known")
    func theProfileTellsWhatIsKnown() async throws {
        let station = try await StationUnderTest()
        for path in ["/documents", "/ar", "/devices", "/nothing", "/scan/0123456789abcdef"] {
            let text = try await station.get(path).text
            #expect(text.contains(/profile-entry" [^>]*href="\/profile" [^>]*aria-label="Profile"/), "\(path)")
        }
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        let text = try await station.get("/profile").text
        #expect(text.contains("This computer"))
        #expect(text.contains("<dt>Documents</dt><dd>1</dd>") && text.contains("<dt>Pages</dt><dd>1</dd>"))
        #expect(text.contains("<dt>Version</dt><dd>\(RectoVersion.current)</dd>"))
        #expect(text.contains("<dt>Cameras</dt><dd>None</dd>"))
        // Back leads to the section from which it was opened, which stays the current one.
        let opened = try await station.get("/profile", headers: [.cookie: "place=devices"]).text
        #expect(opened.contains("<a class=\"button plain\" href=\"/devices\">"))
        #expect(opened.contains(/href="\/devices" aria-current="page"/))
    }

    @Test("NV-4: who came by the token, or as a device, is told so")
    func thePersonIsToldHowTheySignedIn() async throws {
        let station = try await StationUnderTest { $0.host = "0.0.0.0" }
        let token = try String(contentsOfFile: station.folder.path("station/token"), encoding: .utf8)
            .filter { !$0.isWhitespace }
        let text = try await station.get("/profile", headers: [.authorization: "Bearer \(token)"]).text
        #expect(text.contains("Signed in with the station’s token."))
    }

    @Test("SK-21: what takes longer is not in the profile, but a part of its own")
    func parts() async throws {
        let station = try await StationUnderTest()
        let profile = try await station.get("/profile").text
        #expect(profile.contains("<st-part id=\"part-activity\"") && profile.contains("<st-part id=\"part-storage\""))
        #expect(!profile.contains("<dt>Stored</dt>") && profile.contains("skeleton-loading/part.js"))
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        let storage = try await station.get("/profile/storage").text
        #expect(storage.contains(/<div id="part-storage"><dl><div><dt>Stored<\/dt><dd>\d[\d.]* [kM]B<\/dd>/))
        let activity = try await station.get("/profile/activity").text
        #expect(activity.contains("<div id=\"part-activity\">") && activity.contains("1 document</span>"))
        #expect(activity.contains("day marked today"))
    }

    private func settings(
        zone: String = "Asia/Tokyo", locale: String = "en-GB", hours: String = "twentyFour", wording: String = "short"
    ) -> String {
        "zone=\(zone.replacing("/", with: "%2F"))&locale=\(locale)&hours=\(hours)&wording=\(wording)"
    }

    @Test("TD-15: zone, place, hours and wording are settings, which hold on all screens and after a restart")
    func clockSettings() async throws {
        let station = try await StationUnderTest()
        let before = try await station.get("/profile").text
        #expect(before.contains("<option selected>GMT</option>") && before.contains("<option>Europe/Berlin</option>"))
        #expect(try await station.post("/profile/clock", settings()).location == "/profile?done=saved")
        _ = try await station.post("/api/documents", bytes: Photos.bytes("letter-wood"))
        for station in [station, try await StationUnderTest(folder: station.folder)] {
            let profile = try await station.get("/profile?done=saved").text
            #expect(profile.contains("<option selected>Asia/Tokyo</option>"))
            #expect(profile.contains("value=\"en-GB\" selected") && profile.contains("Dates and times saved"))
            #expect(profile.contains(/Example: \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d · 5 min ago/))
            let title = try #require(
                try await station.get("/documents").text.firstMatch(of: /<span class="headline">(Scan [^<]+)</)
            ).1
            #expect(title.wholeMatch(of: /Scan \d+ [A-Z][a-z]+ \d{4}, \d\d:\d\d/) != nil, "\(title)")
        }
    }

    @Test("TD-15, EH-3: a zone that is none is refused at its field, and nothing changes")
    func refusedSettings() async throws {
        let station = try await StationUnderTest()
        let refused = try await station.post("/profile/clock", settings(zone: "Nowhere"))
        #expect(refused.status == .unprocessableContent && refused.text.contains("Choose a time zone from the list."))
        #expect(refused.text.contains("aria-invalid=\"true\" aria-describedby=\"zone-error\""))
        #expect(try await station.post("/profile/clock", settings(hours: "13")).status == .badRequest)
        #expect(try await station.get("/profile").text.contains("<option selected>GMT</option>"))
    }

    @Test("TD-5: with 24 hours no screen has AM or PM", arguments: [StationClock.Hours.twelve, .twentyFour])
    func hours(_ hours: StationClock.Hours) async throws {
        let station = try await StationUnderTest {
            $0.hours = hours
            // Only a station that others can reach shows a code with its expiry.
            $0.host = "0.0.0.0"
        }
        let token = try String(contentsOf: URL(filePath: station.folder.path("station/token")), encoding: .utf8)
        let known: HTTPFields = [.authorization: "Bearer \(token.filter { !$0.isWhitespace })"]
        _ = try await station.ask(.post, "/api/documents", Photos.bytes("letter-wood"), headers: known)
        for path in ["/documents", "/documents/1", "/devices/activation", "/profile", "/profile/activity"] {
            let text = try await station.get(path, headers: known).text.replacing(/<title>.*<\/title>/, with: "")
            let times = text.matches(of: /\b\d{1,2}(:\d\d)?( [AP]M)\b/).count
            #expect((times > 0) == (hours == .twelve), "\(path)")
            #expect(hours == .twelve || text.contains(/\b[0-2]\d:[0-5]\d\b/), "\(path)")
        }
    }
}
