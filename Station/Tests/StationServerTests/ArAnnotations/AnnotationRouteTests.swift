import HTTPTypes
import Testing

@Suite struct AnnotationRouteTests {
    private func station() async throws -> StationUnderTest {
        let station = try await StationUnderTest()
        let chosen = try await station.post("/ar/new/picture", bytes: Photos.page("report-nearWhite")).location
        let name = try #require(chosen?.split(separator: "=").last)
        _ = try await station.post("/ar", "picture=\(name)&title=Shelf&width=210")
        return station
    }

    private static let form = "title=Contracts&subtitle=Since+2019&icon=folder&across=25&down=40&document="

    @Test("AA-9, CE-13: an annotation is added where the picture was tapped, changed by the same form, and deleted")
    func anAnnotationIsAddedChangedAndDeleted() async throws {
        let station = try await station()
        let new = try await station.get("/ar/1/annotations/new?x=0.25&y=0.4").text
        #expect(new.contains("New Annotation") && !new.contains("data-refused"))
        #expect(new.contains(/name="across"[^>]+value="25"/) && new.contains(/name="down"[^>]+value="40"/))
        #expect(try await station.post("/ar/1/annotations", Self.form).location == "/ar/1/edit?done=annotationAdded")
        let scene = try await station.get("/ar/1/edit?done=annotationAdded").text
        #expect(scene.contains("Annotation added"))
        #expect(scene.contains("href=\"/ar/1/annotations/1\" data-x=\"0.25\" data-y=\"0.4\""))
        let old = try await station.get("/ar/1/annotations/1").text
        #expect(old.contains("Edit Annotation") && old.contains("value=\"Contracts\""))
        #expect(old.contains(/value="folder" checked/))
        func fields(_ text: String) -> [String] { text.matches(of: /name="([a-z]+)"/).map { String($0.1) } }
        #expect(fields(new) == fields(old))
        let changed = Self.form.replacing("Contracts", with: "Invoices")
        #expect(try await station.post("/ar/1/annotations/1", changed).location == "/ar/1/edit?done=annotationSaved")
        #expect(try await station.get("/ar/1/edit").text.contains("Invoices"))
        #expect(try await station.post("/ar/1/annotations/1/delete").location == "/ar/1/edit?done=annotationDeleted")
        #expect(try await station.get("/ar/1/annotations/1").status == .notFound)
    }

    @Test("AA-9: an annotation leads to a document of the library")
    func linksDocuments() async throws {
        let station = try await station()
        _ = try await station.post("/scan/0123456789abcdef/import", bytes: Photos.bytes("letter-wood"))
        _ = try await station.post("/scan/0123456789abcdef/save")
        _ = try await station.post("/ar/1/annotations", Self.form + "1")
        #expect(try await station.get("/ar/1/annotations/1").text.contains(/<option value="1" selected>Scan\s/))
        let view = try await station.get("/ar/1").text
        #expect(view.contains("<a class=\"button primary\" href=\"/documents/1?via=scene-1\">Open Document"))
        // To the trash, and permanently.
        for _ in 1...2 { _ = try await station.post("/documents/1/delete") }
        let without = try await station.get("/ar/1").text
        #expect(without.contains("No document is linked"))
    }

    @Test("AA-2, AA-11, CA-15: each annotation has a marker, a card in a list, and a panel")
    func cameraView() async throws {
        let station = try await station()
        _ = try await station.post("/ar/1/annotations", Self.form)
        _ = try await station.post("/ar/1/annotations", Self.form.replacing("Contracts", with: "Invoices"))
        let text = try await station.get("/ar/1").text
        #expect(text.contains(/data-marker="1" aria-pressed="false" aria-label="2 of 2: Invoices"/))
        #expect(text.contains("<ol class=\"ar-cards\" aria-label=\"Annotations\">"))
        let cards = text.matches(of: /<button type="button" class="ar-card"(?s:.+?)<\/button>/)
        #expect(cards.count == 2)
        #expect(cards.allSatisfy { $0.0.contains(/ar-card-media(?s:.+)ar-card-header(?s:.+)ar-card-footer/) })
        #expect(text.contains(/data-detail="0" role="dialog" aria-labelledby="detail-0" hidden/))
    }

    @Test("EH-3, MO-13, NV-6: what is wrong is told at its field, with what was entered, which counts as a change")
    func problemsAreToldAtTheirFields() async throws {
        let station = try await station()
        let answer = try await station.post("/ar/1/annotations", "title=&subtitle=%3Cb%3E&icon=none&across=x&down=900")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("Enter a title.") && answer.text.contains("value=\"&lt;b&gt;\""))
        #expect(answer.text.contains(/name="across"[^>]+value="50"/))
        #expect(answer.text.contains(/name="down"[^>]+value="100"/))
        #expect(answer.text.contains("data-refused=\"/ar/1/annotations/new?x=0.5&amp;y=1.0\""))
        _ = try await station.post("/ar/1/annotations", Self.form)
        let again = try await station.post("/ar/1/annotations/1", "title=")
        #expect(again.status == .unprocessableContent && again.text.contains("Edit Annotation"))
        #expect(again.text.contains("data-refused=\"/ar/1/annotations/1\""))
        for path in ["/ar/2/annotations", "/ar/1/annotations/7", "/ar/1/annotations/7/delete", "/ar/x/annotations"] {
            #expect(try await station.post(path, Self.form).status == .notFound)
        }
        #expect(try await station.get("/ar/1/annotations/new?x=nan&y=-4").status == .ok)
    }

    @Test func scenesHaveALimit() async throws {
        let station = try await station()
        for _ in 0..<50 { _ = try await station.post("/ar/1/annotations", Self.form) }
        let answer = try await station.post("/ar/1/annotations", Self.form)
        #expect(answer.status == .conflict && answer.text.contains("at most 50"))
    }
}
