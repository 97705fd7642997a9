import Foundation
import HTTPTypes
import RectoBarcode
import RectoCodecs
import RectoCore
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

@Suite struct PlaceRouteTests {
    private func station() async throws -> (StationUnderTest, Library, Int64, PlaceLabel) {
        let station = try await StationUnderTest()
        let library = try Library(folder: station.folder.path("station"))
        let corner = try #require(GeoPoint(longitude: 10, latitude: 50))
        let id = try library.addMapObject(
            MapObject(kind: .place, type: .shelf, name: "Shelf (3) äöü", corners: [corner]), at: .now
        ).id
        let label = try #require(try library.mapObject(id).code.flatMap { PlaceLabel(code: $0) })
        return (station, library, id, label)
    }

    private func document(_ library: Library) throws -> Int64 {
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: "Rent", captured: .now, pages: [page]))
    }

    @Test func aLabelOpensItsPlaceAndFilesTheDocumentOnesSawLast() async throws {
        let (station, library, id, label) = try await station()
        let rent = try document(library)
        let path = "/place/\(label.code)"
        let place = try await station.get(path, headers: [.cookie: "place-library=/documents/\(rent)"]).text
        #expect(place.contains("<h1>Shelf (3) äöü</h1>") && place.contains("No documents here yet."))
        #expect(place.contains("href=\"/map?object=\(id)\""))
        let filed = try await station.post("\(path)/file", "document=\(rent)")
        let location = try #require(filed.location)
        #expect(location.hasPrefix("\(path)?done=filed&undo="))
        let after = try await station.get(location, headers: [.cookie: "place-library=/documents/\(rent)"]).text
        #expect(
            after.contains("Filed in “Shelf (3) äöü”") && after.contains("1 document here") && after.contains(">Rent<"))
        #expect(after.contains("href=\"/documents?place=\(id)\""))
        // Documents that are already there are not offered again.
        #expect(!after.contains("File “Rent”"))
        // Its screen shows the place.
        #expect(try await station.get("/documents/\(rent)").text.contains("href=\"\(path)\""))
        let undo = try #require(after.firstMatch(of: #/action="(\/documents\/undo\/[0-9-]+)"/#)?.output.1)
        _ = try await station.post(String(undo))
        #expect(try library.document(rent).place == nil)
        #expect(try await station.get("/place/0000000000").status == .notFound)
        #expect(try await station.post("\(path)/file", "").status == .badRequest)
        #expect(try await station.get(path.lowercased()).status == .ok)
    }

    @Test("A scan that goes to a place when it is saved is told there, not offered again, and taken back")
    func filedDraft() async throws {
        let (station, library, id, label) = try await station()
        let name = DraftName()
        let camera = try await CameraUnderTest(try await station.scanner(name))
        #expect(try await camera.capture("letter-wood"))
        await camera.close()
        let path = "/place/\(label.code)"
        #expect(try await station.get(path).text.contains("File the scan that is not saved yet"))
        _ = try await station.post("\(path)/file", "draft=\(name.text)")
        #expect(try library.place(ofDraft: name.text)?.id == id)
        let filed = try await station.get(path).text
        #expect(filed.contains("goes here when you save it") && !filed.contains("File the scan that"))
        _ = try await station.post("\(path)/file", "draft=\(name.text)&remove=yes")
        #expect(try library.place(ofDraft: name.text) == nil)
        #expect(try await station.get(path).text.contains("File the scan that is not saved yet"))
    }

    @Test("The label of a place that was deleted says so, tells what was in it, and brings it back")
    func goneLabel() async throws {
        let (station, library, id, label) = try await station()
        let rent = try document(library)
        _ = try library.file([rent], intoPlace: id, at: .now)
        _ = try await station.post("/map/objects/\(id)/delete")
        let gone = try await station.get("/place/\(label.code)")
        #expect(gone.status == .notFound && gone.text.contains("“Shelf (3) äöü” was deleted from the map."))
        #expect(gone.text.contains("1 document was in it") && gone.text.contains("href=\"/documents/\(rent)\""))
        let undo = try #require(gone.text.firstMatch(of: #/action="(\/map\/undo\/[0-9]+)"/#)?.output.1)
        _ = try await station.post(String(undo))
        #expect(try await station.get("/place/\(label.code)").status == .ok)
        #expect(try library.document(rent).place == id)
    }

    @Test("Labels whose address this computer alone can open are warned of")
    func localAddress() async throws {
        let (station, _, _, _) = try await station()
        let form = try await station.get("/map/labels").text
        let isLocal = form.firstMatch(of: #/opens the place by it, at http:\/\/(localhost|127\.|\[::1\])/#) != nil
        #expect(form.contains("which is this computer’s own address") == isLocal)
    }

    @Test func aScannedLabelOpensOrFilesInto() async throws {
        let (station, library, id, label) = try await station()
        let rent = try document(library)
        #expect(try await station.post("/map/scan", "code=\(label.code)").location == "/place/\(label.code)")
        let screen = try await station.get("/map/scan?at=/documents/\(rent)").text
        #expect(
            screen.contains("data-channel=\"/live/label\"") && screen.contains("name=\"document\" value=\"\(rent)\""))
        let filed = try await station.post("/map/scan", "code=\(label.code)&document=\(rent)")
        #expect(filed.location?.hasPrefix("/documents/\(rent)?done=filed") == true)
        let notice = try await station.get(try #require(filed.location)).text
        #expect(notice.contains("Filed by its label") && notice.contains("/documents/\(rent)/undo/"))
        #expect(try library.document(rent).place == id)
        let draft = try await station.post("/map/scan", "code=\(label.code)&draft=0123456789abcdef")
        #expect(draft.location == "/place/\(label.code)?done=draft")
        #expect(try library.place(ofDraft: "0123456789abcdef")?.id == id)
        #expect(try await station.post("/map/scan", "code=nonsense").status == .notFound)
    }

    @Test("The list shows what is in a place; a document goes there by its form, and out again")
    func filteredByPlace() async throws {
        let (station, library, id, label) = try await station()
        let (rent, _) = (try document(library), try document(library))
        let form = try await station.get("/documents/\(rent)").text
        #expect(form.contains("value=\"\(label.code)\""))
        let filed = try await station.post("/documents/\(rent)/edit", "title=Rent&place=\(label.code)")
        #expect(filed.status == .seeOther)
        #expect(try library.document(rent).place == id)
        let list = try await station.get("/documents?place=\(id)").text
        #expect(list.contains("href=\"/documents/\(rent)?place=\(id)\"") && list.contains("Shelf (3) äöü"))
        let answer = try await station.get("/api/documents?place=\(id)").text
        #expect(answer.contains("\"id\":\(rent)") && answer.contains("\"place\":\(id)"))
        #expect(try await station.get("/api/names").text.contains("\"name\":\"Shelf (3) äöü\""))
        _ = try await station.post("/documents/\(rent)/edit", "title=Rent&place=")
        #expect(try library.document(rent).place == nil)
    }

    @Test func programsFileByLabel() async throws {
        let (station, library, id, label) = try await station()
        let rent = try document(library)
        let answer = try await station.ask(
            .patch, "/api/documents/\(rent)", Array("{\"place\":\"\(label.code)\"}".utf8))
        #expect(answer.status == .ok && answer.text.contains("\"place\":\(id)"))
        let wrong = try await station.ask(.patch, "/api/documents/\(rent)", Array("{\"place\":\"Attic\"}".utf8))
        #expect(wrong.status == .unprocessableContent)
    }

    @Test("A printed sheet is read by the engine, label by label", arguments: ["a4-21", "letter-30"])
    func roundTrip(_ name: String) async throws {
        let (station, library, first, _) = try await station()
        let corner = try #require(GeoPoint(longitude: 11, latitude: 50))
        var ids = [first]
        for number in 1...4 {
            ids.append(
                try library.addMapObject(
                    MapObject(kind: .place, name: "A storage box with a long name \(number)", corners: [corner]),
                    at: .now
                ).id)
        }
        let list = ids.map { "&place=\($0)" }.joined()
        let sheet = try await station.get("/map/labels/sheet?paper=\(name)&used=2\(list)")
        #expect(sheet.headers[.contentType] == "application/pdf" && sheet.text.hasPrefix("%PDF"))
        let paper = try #require(LabelPaper.named(name))
        var reader = try CodeReader()
        var found: [Int64] = []
        for spot in paper.spots(ids.count, used: 2) {
            let image = try LabelPicture.image(of: sheet.text, at: spot, paper)
            let codes = image.withView { reader.read($0) }
            let label = try #require(codes.first.flatMap { PlaceLabel(text: $0.text) })
            #expect(codes.first?.text.hasSuffix("/place/\(label.code)") == true)
            found.append(try #require(try library.mapObject(labelled: label)).id)
        }
        #expect(found == ids)
        // An invalid number of used labels is refused.
        #expect(try await station.get("/map/labels/sheet?paper=\(name)").status == .badRequest)
        #expect(try await station.get("/map/labels/sheet?paper=a0\(list)").status == .badRequest)
        #expect(try await station.get("/map/labels/sheet?paper=\(name)&used=99\(list)").status == .badRequest)
        // Shown at the selection, which is kept.
        let none = try await station.get("/map/labels/sheet?paper=\(name)&used=1").text
        #expect(none.contains("role=\"alert\">Choose at least one place.") && !none.contains("\" checked>"))
        #expect(none.contains("value=\"\(name)\" selected") && none.contains("name=\"used\" value=\"1\""))
        let form = try await station.get("/map/labels?place=\(first)").text
        #expect(form.matches(of: #/name="place" value="\d+" checked/#).count == 1)
    }

    @Test("Of many places those that somebody comes from can be printed, and what cannot be printed is said before")
    func manyLabels() async throws {
        let (station, library, _, _) = try await station()
        let corner = try #require(GeoPoint(longitude: 11, latitude: 50))
        let features = (1...600).map { number in
            GeoJSON.Feature(id: nil, object: MapObject(kind: .place, name: "Box \(number)", corners: [corner]))
        }
        _ = try library.addMapObjects(features, at: .now)
        let last = try library.addMapObject(MapObject(kind: .place, name: "مخزن", corners: [corner]), at: .now).id
        let form = try await station.get("/map/labels?place=\(last)").text
        #expect(form.contains("name=\"place\" value=\"\(last)\" checked"))
        #expect(form.matches(of: #/name="place" value="/#).count == 500)
        #expect(form.contains("102 more places are not listed here."))
        #expect(form.matches(of: #/its code stands in its place/#).count == 1)
        let label = try #require(try library.mapObject(last).code.flatMap { PlaceLabel(code: $0) })
        let sheet = try await station.get("/map/labels/sheet?paper=a4-21&place=\(last)").text
        #expect(sheet.matches(of: #/\(([^()]*)\) Tj/#).first?.output.1 == label.readable[...])
        // As drawn by the browser.
        let drawn = try await draw(last, try Photos.bytes("letter-wood"), station)
        #expect(drawn.headers[.contentType] == "application/pdf")
        #expect(drawn.text.contains("/Filter [/ASCIIHexDecode /DCTDecode]") && drawn.text.contains("cm /P0 Do Q"))
        #expect(drawn.text.matches(of: #/\(([^()]*)\) Tj/#).map(\.output.1) == ["Storage box", label.readable[...]])
        #expect(try await !draw(last, Array("no picture".utf8), station).text.contains("/P0"))
    }

    private func draw(
        _ place: Int64, _ picture: [UInt8], _ station: StationUnderTest
    ) async throws -> StationUnderTest.Answer {
        func part(_ field: String) -> String { "--x\r\nContent-Disposition: form-data; name=\"\(field)\"" }
        let text =
            "\(part("paper"))\r\n\r\na4-21\r\n\(part("place"))\r\n\r\n\(place)\r\n\(part("name-\(place)")); filename=\"name.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        return try await station.ask(
            .post, "/map/labels/sheet", Array(text.utf8) + picture + Array("\r\n--x--\r\n".utf8),
            headers: [.contentType: "multipart/form-data; boundary=x"])
    }

    @Test("Of many places those are found whose labels are wanted, and what was chosen before stays")
    func searchedLabels() async throws {
        let (station, library, first, _) = try await station()
        let corner = try #require(GeoPoint(longitude: 11, latitude: 50))
        let features = (1...600).map { number in
            GeoJSON.Feature(id: nil, object: MapObject(kind: .place, name: "Box \(number)", corners: [corner]))
        }
        _ = try library.addMapObjects(features, at: .now)
        #expect(try await !station.get("/map/labels").text.contains(" checked>"))
        let found = try await station.get("/map/labels?q=Box+599&place=\(first)&used=4").text
        #expect(found.matches(of: #/name="place" value="\d+"/#).count == 2 && found.contains("> Box 599 <"))
        #expect(found.matches(of: #/name="place" value="(\d+)" checked/#).map(\.output.1) == ["\(first)"])
        #expect(found.contains("name=\"used\" value=\"4\"") && !found.contains("more places are not listed"))
        #expect(try await station.get("/map/labels?q=Attic").text.contains("Nothing found on the map."))
    }

    @Test("The station’s scanner knows the labels of its places, and no others")
    func scanner() async throws {
        let (station, library, _, label) = try await station()
        let codes = try ActivationCodes(library: library, key: try SigningKey(file: station.folder.path("key")))
        func show(_ text: String) async throws -> CodeScannerAnswer {
            let scanner = try LiveCodeScanner(codes, labels: { (try? library.mapObject(labelled: $0))?.object.name })
            await scanner.setCamera(.ready)
            let frame = try CodeFrame.image(of: text, at: .middle)
            var answer = await scanner.answer()
            for tenth in 0..<20 where answer.code == nil {
                answer = await scanner.answer(
                    try LiveUplink(Uplink.luminance(frame, sequence: tenth, milliseconds: tenth * 100)))
            }
            return answer
        }
        let known = try await show(label.text(origin: "https://box.local:8347"))
        // Several boxes may have the same name.
        #expect(known.place == "Shelf (3) äöü")
        #expect(known.code == label.code && known.display.feedback == .successful)
        let foreign = try await show("https://box.local/place/0000000000")
        #expect(foreign.code == nil && foreign.display.feedback == .invalid)
        #expect(foreign.display.prompt.contains("not the label of a place"))
        #expect(try await show("hello").display.feedback == .invalid)
    }
}

/// A label of a sheet as a camera sees it, drawn from the rectangles of the PDF.
private enum LabelPicture {
    private static let pixels = 12.0

    static func image(of pdf: String, at spot: LabelPaper.Spot, _ paper: LabelPaper) throws -> GrayImage {
        let size = try PixelSize(width: Int(paper.labelWidth * pixels), height: Int(paper.labelHeight * pixels))
        var image = [UInt8](repeating: 230, count: size.area)
        let pages = pdf.split(separator: "stream\n0 g\n").dropFirst()
        let page = try #require(pages.dropFirst(spot.sheet).first)
        for match in page.matches(of: #/([0-9.]+) ([0-9.]+) ([0-9.]+) ([0-9.]+) re\n/#) {
            let values = [match.output.1, match.output.2, match.output.3, match.output.4].map {
                (Double($0) ?? 0) * 25.4 / 72
            }
            let (left, bottom) = (values[0] - spot.x, paper.height - values[1] - spot.y)
            let rows = Int((bottom - values[3]) * pixels)..<Int(bottom * pixels)
            let columns = Int(left * pixels)..<Int((left + values[2]) * pixels)
            for y in rows where 0..<size.height ~= y {
                for x in columns where 0..<size.width ~= x { image[y * size.width + x] = 20 }
            }
        }
        return try GrayImage(size: size, packed: image)
    }
}
