import StationRules
import TestSupport
import Testing

@Suite struct MapClusterTests {
    private typealias Point = MapClusters.Point

    private func point(_ id: Int64, _ longitude: Double, _ latitude: Double, _ type: MapType = .box) throws -> Point {
        Point(id: id, type: type, place: try #require(GeoPoint(longitude: longitude, latitude: latitude)))
    }

    @Test("MP-10: points that are close come together as one zooms out; a marker has their number")
    func byZoom() throws {
        let clusters = MapClusters([try point(1, 10, 50), try point(2, 10.001, 50), try point(3, 11, 50)])
        func counts(_ zoom: Double) -> [Int] { clusters.markers(in: .world, zoom: zoom).map(\.count) }
        #expect(counts(3) == [3])
        #expect(counts(10) == [2, 1])
        #expect(counts(18) == [1, 1, 1])
        let single = try #require(clusters.markers(in: .world, zoom: 18).first)
        #expect(single.id == 1 && single.place.longitude == 10)
    }

    @Test("MP-10: what is at the same place is one marker with its number at every zoom")
    func samePlace() throws {
        let clusters = MapClusters(try (1...4).map { try point($0, 10, 50) })
        for zoom in stride(from: 0.0, through: 25, by: 1) {
            #expect(clusters.markers(in: .world, zoom: zoom).map(\.count) == [4])
        }
    }

    @Test("MP-11: a cluster has the color of its type, or a neutral one if it has several")
    func color() throws {
        let same = MapClusters([try point(1, 10, 50, .shelf), try point(2, 10, 50, .shelf)])
        let mixed = MapClusters([try point(1, 10, 50, .shelf), try point(2, 10, 50, .box)])
        #expect(same.markers(in: .world, zoom: 10).map(\.type) == [.shelf])
        #expect(mixed.markers(in: .world, zoom: 10).map(\.type) == [nil])
        // Also where grid cells join.
        let near = MapClusters([try point(1, 10, 50, .shelf), try point(2, 10.0002, 50, .box)])
        #expect(near.markers(in: .world, zoom: 15).map(\.type) == [nil])
    }

    @Test("MP-10: no point is lost or shown twice, whatever the zoom, and no two markers cover each other")
    func whole() throws {
        var generator = SeededGenerator(seed: 4)
        var points: [Point] = []
        for id in 1...800 {
            let type = MapType.allCases.randomElement(using: &generator) ?? .box
            // Several towns with houses around them.
            let town = Double(Int.random(in: 0..<12, using: &generator))
            let spread = Double.random(in: 0...0.4, using: &generator)
            points.append(
                try point(
                    Int64(id), town * 3 + Double.random(in: -spread...spread, using: &generator),
                    45 + town + Double.random(in: -spread...spread, using: &generator), type))
        }
        let clusters = MapClusters(points)
        for zoom in [0.0, 2, 5.5, 8, 11, 14, 20] {
            let markers = clusters.markers(in: .world, zoom: zoom)
            #expect(markers.reduce(0) { $0 + $1.count } == points.count, "\(zoom)")
            var members: Set<Int64> = []
            for marker in markers {
                let found = clusters.points(at: marker.place, zoom: zoom, within: 1)
                #expect(found.count == marker.count, "\(zoom)")
                members.formUnion(found)
                #expect(marker.id == nil || found == [marker.id])
            }
            #expect(members.count == points.count, "\(zoom)")
            // Joined cells move the center, so some are closer than the distance, but they never overlap.
            let spots = markers.map { MapProjection.spot($0.place) }
            let scale = MapProjection.scale(zoom)
            for (index, spot) in spots.enumerated() {
                for other in spots[(index + 1)...] {
                    let (x, y) = ((spot.x - other.x) * scale, (spot.y - other.y) * scale)
                    #expect(x * x + y * y > 100, "\(zoom)")
                }
            }
        }
    }

    @Test func aWindowHasTheMarkersOfTheWorldThatLieInIt() throws {
        var generator = SeededGenerator(seed: 5)
        let points = try (1...500).map { id in
            try point(
                Int64(id), Double.random(in: 0...10, using: &generator), Double.random(in: 40...50, using: &generator))
        }
        let clusters = MapClusters(points)
        let bounds = MapBounds(west: 3, south: 43, east: 6, north: 47)
        let shown = clusters.markers(in: bounds, zoom: 12)
        #expect(shown == clusters.markers(in: .world, zoom: 12).filter { bounds.contains($0.place) })
    }

    @Test("MP-3: hidden layers and plans are not on the map, nor in its extents")
    func layers() throws {
        let place = try #require(GeoPoint(longitude: 20, latitude: 50))
        let clusters = MapClusters([
            try point(1, 10, 50, .shelf), try point(-2, 11, 50, .capture),
            Point(id: 3, type: .box, plan: 7, place: place),
        ])
        var settings = MapSettings()
        #expect(clusters.markers(in: .world, zoom: 12, settings.layers).count == 3)
        settings.hiddenLayers = [.captures]
        #expect(clusters.markers(in: .world, zoom: 12, settings.layers).map(\.id) == [1, 3])
        settings.hiddenPlans = [7]
        #expect(clusters.markers(in: .world, zoom: 12, settings.layers).map(\.id) == [1])
        #expect(clusters.extents(settings.layers)?.east == 10)
        settings.hiddenLayers = [.places]
        #expect(clusters.markers(in: .world, zoom: 12, settings.layers).map(\.id) == [-2])
    }

    @Test func aTapFindsTheNearestMarkerThatAFingerCovers() throws {
        let clusters = MapClusters([try point(1, 10, 50), try point(2, 10, 50), try point(3, 12, 50)])
        let camera = MapCamera(center: try #require(GeoPoint(longitude: 10, latitude: 50)), zoom: 12)
        let beside = MapProjection.spot(camera.center)
        func tap(_ pixels: Double) -> [Int64] {
            let spot = MapProjection.Spot(x: beside.x + pixels / MapProjection.scale(12), y: beside.y)
            return clusters.points(at: MapProjection.place(spot), zoom: 12, within: MapHit.pixels)
        }
        #expect(tap(0) == [1, 2] && tap(20) == [1, 2] && tap(24) == [])
    }

    @Test func linesAreHitBesideAndAreasWithin() throws {
        func way(_ corners: [(Double, Double)]) throws -> [GeoPoint] {
            try corners.map { try #require(GeoPoint(longitude: $0.0, latitude: $0.1)) }
        }
        let line = try way([(0, 0), (1, 0)])
        let small = try way([(0, 0), (1, 0), (1, 1), (0, 1)])
        let large = try way([(-5, -5), (5, -5), (5, 5), (-5, 5)])
        let shapes: [(id: Int64, kind: MapObjectKind, corners: [GeoPoint])] = [
            (1, .area, large), (2, .area, small), (3, .line, line),
        ]
        func hit(_ longitude: Double, _ latitude: Double) throws -> Int64? {
            MapHit.shape(
                at: try #require(GeoPoint(longitude: longitude, latitude: latitude)), among: shapes, zoom: 8)
        }
        #expect(try hit(0.5, 0.01) == 3 && hit(0.5, 0.5) == 2 && hit(3, 3) == 1 && hit(6, 6) == nil)
        #expect(MapHit.distance(of: line[0], to: [], zoom: 3) == .infinity)
        #expect(!MapHit.isInside(line[0], []))
    }

    @Test("MP-9: a marker shows an icon, a picture, a number or letters")
    func glyphs() {
        for text in ["icon:star", "picture", "12", "0", "A", "Äb"] { #expect(MapGlyph(text)?.text == text) }
        for text in ["", "icon:skull", "1000", "007", "ABC", "A1", "<"] { #expect(MapGlyph(text) == nil, "\(text)") }
        #expect(MapObject(kind: .place, type: .shelf, name: "a", corners: []).shownGlyph == .icon("bookshelf"))
    }

    @Test("MP-8: points, lines, areas and rounds have as many corners as they need")
    func faults() throws {
        let corner = try #require(GeoPoint(longitude: 1, latitude: 1))
        func fault(_ kind: MapObjectKind, _ count: Int, name: String = "a") -> String? {
            MapObject(
                kind: kind, name: name, corners: Array(repeating: corner, count: count),
                stops: Array(repeating: 1, count: count)
            ).fault
        }
        #expect(fault(.place, 1) == nil && fault(.line, 2) == nil && fault(.area, 3) == nil && fault(.round, 2) == nil)
        #expect(fault(.place, 0) == "Tap the map to place the point, or enter its coordinates.")
        #expect(fault(.line, 1) == "A line has at least two points.")
        #expect(fault(.area, 2) == "An area has at least three points.")
        #expect(fault(.round, 1) == "A round has at least two stops.")
        #expect(fault(.place, 1, name: "") == "Enter a name of at most 60 characters.")
        #expect(fault(.round, 201) == "Choose at most 200 points.")
    }
}
