import StationRules
import TestSupport
import Testing

@Suite struct MapProjectionTests {
    private func point(_ longitude: Double, _ latitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(longitude: longitude, latitude: latitude))
    }

    private func random(_ generator: inout SeededGenerator) throws -> GeoPoint {
        try point(
            Double.random(in: -180...180, using: &generator), Double.random(in: -85...85, using: &generator))
    }

    @Test func theWorldIsASquare() throws {
        let middle = MapProjection.spot(try point(0, 0))
        #expect(abs(middle.x - 0.5) < 1e-12 && abs(middle.y - 0.5) < 1e-12)
        let corner = MapProjection.spot(try point(-180, 90))
        #expect(corner.x == 0 && corner.y < 1e-9)
        #expect(GeoPoint(longitude: 181, latitude: 0) == nil && GeoPoint(longitude: .nan, latitude: 0) == nil)
        #expect(GeoPoint("13.405, 52.52")?.latitude == 52.52 && GeoPoint("13.405") == nil && GeoPoint("a,b") == nil)
    }

    @Test(
        "Coordinates are read as people write them",
        arguments: [
            "13.405, 52.52", "13.405,52.52", " 13.405 52.52 ", "13,405; 52,52", "13,405 52,52", "13,405, 52,52",
            "13.405;52.52",
        ])
    func entered(_ text: String) throws {
        let place = try point(13.405, 52.52)
        #expect(GeoPoint(entered: text) == place)
    }

    @Test func whatIsNoPlaceIsNotEntered() throws {
        for text in ["", "13.405", "far away", "13.4, 91", "1 2 3", "1,2,3", ";", "13.4,"] {
            #expect(GeoPoint(entered: text) == nil, "\(text)")
        }
        let place = try point(-0.5, 7)
        #expect(GeoPoint(entered: place.entry) == place)
    }

    @Test func aPlanIsEnteredAsTexts() throws {
        let texts: [MapPlanEntry.Field: String] = [
            .name: " Attic ", .meters: "9,5", .center: "11; 51", .rotation: "-7",
        ]
        let plan = try MapPlanEntry { texts[$0] }.plan(width: 4, height: 2)
        let center = try point(11, 51)
        #expect(plan.name == "Attic" && plan.meters == 9.5 && plan.rotation == -7 && plan.center == center)
        #expect(try MapPlanEntry(plan).plan(width: 4, height: 2) == plan)
        for field in MapPlanEntry.Field.allCases {
            let entry = MapPlanEntry { $0 == field ? "" : texts[$0] }
            #expect(throws: MapPlanEntry.Fault.self) { try entry.plan(width: 4, height: 2) }
            do { _ = try entry.plan(width: 4, height: 2) } catch { #expect(error.field == field) }
        }
    }

    @Test func aPlaceComesBackFromItsSpot() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            let place = try random(&generator)
            let back = MapProjection.place(MapProjection.spot(place))
            #expect(abs(back.longitude - place.longitude) < 1e-9 && abs(back.latitude - place.latitude) < 1e-9)
            #expect(GeoPoint(place.text).map { $0.distance(to: place) < 0.002 } == true)
        }
    }

    @Test func aMetreIsAsManyPixelsAsItsEnds() throws {
        for latitude in [0.0, 48, -70] {
            let camera = MapCamera(center: try point(10, latitude), zoom: 18)
            let east = try point(10.001, latitude)
            let meters = camera.center.distance(to: east)
            let expected = meters * MapProjection.pixelsPerMeter(at: latitude, zoom: 18)
            #expect(abs(camera.offset(of: east).x - expected) < 0.005 * expected)
        }
    }

    @Test("MP-27: distance and bearing go along the great circle, and are told as people say them")
    func directions() throws {
        let berlin = try point(13.405, 52.52), paris = try point(2.3522, 48.8566)
        #expect(abs(berlin.distance(to: paris) - 877_500) < 1500)
        #expect(abs(berlin.bearing(to: paris) - 246.9) < 0.5)
        #expect(MapDirections(from: berlin, to: paris).compass == "southwest")
        #expect(
            MapDirections(from: berlin, to: paris).text(in: .metric)
                == "877 km to the southwest (247°), in a straight line")
        #expect(MapUnits.metric.text(8.04) == "8.0 m" && MapUnits.metric.text(349.6) == "350 m")
        #expect(MapUnits.imperial.text(100) == "328 ft" && MapUnits.imperial.text(16_093) == "10.0 mi")
        #expect(MapDirections.external(to: berlin) == "https://www.openstreetmap.org/directions?to=52.52,13.405")
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let (a, b) = (try random(&generator), try random(&generator))
            #expect(abs(a.distance(to: b) - b.distance(to: a)) < 1e-3 && a.distance(to: a) == 0)
            #expect(
                a.surroundings(a.distance(to: b) * 1.0001 + 0.1).contains(b) || abs(a.longitude - b.longitude) > 180)
            #expect(a.distance(to: b) <= 20_016_000 && 0..<360 ~= a.bearing(to: b))
        }
    }

    @Test("MP-7: the camera of the extents is the nearest one that shows every place")
    func extents() throws {
        var generator = SeededGenerator(seed: 3)
        for count in [1, 2, 5, 40] {
            for _ in 0..<40 {
                let middle = try random(&generator)
                let spread = Double.random(in: 0.00001...4, using: &generator)
                let places = try (0..<count).map { _ in
                    try point(
                        min(max(middle.longitude + Double.random(in: -spread...spread, using: &generator), -180), 180),
                        min(max(middle.latitude + Double.random(in: -spread...spread, using: &generator), -85), 85))
                }
                let bounds = try #require(MapBounds(around: places))
                let camera = MapCamera(showing: bounds, width: 800, height: 600)
                for place in places {
                    let offset = camera.offset(of: place)
                    #expect(abs(offset.x) <= 352.5 && abs(offset.y) <= 252.5)
                    #expect(camera.bounds(width: 800, height: 600).padded(by: 0.001).contains(place))
                }
                let nearer = MapCamera(center: camera.center, zoom: camera.zoom + 0.1)
                let fits = places.allSatisfy {
                    abs(nearer.offset(of: $0).x) <= 352 && abs(nearer.offset(of: $0).y) <= 252
                }
                #expect(count == 1 || !fits || nearer.zoom == camera.zoom)
            }
        }
        #expect(MapBounds(around: []) == nil)
        #expect(MapBounds("1,2,3,4")?.text == "1.0,2.0,3.0,4.0")
        for text in ["", "1,2,3", "3,2,1,4", "nan,0,1,1", "200,0,210,1"] { #expect(MapBounds(text) == nil, "\(text)") }
        #expect(MapBounds("-500,-100,500,100") == .world)
    }

    @Test func aPlanTurnsAroundItsMiddle() throws {
        var plan = MapPlan(name: "Cellar", width: 400, height: 200, meters: 20, center: try point(10, 50))
        let wide = plan.place(x: 0, y: 0.5).distance(to: plan.place(x: 1, y: 0.5))
        let tall = plan.place(x: 0.5, y: 0).distance(to: plan.place(x: 0.5, y: 1))
        #expect(abs(wide - 20) < 0.1 && abs(tall - 10) < 0.1)
        #expect(plan.place(x: 0.5, y: 0).latitude > plan.center.latitude)
        plan.rotation = 90
        #expect(plan.place(x: 0.5, y: 0).longitude > plan.center.longitude)
        #expect(plan.place(x: 0.5, y: 0.5).distance(to: plan.center) < 1e-6)
        #expect(plan.fault == nil)
        plan.meters = 0
        #expect(plan.fault?.text == "Enter the width of the plan in meters, from 1 to 10,000.")
    }
}
