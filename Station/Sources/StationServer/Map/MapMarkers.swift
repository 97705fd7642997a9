import StationRules
import StationStore
import Synchronization

/// What the map shows, kept in memory: all of it is read again when something moves.
final class MapMarkers: Sendable {
    struct Kept {
        let version: Int
        let clusters: MapClusters
        /// Lines, areas and rounds.
        let shapes: [Shape]
        let plans: [StoredPlan]
        /// Of places that have one of their own.
        let glyphs: [Int64: String]
    }

    struct Shape {
        let stored: StoredMapObject
        /// `nil` if it has no length.
        let bounds: MapBounds?

        var id: Int64 { stored.id }
        var kind: MapObjectKind { stored.object.kind }
        var corners: [GeoPoint] { stored.object.corners }

        init(_ stored: StoredMapObject) {
            self.stored = stored
            bounds = stored.object.corners.count > 1 ? MapBounds(around: stored.object.corners) : nil
        }
    }

    /// So many people look at the map at once; others wait a moment longer.
    private static let maximumPeople = 16

    private let library: Library
    /// By reader: what is only its owner's is not on others' maps.
    private let kept = Mutex<[DocumentReader: Kept]>([:])

    init(_ library: Library) { self.library = library }

    func current() throws -> Kept {
        let reader = DocumentReader.current
        // What was read a moment later is kept under the version before, and read again for the next one.
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

/// What a part of the map shows, for the browser.
struct MapPart {
    let version: Int
    let count: Int
    let markers: [MapClusters.Marker]
    /// By place.
    let glyphs: [Int64: String]
    let shapes: [StoredMapObject]
    let plans: [StoredPlan]

    /// Compact JSON. A thousand markers are in it: `JSONEncoder` would take longer than all else together.
    var json: String {
        """
        {"version":\(version),"count":\(count),"markers":[\(Self.list(markers, marker))],\
        "shapes":[\(Self.list(shapes, Self.shape))],"plans":[\(Self.list(plans, Self.plan))]}
        """
    }

    private static func list<Value>(_ values: [Value], _ text: (Value) -> String) -> String {
        values.map(text).joined(separator: ",")
    }

    /// Longitude, latitude, number of objects, number of the type, identifier or 0, and the glyph of a single one.
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
