import StationRules
import TestSupport
import Testing

@Suite struct GeoJSONTests {
    private func features(_ text: String) throws -> [GeoJSON.Feature] { try GeoJSON.features(in: Array(text.utf8)) }

    private func failure(_ text: String) -> String? {
        do {
            _ = try features(text)
            return nil
        } catch { return "\(error)" }
    }

    private func collection(_ features: String) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    }

    private func feature(_ geometry: String, _ properties: String = "{}") -> String {
        "{\"type\":\"Feature\",\"geometry\":\(geometry),\"properties\":\(properties)}"
    }

    @Test func pointsLinesAndAreasAreRead() throws {
        let found = try features(
            collection(
                [
                    feature(
                        "{\"type\":\"Point\",\"coordinates\":[13.4,52.5,34]}",
                        "{\"name\":\"Shelf 1\",\"type\":\"shelf\",\"glyph\":\"A\"}"),
                    feature("{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}"),
                    feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}", "null"),
                    feature("{\"type\":\"MultiPoint\",\"coordinates\":[[0,0],[1,1]]}"),
                ].joined(separator: ",")))
        #expect(found.map(\.object.kind) == [.place, .line, .area, .place, .place])
        #expect(found[0].object.name == "Shelf 1" && found[0].object.type == .shelf && found[0].object.glyph == "A")
        #expect(found[1].object.name == "Line 2" && found[2].object.corners.count == 3)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var generator = SeededGenerator(seed: 6)
        func corner() -> GeoPoint {
            GeoPoint(
                longitude: (Double.random(in: -180...180, using: &generator) * 1e6).rounded() / 1e6,
                latitude: (Double.random(in: -90...90, using: &generator) * 1e6).rounded() / 1e6)!
        }
        var all: [GeoJSON.Feature] = []
        for number in 1...60 {
            let kind = [MapObjectKind.place, .line, .area].randomElement(using: &generator) ?? .place
            // Counterclockwise, as in the file.
            let first = corner()
            let corners =
                kind == .place
                ? [first]
                : kind == .line
                    ? [first, corner(), corner()]
                    : [(0.0, 0.0), (0.1, 0), (0.1, 0.1)].map {
                        GeoPoint(
                            longitude: (first.longitude / 2 + $0.0), latitude: (first.latitude / 2 + $0.1))!
                    }
            let object = MapObject(
                kind: kind, type: kind == .place ? .shelf : nil, name: "Nr. \(number) “ä\\\"\n🙂", note: "\u{1}",
                glyph: kind == .place ? "12" : nil, corners: corners)
            all.append(.init(id: "\(number)", object: object, code: kind == .place ? "7K2QX9MDB4" : nil))
        }
        let places = all.filter { $0.object.kind == .place }
        all.append(
            .init(
                id: "r",
                object: MapObject(
                    kind: .round, name: "Round", corners: [places[0], places[1]].flatMap(\.object.corners)),
                stops: [places[0].id!, places[1].id!]))
        let found = try GeoJSON.features(in: GeoJSON.bytes(of: all))
        #expect(found.count == all.count)
        for (first, second) in zip(all, found) {
            var expected = first
            // A name is a single line.
            expected.object.name = second.object.name
            #expect(second.id == first.id && second.stops == first.stops && second.code == first.code)
            #expect(second.object.kind == expected.object.kind && second.object.note == expected.object.note)
            for (a, b) in zip(second.object.corners, first.object.corners) { #expect(a.distance(to: b) < 0.01) }
        }
        #expect(GeoJSON.bytes(of: all) == GeoJSON.bytes(of: all))
    }

    @Test func whatIsWrongIsNamed() {
        let point = feature("{\"type\":\"Point\",\"coordinates\":[1,2]}")
        #expect(failure("") == "The file is not valid JSON: see byte 1.")
        #expect(failure("{\"type\":") == "The file is not valid JSON: see byte 9.")
        #expect(failure("{}") == "“type” is missing in the file.")
        #expect(failure("{\"type\":\"Topology\"}") == "“Topology” is not a feature collection.")
        #expect(failure("{\"type\":\"FeatureCollection\"}") == "“features” is missing in the file.")
        #expect(failure(collection("\(point),{}")) == "Feature 2: it is not a feature.")
        #expect(failure(collection("{\"type\":\"Feature\"}")) == "Feature 1: its geometry is missing.")
        #expect(
            failure(collection(feature("{\"type\":\"GeometryCollection\",\"geometries\":[]}")))
                == "Feature 1: its coordinates are missing.")
        #expect(
            failure(collection(feature("{\"type\":\"Circle\",\"coordinates\":[]}")))
                == "Feature 1: its geometry “Circle” is not known.")
        #expect(
            failure(collection("\(point),\(feature("{\"type\":\"Point\",\"coordinates\":[200,2]}"))"))
                == "Feature 2: [200, 2] is not a longitude from -180 to 180 and a latitude from -90 to 90.")
        #expect(
            failure(collection(feature("{\"type\":\"Point\",\"coordinates\":[\"a\",2]}")))
                == "Feature 1: a position has a longitude and a latitude.")
        #expect(
            failure(collection(feature("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,1]]]}")))
                == "Feature 1: a ring has four positions at least, and ends where it begins.")
        #expect(
            failure(collection(feature("{\"type\":\"LineString\",\"coordinates\":[[0,0]]}")))
                == "Feature 1: A line has at least two points.")
        let round = feature(
            "{\"type\":\"LineString\",\"coordinates\":[[0,0],[1,1]]}",
            "{\"kind\":\"round\",\"name\":\"R\",\"stops\":[\"a\",\"b\"]}")
        #expect(failure(collection(round)) == "The round “R” stops at “a”, which is not a point in the file.")
        let same =
            "{\"type\":\"Feature\",\"id\":7,\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{}}"
        #expect(failure(collection("\(same),\(same)")) == "Two features have the identifier “7”.")
    }

    @Test func whatStandsNowhereIsLeftOut() throws {
        let point = feature("{\"type\":\"Point\",\"coordinates\":[1,2]}", "{\"name\":\"Box\"}")
        let features = try GeoJSON.features(in: Array(collection("\(feature("null")),\(point)").utf8))
        #expect(features.map(\.object.name) == ["Box"])
    }

    @Test func aNameThatIsTooLongIsInTheNoteAsAWhole() throws {
        let name = String(repeating: "long ", count: 20) + "name"
        let point = feature(
            "{\"type\":\"Point\",\"coordinates\":[1,2]}", "{\"name\":\"\(name)\",\"description\":\"Left\"}")
        let object = try #require(try GeoJSON.features(in: Array(collection(point).utf8)).first?.object)
        #expect(object.name == String(name.prefix(60)) && object.note == "\(name)\nLeft")
    }

    @Test func hostileFilesAreRefusedAtOnce() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(failure(deep) == "The file is nested too deep: see byte 13.")
        #expect(
            failure(String(repeating: " ", count: GeoJSON.Limits.maximumBytes + 1)) == "The file is larger than 16 MB.")
        let many = "[" + String(repeating: "1,", count: GeoJSON.Limits.maximumValues) + "1]"
        #expect(failure(many) == "The file has more than 3000000 values.")
        let corners = String(repeating: "[0,0],", count: GeoJSON.Limits.maximumCorners + 5) + "[0,0]"
        #expect(
            failure(collection(feature("{\"type\":\"LineString\",\"coordinates\":[\(corners)]}")))
                == "Feature 1: it has more than 5000 positions.")
        for text in [
            "[1e999]", "[.]", "[\"\\ud800\"]", "[\"\\x\"]", "[01x]", "[\"\u{1}\"]", "[1 2]", "{\"a\" 1}", "[1,]",
        ] {
            #expect(failure(text)?.hasPrefix("The file is not valid JSON") == true, "\(text)")
        }
    }

    @Test func anyChangedByteIsReadOrRefused() throws {
        var generator = SeededGenerator(seed: 7)
        let text = Array(
            collection(
                feature(
                    "{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}", "{\"name\":\"\\u00e4\\n\"}")
            ).utf8)
        for _ in 0..<3000 {
            var changed = text
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            do {
                for feature in try GeoJSON.features(in: changed) { #expect(feature.object.fault == nil) }
            } catch { #expect(!error.description.isEmpty) }
        }
    }
}
