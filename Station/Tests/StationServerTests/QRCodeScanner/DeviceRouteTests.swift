import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationServer
import TestSupport
import Testing

/// How a device gets access to the station, page by page.
@Suite struct DeviceRouteTests {
    /// A browser that has signed in with the token.
    private let known: HTTPFields = [.authorization: "Bearer 0123456789abcdef0123"]

    /// Returns a station that other devices can reach.
    private func station(_ encryption: StationEncryption = .none) async throws -> StationUnderTest {
        let folder = try TemporaryFolder()
        try Data("0123456789abcdef0123".utf8).write(to: URL(filePath: folder.path("token")))
        return try await StationUnderTest(folder: folder) {
            $0.host = "0.0.0.0"
            $0.names = ["scan.example.org"]
            $0.tokenFile = folder.path("token")
            $0.encryption = encryption
        }
    }

    /// Returns the text of a new code as read from the page by a camera.
    private func code(_ station: StationUnderTest) async throws -> String {
        let page = try await station.get("/devices/activation", headers: known).text
        return try #require(try CodeFrame.read(CodeFrame.image(svg: page, at: .whole)).first)
    }

    private func form(_ code: String) -> String {
        "code=" + code.replacing("&", with: "%26").replacing("=", with: "%3D").replacing("#", with: "%23")
    }

    @Test("QR-12, QR-14, QR-15: the code of the page activates one device, which is listed and can be removed")
    func theCodeActivatesOneDevice() async throws {
        let station = try await station()
        #expect(try await station.get("/welcome").text.contains("href=\"/welcome/scan\""))
        let empty = try await station.get("/devices", headers: known).text
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
        let others = try await station.get("/devices", headers: known).text
        #expect(others.contains("Remove “Android device”?") && !others.contains("Sign Out"))
        let again = try await station.post("/welcome/activate", form(code))
        #expect(again.status == .unprocessableContent && again.text.contains("used before"))
        #expect(again.headers[.setCookie] == nil)
        #expect(try await station.post("/devices/1/remove", headers: known).location == "/devices?done=removed")
        #expect(try await station.get("/devices", headers: known).text.contains("No other devices yet"))
    }

    @Test("QR-3: what is no code of the station activates nothing, and says so")
    func otherCodesActivateNothing() async throws {
        let station = try await station()
        let other = try await code(try await self.station())
        for text in ["", "hello", other, try await code(station) + "x"] {
            let answer = try await station.post("/welcome/activate", form(text))
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("Activation failed") && answer.text.contains("href=\"/welcome/scan\""))
        }
        #expect(try await station.post("/welcome/activate", "other=1").status == .badRequest)
        #expect(try await station.post("/devices/x/remove", headers: known).status == .notFound)
        #expect(try await station.get("/devices", headers: known).text.contains("No other devices yet"))
    }

    @Test("QR-17: a code is a link to a page that signs the device in, and no address has the code in it")
    func link() async throws {
        let station = try await station(.own)
        let code = try await code(station)
        #expect(code.hasPrefix("https://scan.example.org:8347/activate#code="))
        let page = try await station.get("/activate")
        #expect(page.status == .ok && page.text.contains("qr-code-scanner/activate.js"))
        #expect(page.text.contains("<form method=\"post\" action=\"/welcome/activate\">"))
        let answer = try await station.post("/welcome/activate", form(code))
        #expect(answer.location == "/documents?done=activated")
        #expect(answer.headers[.setCookie]?.contains("; Secure") == true)
    }

    @Test("QR-18: the page shows where others reach the station, and how they come to trust it")
    func addresses() async throws {
        let page = try await station(.own).get("/devices", headers: known).text
        #expect(
            page.contains("<span id=\"address-0\">https://scan.example.org:8347</span>")
                && page.contains("<span id=\"join\">http://scan.example.org:8348</span>"))
        // Lines end between bytes only.
        #expect(page.contains(/id="fingerprint">([0-9A-F]{2}:<wbr>){31}[0-9A-F]{2}<wbr><\/span>/))
        for id in ["address-0", "join", "fingerprint"] { #expect(page.contains("data-copies=\"\(id)\"")) }
        let plain = try await station().get("/devices", headers: known).text
        #expect(plain.contains(">http://scan.example.org:8347</span>") && !plain.contains("Fingerprint"))
    }

    @Test("QR-18: where no other device can come there is no code, but the way to change that")
    func noCodeForNobody() async throws {
        let station = try await StationUnderTest()
        let page = try await station.get("/devices").text
        #expect(
            page.contains("Only this computer can use Recto")
                && page.contains("<code id=\"command\">recto-station --listen 0.0.0.0</code>"))
        #expect(page.contains("data-copies=\"command\""))
        #expect(!page.contains("href=\"/devices/activation\""))
        let answer = try await station.get("/devices/activation")
        #expect(
            answer.status == .conflict && answer.text.contains("--listen 0.0.0.0")
                && !answer.text.contains("code-symbol"))
    }

    @Test("QR-19: a code of an earlier version is told of as such")
    func outdated() async throws {
        let answer = try await station().post("/welcome/activate", form("recto://activate?code=1&exp=2&kid=3&sig=4"))
        #expect(answer.status == .unprocessableContent && answer.text.contains("older version of Recto"))
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
