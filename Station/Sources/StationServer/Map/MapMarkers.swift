import StationRules
import StationStore
import Synchronization

/// The content of the map, cached in memory and reloaded completely when something moves.
final class MapMarkers: Sendable {
    struct Kept {
        let version: Int
        let clusters: MapClusters
        /// The lines, areas and rounds.
        let shapes: [Shape]
        let plans: [StoredPlan]
        /// The glyphs of places that differ from the default.
        let glyphs: [Int64: String]
    }

    struct Shape {
        let stored: StoredMapObject
        /// `nil` without corners.
        let bounds: MapBounds?

        var id: Int64 { stored.id }
        var kind: MapObjectKind { stored.object.kind }
        var corners: [GeoPoint] { stored.object.corners }

        init(_ stored: StoredMapObject) {
            self.stored = stored
            bounds = stored.object.corners.count > 1 ? MapBounds(around: stored.object.corners) : nil
        }
    }

    /// The maximum number of people whose maps are cached; further ones wait a little longer.
    private static let maximumPeople = 16

    private let library: Library
    /// The cached maps by reader: private objects are only on their owner's map.
    private let kept = Mutex<[DocumentReader: Kept]>([:])

    init(_ library: Library) { self.library = library }

    func current() throws -> Kept {
        let reader = DocumentReader.current
        // If the map changes during loading, it is cached under the previous version and reloaded.
        let version = try library.mapVersion()
        if let known = kept.withLock({ $0[reader] }), known.version == version { return known }
        let new = Kept(
            version: version, clusters: MapClusters(try library.mapPoints()),
            shapes: try library.mapObjects([.line, .area, .round]).map(Shape.init), plans: try library.plans(),
            glyphs: try library.mapGlyphs())
        kept.withLock { all in
            if all.count >= Self.maximumPeople { all.removeAll() }
            all[reader] = new
        }
        return new
    }
}

/// The content of a region of the map, for the browser.
struct MapPart {
    let version: Int
    let count: Int
    let markers: [MapClusters.Marker]
    /// The glyphs by place.
    let glyphs: [Int64: String]
    let shapes: [StoredMapObject]
    let plans: [StoredPlan]

    /// Compact JSON, built by hand: with a thousand markers, `JSONEncoder` would take longer than everything else
    /// together.
    var json: String {
        """
        {"version":\(version),"count":\(count),"markers":[\(Self.list(markers, marker))],\
        "shapes":[\(Self.list(shapes, Self.shape))],"plans":[\(Self.list(plans, Self.plan))]}
        """
    }

    private static func list<Value>(_ values: [Value], _ text: (Value) -> String) -> String {
        values.map(text).joined(separator: ",")
    }

    /// Encodes a marker: longitude, latitude, number of objects, number of the type, identifier or 0, and the glyph
    /// of a single object.
    private func marker(_ marker: MapClusters.Marker) -> String {
        let glyph = marker.id.flatMap { glyphs[$0] }.map { ",\(GeoJSON.quoted($0))" } ?? ""
        return """
            [\(marker.place.text),\(marker.count),\(marker.type?.number ?? MapClusters.mixed),\(marker.id ?? 0)\(glyph)]
            """
    }

    private static func shape(_ shape: StoredMapObject) -> String {
        let points = list(shape.object.corners) { "[\($0.longitude),\($0.latitude)]" }
        return """
            {"id":\(shape.id),"kind":"\(shape.object.kind.rawValue)","name":\(GeoJSON.quoted(shape.object.name)),\
            "points":[\(points)]}
            """
    }

    private static func plan(_ stored: StoredPlan) -> String {
        let plan = stored.plan
        return """
            {"id":\(stored.id),"picture":"/map/plans/\(stored.id)/picture?v=\(stored.picture.text.prefix(16))",\
            "longitude":\(plan.center.longitude),"latitude":\(plan.center.latitude),"meters":\(plan.meters),\
            "ratio":\(Double(plan.height) / Double(plan.width)),"rotation":\(plan.rotation)}
            """
    }
}
