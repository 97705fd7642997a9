import FoundationEssentials
import StationRules
import StationStore
import Synchronization

/// The markers of the map, kept in memory: all of them are read again when one moves.
final class MapMarkers: Sendable {
    private struct Kept {
        let version: Int
        let clusters: MapClusters
        let shapes: [StoredMapObject]
    }

    /// So many people look at the map at once; others wait a moment longer.
    private static let maximumPeople = 16

    private let library: Library
    /// By reader: what is only its owner's is not on others' maps.
    private let kept = Mutex<[DocumentReader: Kept]>([:])

    init(_ library: Library) { self.library = library }

    /// - Returns: The points, and the lines, areas and rounds.
    func current() throws -> (version: Int, clusters: MapClusters, shapes: [StoredMapObject]) {
        let reader = DocumentReader.current
        let version = try library.mapVersion()
        if let known = kept.withLock({ $0[reader] }), known.version == version {
            return (version, known.clusters, known.shapes)
        }
        let clusters = MapClusters(try library.mapPoints())
        let shapes = try library.mapObjects([.line, .area, .round])
        kept.withLock { all in
            if all.count >= Self.maximumPeople { all.removeAll() }
            all[reader] = Kept(version: version, clusters: clusters, shapes: shapes)
        }
        return (version, clusters, shapes)
    }
}

/// What a part of the map shows, as compact JSON for the browser.
struct MapPart: Encodable {
    struct Shape: Encodable {
        let id: Int64
        let kind: String
        let name: String
        let points: [[Double]]
    }

    struct Plan: Encodable {
        let id: Int64
        let picture: String
        let longitude: Double
        let latitude: Double
        let meters: Double
        let ratio: Double
        let rotation: Double
    }

    let version: Int
    let count: Int
    /// Longitude, latitude, number of objects, number of the type, identifier or 0, and the glyph of a single one.
    let markers: [Marker]
    let shapes: [Shape]
    let plans: [Plan]

    struct Marker: Encodable {
        let marker: MapClusters.Marker
        let glyph: String?

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(MapPart.rounded(marker.place.longitude))
            try list.encode(MapPart.rounded(marker.place.latitude))
            try list.encode(marker.count)
            try list.encode(marker.type?.number ?? MapClusters.mixed)
            try list.encode(marker.id ?? 0)
            if let glyph { try list.encode(glyph) }
        }
    }

    static func rounded(_ degrees: Double) -> Double { (degrees * 1e8).rounded() / 1e8 }
}
