import HTTPTypes
import RectoCore
import StationServer
import Testing

/// How a device comes to use the station, from page to page.
@Suite struct DeviceRouteTests {
    /// The text of a new code, as a camera would read it from the page.
    private func code(_ station: StationUnderTest) async throws -> String {
        let page = try await station.get("/devices/activation").text
        return try #require(try CodeFrame.read(CodeFrame.image(svg: page, at: .whole)).first)
    }

    private func form(_ code: String) -> String {
        "code=" + code.replacing("&", with: "%26").replacing("=", with: "%3D")
    }

    @Test("QR-12, QR-14, QR-15: the code of the page activates one device, which is listed and can be removed")
    func theCodeActivatesOneDevice() async throws {
        let station = try await StationUnderTest()
        #expect(try await station.get("/welcome").text.contains("href=\"/welcome/scan\""))
        let empty = try await station.get("/devices").text
        #expect(empty.contains("No other devices yet") && empty.contains("href=\"/devices/activation\""))
        let code = try await code(station)
        let platform = try #require(HTTPField.Name("Sec-CH-UA-Platform"))
        let answer = try await station.post("/welcome/activate", form(code), headers: [platform: "\"Android\""])
        #expect(answer.location == "/documents?done=activated")
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("device=") && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
        let token = String(try #require(cookie.split(separator: ";").first))
        let list = try await station.get("/devices", headers: [.cookie: token]).text
        #expect(list.contains("Android device (this one)"))
        #expect(list.contains("data-opens=\"remove-1\"") && list.contains("You will be signed out"))
        #expect(list.contains("action=\"/devices/1/remove\"") && list.contains(">Remove and Sign Out</button>"))
        let others = try await station.get("/devices").text
        #expect(others.contains("Remove “Android device”?") && !others.contains("Sign Out"))
        let again = try await station.post("/welcome/activate", form(code))
        #expect(again.status == .unprocessableContent && again.text.contains("used before"))
        #expect(again.headers[.setCookie] == nil)
        #expect(try await station.post("/devices/1/remove").location == "/devices?done=removed")
        #expect(try await station.get("/devices").text.contains("No other devices yet"))
    }

    @Test("QR-3: what is no code of the station activates nothing, and says so")
    func otherCodesActivateNothing() async throws {
        let station = try await StationUnderTest()
        let other = try await code(try await StationUnderTest())
        for text in ["", "hello", other, try await code(station) + "x"] {
            let answer = try await station.post("/welcome/activate", form(text))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Activation failed") && answer.text.contains("href=\"/welcome/scan\""))
        }
        #expect(try await station.post("/welcome/activate", "other=1").status == .badRequest)
        #expect(try await station.post("/devices/x/remove").status == .notFound)
        #expect(try await station.get("/devices").text.contains("No other devices yet"))
    }

    @Test("QR-4, QR-7, QR-9, QR-12: the scan has its bar, guide, photos, gallery and result")
    func theScanHasAllItsParts() async throws {
        let page = try await StationUnderTest().get("/welcome/scan").text
        for part in [
            "href=\"/welcome\">Cancel", "<h1>Scan</h1>", "data-torch", "class=\"guide\"", "class=\"photo-strip\"",
            "data-gallery", "Scan successful", ">Continue</button>",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }
}
