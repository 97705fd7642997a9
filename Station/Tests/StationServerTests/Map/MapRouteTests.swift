import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct MapRouteTests {
    private func station() async throws -> (StationUnderTest, Library) {
        let station = try await StationUnderTest()
        return (station, try Library(folder: station.folder.path("station")))
    }

    private func corner(_ longitude: Double, _ latitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(longitude: longitude, latitude: latitude))
    }

    @discardableResult
    private func place(
        _ name: String, at longitude: Double = 10, type: MapType = .box, glyph: String? = nil, in library: Library
    ) throws -> Int64 {
        try library.addMapObject(
            MapObject(kind: .place, type: type, name: name, glyph: glyph, corners: [try corner(longitude, 50)]),
            at: .now
        ).id
    }

    private func document(_ title: String, _ library: Library) throws -> Int64 {
        let page = NewDocument.Page(picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: title, captured: .now, pages: [page]))
    }

    /// Returns the value of a panel attribute as the browser parses it.
    private func selection(_ text: String) throws -> [String: Any] {
        let found = try #require(text.firstMatch(of: #/data-selection="([^"]*)"/#)?.output.1)
        let json = found.replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    private func points(_ station: StationUnderTest, zoom: Double = 3, bounds: String = "-180,-85,180,85") async throws
        -> [String: Any]
    {
        let answer = try await station.get("/map/points?bounds=\(bounds)&zoom=\(zoom)")
        #expect(answer.status == .ok)
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    }

    // MARK: The screen

    @Test("MP-2: the toolbar has five actions: settings, position, panels, legend, and all that there is")
    func toolbar() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/map").text
        let toolbar = try #require(
            text.firstMatch(of: #/<div class="map-toolbar" role="toolbar"[\s\S]*?<\/div>/#)?.output)
        let labels = toolbar.matches(of: #/aria-label="([^"]+)"/#).map { String($0.output.1) }.dropFirst()
        #expect(
            Array(labels) == ["Map Settings", "Current Position", "Show Panels", "Legend", "Show All"])
        #expect(text.contains("Nothing is on the map yet."))
    }

    @Test("MP-6: the legend explains every kind of marker, clusters, lines, areas and rounds")
    func legend() async throws {
        let (station, _) = try await station()
        let text = try await station.get("/map").text
        let legend = try #require(text.firstMatch(of: #/<div id="map-legend"[\s\S]*?<\/ul>/#)?.output)
        for label in MapType.allCases.map(\.label) + [
            "Several of one kind", "Several kinds", "Line", "Area", "Round with its stops", "Your position",
        ] {
            #expect(legend.contains(label), "\(label)")
        }
    }

    @Test("MP-1, MP-26: everything on the map is in a list of links, which is searched and filtered")
    func list() async throws {
        let (station, library) = try await station()
        let (box, shelf) = (try place("Box 1", in: library), try place("Shelf", type: .shelf, in: library))
        _ = try document("Rent", library)
        _ = try library.addMapObject(
            MapObject(kind: .line, name: "Corridor", corners: [try corner(0, 0), try corner(1, 1)]), at: .now)
        _ = try library.addMapObject(
            MapObject(kind: .area, name: "Cellar", corners: [try corner(0, 0), try corner(1, 0), try corner(1, 1)]),
            at: .now)
        _ = try library.addMapObject(
            MapObject(kind: .round, name: "Monday", corners: [], stops: [box, shelf]), at: .now)
        let all = try await station.get("/map").text
        for name in ["Box 1", "Shelf", "Corridor", "Cellar", "Monday"] {
            #expect(all.contains("<span class=\"headline\">\(name)</span>"), "\(name)")
        }
        #expect(all.matches(of: #/<li><a class="cell" href="\/map\?object=\d+" data-map-link>/#).count == 5)
        let rounds = try await station.get("/map?kind=rounds").text
        #expect(
            rounds.contains("Monday</span>") && !rounds.contains("Box 1</span>")
                && rounds.contains("aria-pressed=\"true\""))
        let found = try await station.get("/map?q=ox&kind=places").text
        #expect(found.contains("Box 1</span>") && !found.contains("Shelf</span>"))
        // Selecting a result keeps the search.
        #expect(found.contains("href=\"/map?q=ox&amp;kind=places&amp;object=\(box)\""))
        #expect(try await station.get("/map?q=zebra").text.contains("Nothing found on the map."))
        // The library links here.
        #expect(try await station.get("/documents").text.contains("href=\"/map\""))
    }

    @Test("MP-1: a long list comes in parts")
    func parts() async throws {
        let (station, library) = try await station()
        for number in 1...60 { try place("Box \(number)", in: library) }
        let first = try await station.get("/map").text
        #expect(first.contains("Box 50</span>") && !first.contains("Box 51</span>") && first.contains("offset=50"))
        let second = try await station.get("/map?offset=50").text
        #expect(
            second.contains("Box 60</span>") && second.contains("Earlier Entries") && !second.contains("More Entries"))
    }

    @Test("MP-3: layers, ground, radius and units are set, and kept for the person")
    func settings() async throws {
        let (station, library) = try await station()
        try place("Box", in: library)
        let modal = try await station.get("/map").text
        for name in ["name=\"ground\"", "name=\"layer\"", "name=\"radius\"", "name=\"units\""] {
            #expect(modal.contains(name), "\(name)")
        }
        #expect(try await (points(station)["markers"] as? [Any])?.count == 1)
        let set = try await station.post("/map/settings", "ground=plain&layer=rounds&radius=5000&units=imperial")
        #expect(set.location == "/map")
        let kept = try await station.get("/map").text
        #expect(kept.contains("data-ground=\"plain\"") && kept.contains("value=\"5000\" selected"))
        #expect(kept.contains("value=\"rounds\" checked") && !kept.contains("value=\"places\" checked"))
        #expect(try await (points(station)["markers"] as? [Any])?.count == 0)
        #expect(try await station.get("/map").text.firstMatch(of: #/data-extents/#) == nil)
    }

    @Test("MP-7: the screen knows the extents of all that is shown")
    func extents() async throws {
        let (station, library) = try await station()
        try place("A", at: -10, in: library)
        try place("B", at: 20, in: library)
        #expect(try await station.get("/map").text.contains("data-extents=\"-10.0,50.0,20.0,50.0\""))
    }

    // MARK: Markers

    @Test("MP-8, MP-9, MP-10, MP-11: a part of the map has markers with number, kind and glyph, and shapes")
    func markers() async throws {
        let (station, library) = try await station()
        try place("A", at: 10, type: .shelf, glyph: "7", in: library)
        try place("B", at: 10.00001, type: .shelf, in: library)
        try place("C", at: 60, in: library)
        _ = try library.addMapObject(
            MapObject(kind: .line, name: "L", corners: [try corner(0, 0), try corner(1, 1)]), at: .now)
        let far = try #require(try await points(station)["markers"] as? [[Any]])
        #expect(far.map { $0[2] as? Int } == [2, 1])
        #expect(far.map { $0[3] as? Int } == [MapType.shelf.number, MapType.box.number])
        let near = try await points(station, zoom: 25, bounds: "9.9999,49.9999,10.0001,50.0001")
        let single = try #require(near["markers"] as? [[Any]])
        #expect(single.count == 2 && single[0].last as? String == "7" && (near["shapes"] as? [Any])?.count == 0)
        #expect((try await points(station)["shapes"] as? [[String: Any]])?.first?["kind"] as? String == "line")
        for query in [
            "", "?bounds=1,2,3&zoom=3", "?bounds=1,2,3,4&zoom=99", "?bounds=-180,-85,180,85&zoom=9",
            "?bounds=1,2,3,4&zoom=nan",
        ] {
            #expect(try await station.get("/map/points\(query)").status == .badRequest, "\(query)")
        }
    }

    @Test("MP-12: a tap on a cluster lists its objects, one on a marker opens its panel, one beside them nothing")
    func taps() async throws {
        let (station, library) = try await station()
        let (first, second) = (try place("A", in: library), try place("B", in: library))
        let third = try place("C", at: 60, in: library)
        let cluster = try await station.get("/map?tap=10,50,3").text
        #expect(
            cluster.contains("2 objects here") && cluster.contains("object=\(first)")
                && cluster.contains("object=\(second)"))
        #expect(try selection(cluster)["kind"] as? String == "cluster")
        #expect(try await station.get("/map?tap=60,50,3").location == "/map?object=\(third)")
        #expect(try await station.get("/map?tap=-60,50,3&q=a").location == "/map?q=a")
        let area = try library.addMapObject(
            MapObject(
                kind: .area, name: "X", corners: [try corner(-70, 40), try corner(-50, 40), try corner(-60, 60)]),
            at: .now
        ).id
        #expect(try await station.get("/map?tap=-60,50,3").location == "/map?object=\(area)")
    }

    // MARK: Panels

    @Test("MP-13: a panel has title, facts, directions, actions and documents, in this order")
    func detail() async throws {
        let (station, library) = try await station()
        let box = try place("Box 9", type: .box, in: library)
        _ = try library.file([try document("Rent", library)], intoPlace: box, at: .now)
        let screen = try await station.get("/map?object=\(box)").text
        let start = try #require(screen.firstRange(of: "id=\"map-detail\"")).lowerBound
        let text = String(screen[start...])
        let places = [
            "map-detail-title", "Longitude, latitude", "data-map=\"directions\"", "Print Label…", "1 document here",
            "Rent",
        ]
        .map { text.firstRange(of: $0)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        // The title is a link, and has the color of links.
        #expect(text.firstMatch(of: #/<h2 id="map-detail-title"><a href="\/place\/[0-9A-Z]{10}">Box 9/#) != nil)
        #expect(text.contains("<p class=\"subhead\">Storage box</p>"))
        let chosen = try selection(screen)
        #expect(chosen["kind"] as? String == "place" && chosen["glyph"] as? String == "icon:box-seam")
        #expect(try await station.get("/map?object=99").status == .notFound)
    }

    @Test(
        "MP-21, MP-22, MP-23: a round lists its stops with the numbers of their documents, and a stop leads to its panel"
    )
    func rounds() async throws {
        let (station, library) = try await station()
        let (first, second) = (try place("Gate", at: 10, in: library), try place("Office", at: 12, in: library))
        _ = try library.file([try document("Rent", library)], intoPlace: second, at: .now)
        let round = try library.addMapObject(
            MapObject(kind: .round, name: "Monday", corners: [], stops: [second, first]), at: .now
        ).id
        let text = try await station.get("/map?object=\(round)").text
        let chosen = try selection(text)
        #expect(chosen["stops"] as? [[String]] == [["Office", "1"], ["Gate", "0"]])
        #expect(chosen["bounds"] != nil)
        let office = try #require(text.firstRange(of: "href=\"/map?round=\(round)&amp;object=\(second)\""))
        let gate = try #require(text.firstRange(of: "href=\"/map?round=\(round)&amp;object=\(first)\""))
        #expect(office.lowerBound < gate.lowerBound)
        let stop = try await station.get("/map?round=\(round)&object=\(second)").text
        #expect(stop.contains("Rounds lose this stop: Monday. Documents in it stay"))
        #expect(try selection(stop)["round"] as? Int == Int(round) && stop.contains("Rent"))
        // Closing it returns to the round.
        #expect(stop.contains("href=\"/map?object=\(round)\" data-map-link data-map-close"))
        let shapes = try #require(try await points(station)["shapes"] as? [[String: Any]])
        #expect(shapes.first?["name"] as? String == "Monday")
    }

    @Test("MP-27: directions tell distance and bearing from the position, and another website that shows the way")
    func directions() async throws {
        let (station, library) = try await station()
        let box = try place("Box", in: library)
        let none = try await station.get("/map?object=\(box)&directions=yes").text
        #expect(none.contains("Turn on your position"))
        let way = try await station.get("/map?object=\(box)&directions=yes&from=10,49").text
        #expect(way.contains("111 km to the north (0°), in a straight line"))
        #expect(
            way.contains(
                "href=\"https://www.openstreetmap.org/directions?to=50.0,10.0\" target=\"_blank\" rel=\"noopener noreferrer external\""
            ))
        #expect(way.contains("(another website)"))
        #expect(try selection(way)["from"] != nil)
        _ = try await station.post("/map/settings", "layer=places&units=imperial")
        #expect(
            try await station.get("/map?object=\(box)&directions=yes&from=10,49").text.contains("69.1 mi to the north"))
    }

    @Test("MP-3: what is near lies within the radius, the nearest first")
    func near() async throws {
        let (station, library) = try await station()
        try place("Far", at: 10.1, in: library)
        try place("Near", at: 10.002, in: library)
        try place("Nearest", at: 10.001, in: library)
        let text = try await station.get("/map?near=10,50").text
        let places = ["Nearest</span>", "Near</span>", "Far</span>"].map { text.firstRange(of: $0)?.lowerBound }
        #expect(places[2] == nil && places[0] != nil && places[1] != nil && places[0]! < places[1]!)
        #expect(text.contains(">71 m<") || text.contains(">72 m<"))
    }

    @Test("MP-24, MP-25: pages show where they were captured, with a preview, if their person allows it")
    func captures() async throws {
        let (station, library) = try await station()
        let picture = try PictureWithPlace.bytes(longitude: 13)
        let page = NewDocument.Page(picture: picture, size: try PixelSize(width: 4, height: 3), quad: nil)
        let id = try library.add(NewDocument(title: "Delivery", captured: .now, pages: [page]))
        let spot = try #require(try library.captureSpots().first)
        #expect(spot.document == id && spot.place.latitude == 51.5 && spot.place.longitude == 13)
        #expect(try await (points(station)["markers"] as? [[Any]])?.first?[3] as? Int == MapType.capture.number)
        let panel = try await station.get("/map?capture=\(spot.id)").text
        #expect(panel.contains("<img src=\"/documents/\(id)/pages/0/thumbnail\"") && panel.contains("Open Document"))
        #expect(try await station.get("/map?kind=captures").text.contains("Delivery</span>"))
        #expect(try await station.get("/map?tap=13,51.5,3").location == "/map?capture=\(spot.id)")
        // Documents in the trash are not on the map.
        _ = try library.trash([id], at: .now)
        #expect(try await (points(station)["markers"] as? [Any])?.count == 0)
        _ = try library.restore([id], at: .now)
        // Withdrawing consent removes the locations from the pictures, and the pictures from the map.
        try library.decide(.init(kind: "place", version: 1, isGiven: false, at: .now), of: Library.builtInPerson)
        try library.removePlaces(of: Library.builtInPerson)
        #expect(try await (points(station)["markers"] as? [Any])?.count == 0)
        #expect(try library.captureSpots().isEmpty)
    }

    @Test("MP-25: pictures that came before are looked at afterwards")
    func earlierPictures() async throws {
        let (_, library) = try await station()
        let page = NewDocument.Page(
            picture: try PictureWithPlace.bytes(longitude: 13), size: try PixelSize(width: 4, height: 3), quad: nil)
        _ = try library.add(NewDocument(title: "Old", captured: .now, pages: [page]))
        let folder = try TemporaryFolder()
        try library.export(to: folder.path("export"))
        let other = try Library(folder: folder.path("other"))
        try other.restore(try ExportReader(folder: folder.path("export")))
        #expect(try other.captureSpots().isEmpty)
        #expect(try !other.lookForPlaces())
        #expect(try other.captureSpots().map(\.title) == ["Old"])
    }

    // MARK: Changes

    @Test("MP-17, MP-18, MP-19: objects are created and edited in place, and the list stays as it was")
    func editing() async throws {
        let (station, library) = try await station()
        let form = try await station.get("/map?new=place&q=box").text
        #expect(form.contains("action=\"/map/objects?q=box\"") && form.contains("data-edits=\"place\""))
        #expect(form.contains("Tap the map where it stands."))
        #expect(try selection(form)["isEdited"] as? Bool == true)
        let added = try await station.post(
            "/map/objects?q=box", "kind=place&type=shelf&name=Shelf&corner=10,+50&glyph=A")
        let id = try #require(try library.mapObjects().first?.id)
        #expect(added.location == "/map?q=box&done=added&object=\(id)&undo=1")
        let notice = try await station.get(try #require(added.location)).text
        #expect(notice.contains("Added to the map") && notice.contains("action=\"/map/undo/1\""))
        _ = try await station.post("/map/objects", "kind=place&name=Safe&corner=13,4;+52,5&glyph=A&picture=yes")
        let safe = try #require(try library.mapObjects(named: "Safe").first)
        #expect(safe.object.corners == [try corner(13.4, 52.5)] && safe.object.shownGlyph == .picture)
        #expect(try await station.get("/map?edit=\(safe.id)").text.contains("name=\"picture\" value=\"yes\" checked"))
        #expect(try await station.post("/map/undo/2").status == .seeOther)
        let edit = try await station.get("/map?edit=\(id)").text
        #expect(edit.contains("value=\"10.0, 50.0\"") && edit.contains("name=\"version\" value=\"1\""))
        let changed = try await station.post(
            "/map/objects/\(id)", "kind=place&type=shelf&name=Shelf+2&corner=11,50&version=1")
        #expect(changed.location == "/map?done=changed&object=\(id)&undo=4")
        #expect(try library.mapObject(id).object.name == "Shelf 2")
        // Somebody else was faster.
        #expect(
            try await station.post("/map/objects/\(id)", "kind=place&name=x&corner=11,50&version=1").status == .conflict
        )
        #expect(try await station.post("/map/undo/4").location == "/map?done=undone")
        #expect(try library.mapObject(id).object.corners.first?.longitude == 10)
        #expect(
            try await station.post("/map/objects/\(id)/delete").location?.hasPrefix("/map?done=removed&undo=") == true)
        #expect(try library.mapObjects().isEmpty)
    }

    @Test("MP-18: what is wrong is said beside what was entered, which stays")
    func faults() async throws {
        let (station, library) = try await station()
        let answer = try await station.post("/map/objects", "kind=line&name=Way&corner=1,2&corner=far")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("“far” is not a longitude and latitude") && answer.text.contains("value=\"far\""))
        // Only the invalid fields are marked.
        #expect(
            answer.text.matches(of: #/name="corner"[^>]*aria-invalid="true" aria-describedby="map-failure"/#).count == 1
        )
        #expect(
            try await station.post("/map/objects", "kind=area&name=A&corner=1,2").text.contains("at least three points")
        )
        #expect(try await station.post("/map/objects", "kind=place&name=&corner=1,2").text.contains("Enter a name"))
        #expect(try await station.post("/map/objects", "kind=sphere&name=A").status == .badRequest)
        #expect(try await station.post("/map/objects", "kind=round&name=R&stop=7&stop=8").status == .notFound)
        #expect(try library.mapObjects().isEmpty)
    }

    // MARK: Files

    private func upload(
        _ text: String, to path: String, _ station: StationUnderTest, fields: KeyValuePairs<String, String> = [:]
    ) async throws -> StationUnderTest.Answer {
        let others = fields.map {
            "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
        }.joined()
        let body =
            "\(others)--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.geojson\"\r\nContent-Type: application/json\r\n\r\n\(text)\r\n--x--\r\n"
        return try await station.ask(
            .post, path, Array(body.utf8), headers: [.contentType: "multipart/form-data; boundary=x"])
    }

    @Test func theMapGoesOutAndComesInAsGeoJSON() async throws {
        let (station, library) = try await station()
        try place("Box", in: library)
        let file = try await station.get("/map/export")
        #expect(file.headers[.contentType] == "application/geo+json")
        #expect(file.headers[.contentDisposition]?.contains("Map.geojson") == true)
        let added = try await upload(file.text, to: "/map/import", station)
        #expect(added.location == "/map?done=imported&count=1&undo=2")
        #expect(try library.mapObjects().count == 2)
        #expect(try await station.post("/map/undo/2").status == .seeOther)
        #expect(try library.mapObjects().count == 1)
        let high = "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2,300]}}"
        let flat = try #require(try await upload(high, to: "/map/import", station).location)
        #expect(try await station.get(flat).text.contains("1 object added to the map, without the heights in the file"))
        let wrong = try await upload("{\"type\":\"FeatureCollection\",\"features\":[{}]}", to: "/map/import", station)
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.text.contains("“a.geojson” cannot be added to the map. Feature 1: it is not a feature."))
        // On the map, with a field to choose another file.
        #expect(wrong.text.contains("<st-map") && wrong.text.contains("id=\"map-other-file\""))
        #expect(try await station.post("/map/import", "x=1").status == .unprocessableContent)
    }

    @Test func plansAreAddedWithAScaleAndStandOnTheMap() async throws {
        let (station, library) = try await station()
        let id = try library.addPlan(
            MapPlan(name: "Cellar", width: 40, height: 20, meters: 12, center: try corner(10, 50)),
            picture: try Photos.bytes("letter-wood"), at: .now
        ).id
        let list = try await station.get("/map/plans").text
        #expect(list.contains("value=\"12\"") && list.contains("/map/plans/\(id)/picture?v="))
        #expect(try await station.get("/map/plans/\(id)/picture").headers[.contentType] == "image/jpeg")
        let plan = try #require(
            (try await points(station, zoom: 18, bounds: "9.99,49.99,10.01,50.01")["plans"] as? [[String: Any]])?.first)
        #expect(plan["meters"] as? Double == 12 && plan["ratio"] as? Double == 0.5)
        #expect(
            try await station.post("/map/plans/\(id)", "name=Attic&meters=9,5&center=11,51&rotation=90").status
                == .seeOther)
        #expect(try library.plan(id).plan.meters == 9.5 && library.plan(id).plan.rotation == 90)
        let wrong = try await station.post("/map/plans/\(id)", "name=Attic&meters=0&center=11,51&rotation=90")
        #expect(wrong.status == .unprocessableContent && wrong.text.contains("from 1 to 10,000"))
        let panel = try await station.get("/map?plan=\(id)").text
        #expect(try selection(panel)["bounds"] != nil && panel.contains("data-moves-plan=\"\(id)\""))
        let moved = "name=Attic&meters=12&center=10.5,+50&rotation=7.5&to=map"
        #expect(
            try await station.post("/map/plans/\(id)", moved).location?.hasPrefix("/map?done=changed&undo=") == true)
        #expect(try library.plan(id).plan.rotation == 7.5)
        let removed = try #require(try await station.post("/map/plans/\(id)/delete").location)
        #expect(try library.plans().isEmpty && removed == "/map/plans?done=removed&undo=4")
        #expect(try await station.get(removed).text.contains("action=\"/map/undo/4?to=plans\""))
        #expect(try await station.post("/map/undo/4?to=plans").location == "/map/plans?done=undone")
        #expect(try library.plan(id).plan.name == "Attic")
    }

    @Test("What is entered of a plan stays in its form when it is refused, and what is wrong is marked")
    func refusedPlans() async throws {
        let (station, library) = try await station()
        try place("Box", at: 10, in: library)
        // A new plan is placed at existing objects.
        #expect(try await station.get("/map/plans").text.contains("name=\"center\" value=\"10.0, 50.0\""))
        let fields: KeyValuePairs = ["name": "Attic", "meters": "44", "center": "13,4; 52,5", "rotation": "7"]
        let pdf = try await upload("%PDF-1.7", to: "/map/plans", station, fields: fields)
        #expect(pdf.status == .unprocessableContent && pdf.text.contains("Choose a picture: a JPEG or PNG file."))
        for value in ["Attic", "44", "13,4; 52,5", "7"] { #expect(pdf.text.contains("value=\"\(value)\""), "\(value)") }
        let wide = try await upload(
            "x", to: "/map/plans", station,
            fields: ["name": "Attic", "meters": "wide", "center": "13,4; 52,5", "rotation": "7"])
        #expect(
            wide.text.contains("name=\"meters\" value=\"wide\" maxlength=\"60\" required aria-invalid=\"true\""))
        #expect(wide.text.contains("id=\"plan-meters-error\" role=\"alert\">Enter the width"))
        let id = try library.addPlan(
            MapPlan(name: "Cellar", width: 40, height: 20, meters: 12, center: try corner(10, 50)),
            picture: try Photos.bytes("letter-wood"), at: .now
        ).id
        let changed = try await station.post("/map/plans/\(id)", "name=Deep&meters=12&center=far&rotation=3").text
        #expect(changed.contains("id=\"plan-\(id)-name\" name=\"name\" value=\"Deep\""))
        #expect(changed.contains("id=\"plan-\(id)-center-error\" role=\"alert\">“far” is not a longitude"))
    }

    @Test("Markers stand for every one of 50,000 points, and are few", .inRelease)
    func manyPoints() async throws {
        let (station, library) = try await station()
        var generator = SeededGenerator(seed: 9)
        let features = try (1...50_000).map { number in
            let place = try corner(
                Double.random(in: 5...15, using: &generator), Double.random(in: 47...55, using: &generator))
            return GeoJSON.Feature(
                id: nil,
                object: MapObject(
                    kind: .place, type: MapType.places.randomElement(using: &generator), name: "Box \(number)",
                    corners: [place]))
        }
        _ = try library.addMapObjects(features, at: .now)
        for zoom in [3.0, 5] {
            let answer = try await points(station, zoom: zoom, bounds: "0,45,20,58")
            let markers = try #require(answer["markers"] as? [[Any]])
            #expect(markers.reduce(0) { $0 + ($1[2] as? Int ?? 0) } == 50_000, "zoom \(zoom)")
            #expect(markers.count < 1000, "zoom \(zoom)")
        }
    }
}
