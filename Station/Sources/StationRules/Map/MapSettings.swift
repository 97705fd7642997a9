/// A person's map settings.
public struct MapSettings: Hashable, Codable, Sendable {
    public enum Layer: String, Hashable, Codable, Sendable, CaseIterable {
        case plans
        case places
        case captures
        case rounds
        case lines
        case areas

        public var label: String {
            switch self {
            case .plans: localized("Floor plans")
            case .places: localized("Places: shelves, boxes, rooms")
            case .captures: localized("Where pages were captured")
            case .rounds: localized("Scanning rounds")
            case .lines: localized("Lines")
            case .areas: localized("Areas")
            }
        }
    }

    /// The background layer.
    public enum Ground: String, Hashable, Codable, Sendable, CaseIterable {
        case grid
        case plain

        public var label: String {
            switch self {
            case .grid: localized("With coasts and a grid of degrees")
            case .plain: localized("Plain")
            }
        }
    }

    public static let name = "map"
    public static let radii = [50, 250, 1000, 5000, 25_000]

    public var ground = Ground.grid
    public var hiddenLayers: Set<Layer> = []
    public var hiddenPlans: Set<Int64> = []
    /// The radius in meters within which things are nearby.
    public var radius = 1000
    public var units = MapUnits.metric

    public init() {}

    public func shows(_ layer: Layer) -> Bool { !hiddenLayers.contains(layer) }

    public var layers: MapClusters.Layers {
        var types: Set<MapType> = []
        if shows(.places) { types.formUnion(MapType.places) }
        if shows(.captures) { types.insert(.capture) }
        return MapClusters.Layers(types: types, hiddenPlans: hiddenPlans)
    }

    public func shows(_ kind: MapObjectKind) -> Bool {
        switch kind {
        case .place: shows(.places)
        case .line: shows(.lines)
        case .area: shows(.areas)
        case .round: shows(.rounds)
        }
    }
}
