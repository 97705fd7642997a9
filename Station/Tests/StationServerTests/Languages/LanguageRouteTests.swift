import FoundationEssentials
import HTTPTypes
import StationRules
import StationServer
import StationViews
import TestSupport
import Testing

@Suite struct LanguageRouteTests {
    @Test("screens are in the language that the browser asks for, and say so")
    func acceptLanguage() async throws {
        let station = try await StationUnderTest()
        let german = try await station.get("/documents", headers: [.acceptLanguage: "de-DE,de;q=0.9,en;q=0.5"])
        #expect(german.text.contains("<html lang=\"de\">") && german.text.contains("<h1>Bibliothek</h1>"))
        #expect(german.headers[.contentLanguage] == "de")
        let english = try await station.get("/documents", headers: [.acceptLanguage: "fr"])
        #expect(english.text.contains("<html lang=\"en\">") && english.text.contains("<h1>Library</h1>"))
        #expect(english.headers[.contentLanguage] == "en")
        #expect(try await station.get("/documents").text == english.text)
    }

    @Test("what the person chose in the profile wins over the browser, until it is taken back")
    func chosen() async throws {
        let station = try await StationUnderTest()
        let saved = try await station.post("/profile/language", "language=de", headers: Self.own)
        let cookie = try #require(saved.headers[.setCookie])
        #expect(saved.location == "/profile?done=language")
        #expect(cookie.hasPrefix("language=de;") && cookie.contains("HttpOnly") && cookie.contains("Max-Age=31536000"))
        let page = try await station.get(
            "/profile?done=language", headers: [.cookie: "place=devices; language=de", .acceptLanguage: "en"])
        #expect(
            page.text.contains("Sprache gespeichert") && page.text.contains("<option value=\"de\" selected>Deutsch"))
        let other = try await station.get("/documents", headers: [.cookie: "language=en", .acceptLanguage: "de"])
        #expect(other.text.contains("<html lang=\"en\">"))
        let forged = try await station.get("/documents", headers: [.cookie: "language=xx", .acceptLanguage: "de"])
        #expect(forged.text.contains("<html lang=\"de\">"))
        let back = try await station.post("/profile/language", "language=", headers: Self.own)
        #expect(back.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await station.post("/profile/language", "language=xx", headers: Self.own).status == .badRequest)
    }

    @Test("errors, problems and refusals are in the language of who asked")
    func errors() async throws {
        let station = try await StationUnderTest()
        let missing = try await station.get("/documents/99", headers: Self.german)
        #expect(missing.status == .notFound && missing.text.contains("Seite nicht gefunden"))
        let problem = try await station.ask(
            .post, "/api/documents", Array("no picture".utf8), headers: Self.own.with(Self.german))
        #expect(problem.status == .unprocessableContent && problem.text.contains("weder ein PDF"))
        let foreign = try await station.ask(.get, "/documents", authority: "example.org", headers: Self.german)
        #expect(foreign.status == .misdirectedRequest && foreign.text.contains("Unter diesem Namen"))
    }

    @Test("the live scanner answers in the language of its channel")
    func live() async throws {
        let station = try await StationUnderTest()
        let path = try #require(try await station.get("/scan").location)
        let scanner = try await station.scanner(try #require(DraftName(String(path.dropFirst("/scan/".count)))))
        await scanner.begin(replacing: nil)
        await scanner.setCamera(.ready)
        let german = await Language.$current.withValue(.german) { await scanner.answer() }
        #expect(german.display.prompt == "Das Dokument ins Bild legen")
        #expect(await scanner.answer().display.prompt == "Position the document in view")
    }

    @Test("no screen has a text of another language")
    func screens() async throws {
        for screen in try await Screens.all(headers: Self.german) {
            #expect(screen.html.contains("<html lang=\"de\">"), "\(screen.path)")
            let texts = Self.texts(of: screen.html)
            #expect(!texts.isEmpty, "\(screen.path)")
            for shown in texts {
                #expect(!Self.isEnglish(shown), "\(screen.path): \(shown)")
            }
        }
    }

    private static let germanTexts = Set(Catalogue.german.values)

    private static func isEnglish(_ text: String) -> Bool {
        Catalogue.german[text] != nil && !germanTexts.contains(text)
    }

    private static let german: HTTPFields = [.acceptLanguage: "de"]
    private static let own: HTTPFields = [.origin: "http://localhost:8347"]

    /// What stands between tags, and in attributes that are read out.
    private static func texts(of html: String) -> [String] {
        let between = html.matches(of: />([^<>]+)</).map { String($0.output.1) }
        let spoken = html.matches(of: /(?:aria-label|alt|title|aria-description)="([^"]+)"/).map { String($0.output.1) }
        return (between + spoken).map { String($0.trimmingPrefix(while: \.isWhitespace)) }
    }
}
