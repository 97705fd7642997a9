import HTTPTypes
import RectoCodecs
import RectoCore
import StationServer
import Testing

@Suite struct ArRouteTests {
    private static let photo = "report-nearWhite"

    /// Submits a chosen picture, and returns the URL of its form.
    private func chosen(_ station: StationUnderTest, _ bytes: [UInt8]) async throws -> String {
        try #require(try await station.post("/ar/new/picture", bytes: bytes).location)
    }

    private func name(_ location: String) throws -> String {
        String(try #require(location.split(separator: "=").last))
    }

    /// Returns a uniformly gray picture, which has no features.
    private static func blank() throws -> [UInt8] {
        try JPEGWriter.standard.encode(.gray(GrayImage(size: try PixelSize(width: 400, height: 300))))
    }

    @Test("ES-1, ES-2, NV-5: without scenes the list says so, and leads to the first one")
    func emptyList() async throws {
        let text = try await StationUnderTest().get("/ar").text
        #expect(text.contains("No scenes yet"))
        #expect(text.contains("href=\"/ar/new\">New Scene"))
        #expect(text.contains("<a href=\"/ar\" aria-current=\"page\">"))
    }

    @Test("AR-15, MO-4, MO-5: picture, quality, title and width become an anchor, and its card")
    func createsAnAnchor() async throws {
        let station = try await StationUnderTest()
        let first = try await station.get("/ar/new").text
        #expect(first.contains("<dialog id=\"new\" class=\"sheet full\""))
        let bar = try #require(first.firstMatch(of: /<header class="bar sheet-bar">(.+?)<\/header>/))
        #expect(bar.1.contains(/Cancel.+New Scene.+disabled>Create/))
        let form = try await chosen(station, Photos.page(Self.photo))
        let text = try await station.get(form).text
        #expect(text.contains(/<meter min="0" max="100" low="40" high="70" optimum="100" value="\d+"/))
        #expect(text.contains("verdict-good"))
        #expect(try await station.get("/ar/new/pictures/\(name(form))").body == Photos.page(Self.photo))
        let created = try await station.post("/ar", "picture=\(name(form))&title=Shelf+3&width=210")
        #expect(created.location == "/ar/1/edit?done=created")
        let edit = try await station.get("/ar/1/edit?done=created").text
        #expect(edit.contains("<h1>Shelf 3</h1>"))
        #expect(edit.contains("210 mm wide"))
        #expect(edit.contains("Scene created"))
        let list = try await station.get("/ar").text
        #expect(list.matches(of: /<li class="card card-2x2 ar-card">/).count == 1)
        #expect(list.contains("No annotations"))
    }

    @Test("CA-1, CA-3, CA-4, CA-15: a card has an image, a header that leads to the scene, and a footer with actions")
    func aCardHasImageHeaderAndFooter() async throws {
        let station = try await station()
        let list = try await station.get("/ar").text
        let card = try #require(list.firstMatch(of: /<li class="card (?s:.+?)<\/li>/)).0
        #expect(card.contains(/<a class="card-main" href="\/ar\/1"><img class="card-media"/))
        #expect(
            card.contains(
                /card-header.+headline">Shelf<.+subhead">No annotations<.+<span class="tag tag-positive">Good</))
        #expect(card.contains(/<footer class="card-footer"><a class="button" href="\/ar\/1".+href="\/ar\/1\/edit"/))
        let picture = try #require(list.firstMatch(of: /src="(\/ar\/1\/picture\/screen\?v=[0-9a-f]+)"/)).1
        let answer = try await station.get(String(picture))
        #expect(answer.status == .ok && answer.headers[.contentType] == "image/jpeg")
        #expect(try await station.get("/ar/2/picture/screen").status == .notFound)
    }

    private func station() async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        let form = try await chosen(station, Photos.page(Self.photo))
        _ = try await station.post("/ar", "picture=\(name(form))&title=Shelf&width=")
        return station
    }

    @Test("AR-15, EH-7: a poor picture is refused with the reason and a way on")
    func refusesPoorPictures() async throws {
        let station = try await StationUnderTest()
        let form = try await chosen(station, Self.blank())
        let text = try await station.get(form).text
        #expect(text.contains("verdict-poor"))
        #expect(text.contains("role=\"alert\""))
        #expect(text.contains("Too little detail"))
        #expect(text.contains("<a class=\"button primary\" href=\"/ar/new\">Choose Another Picture"))
        #expect(text.contains("form=\"create\" disabled>Create"))
        // Sending it anyway has no effect.
        let sent = try await station.post("/ar", "picture=\(name(form))&title=Wall&width=")
        #expect(sent.status == .unprocessableContent)
        #expect(try await station.get("/ar").text.contains("No scenes yet"))
    }

    @Test("EH-3: files that are no pictures, and pictures that are gone, are told where they were chosen")
    func refusesOtherFiles() async throws {
        let station = try await StationUnderTest()
        let form = try await chosen(station, [1, 2, 3])
        #expect(form == "/ar/new?refused=unreadable")
        let text = try await station.get(form).text
        #expect(text.contains("aria-invalid=\"true\" aria-describedby=\"refusal\""))
        #expect(text.contains("not a JPEG or PNG image"))
        let unknown = String(repeating: "0", count: 64)
        #expect(try await station.get("/ar/new?picture=\(unknown)").location == "/ar/new?refused=gone")
        #expect(try await station.get("/ar/new?picture=../x").location == "/ar/new?refused=gone")
        #expect(try await station.post("/ar", "picture=\(unknown)&title=x").location == "/ar/new?refused=gone")
        #expect(try await station.get("/ar/new/pictures/\(unknown)").status == .notFound)
    }

    @Test("EH-3, CE-3, MO-13: a title is needed and a width is a number; what was entered stays")
    func checksTheForm() async throws {
        let station = try await StationUnderTest()
        let form = try await chosen(station, Photos.page(Self.photo))
        let answer = try await station.post("/ar", "picture=\(name(form))&title=+&width=%22wide")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("Enter a title."))
        #expect(answer.text.contains("value=\"&quot;wide\""))
        #expect(answer.text.contains("data-refused=\"/ar/new?picture=\(try name(form))\""))
        #expect(answer.text.contains(/id="width".+aria-invalid="true"/))
    }

    @Test("AR-15: a page of a document of the library becomes an anchor")
    func pagesBecomeAnchors() async throws {
        let station = try await StationUnderTest()
        let session = "/scan/0123456789abcdef"
        _ = try await station.post("\(session)/import", bytes: Photos.bytes(Self.photo))
        _ = try await station.post("\(session)/save")
        #expect(try await station.get("/ar/new").text.contains("<button name=\"page\" value=\"1/0\""))
        let form = try #require(try await station.post("/ar/new/page", "page=1/0").location)
        #expect(try await station.get(form).text.contains("verdict-good"))
        for page in ["", "1", "1/9", "x/y", "9/0", "1/0/0"] {
            #expect(try await station.post("/ar/new/page", "page=\(page)").status.kind == .clientError)
        }
    }

    @Test("AR-4, AR-5, AR-8, AR-9, AR-10: the camera view and the instructions over it come together")
    func cameraView() async throws {
        let station = try await station()
        let text = try await station.get("/ar/1").text
        #expect(text.contains("<video class=\"picture\""))
        let coaching = try #require(text.firstMatch(of: /<section class="coaching"(?s:.+?)<\/section>/)).0
        #expect(coaching.contains("<img src=\"/ar/1/picture/screen"))
        #expect(coaching.matches(of: /<li>/).count == 3)
        #expect(coaching.contains("Begin Scan"))
        #expect(text.contains("data-leave aria-label=\"Exit\""))
        #expect(text.contains("data-coach aria-label=\"Show instructions\""))
        #expect(text.contains("guide-corners") && text.contains("guide-cross"))
        #expect(!text.contains("style="))
        #expect(try await station.get("/ar/2").status == .notFound)
    }

    @Test func deletesAndRenames() async throws {
        let station = try await station()
        #expect(try await station.post("/ar/1/rename", "title=Rack").location == "/ar/1/edit?done=renamed")
        let refused = try await station.post("/ar/1/rename", "title=")
        #expect(refused.status == .unprocessableContent && refused.text.contains("Enter a title."))
        #expect(try await station.get("/ar/1/edit").text.contains("<h1>Rack</h1>"))
        #expect(try await station.get("/ar/1/edit").text.contains("Delete this scene?"))
        #expect(try await station.post("/ar/1/delete").location == "/ar?done=deleted")
        let gone = try await station.get("/ar/1/edit")
        #expect(gone.status == .notFound && gone.text.contains("Open AR Scenes"))
    }

    @Test("FI-12, IM-18: a picture is measured behind a checkout indicator, and one that was not uploaded is told of")
    func measuring() async throws {
        let text = try await StationUnderTest().get("/ar/new").text
        #expect(
            text.contains(/<dialog id="checkout-analyze" class="checkout checkout-modal"[^>]+data-state="processing"/))
        #expect(text.contains("data-processing=\"Measuring the picture\"") && text.contains("data-checkout-stop"))
        let failed = try #require(text.firstMatch(of: /<template data-failed>(?s:.+?)<\/template>/)).0
        #expect(failed.contains("class=\"actions actions-trailing\""), "as the buttons of a dialog")
        #expect(failed.contains("data-use=\"unableToUpload\"") && failed.contains("data-action=\"upload\">Try Again"))
    }
}
