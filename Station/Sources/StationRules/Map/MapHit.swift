/// What a tap on the map hits.
public enum MapHit {
    /// The hit radius in pixels, large enough for fingers.
    public static let pixels = 22.0
    public static let linePixels = 12.0

    /// Returns the distance of a position from a polyline, in pixels at a zoom level.
    public static func distance(of place: GeoPoint, to way: [GeoPoint], zoom: Double) -> Double {
        let camera = MapCamera(center: place, zoom: zoom)
        let corners = way.map { camera.offset(of: $0) }
        guard let first = corners.first else { return .infinity }
        var nearest = (first.x * first.x + first.y * first.y).squareRoot()
        for (start, end) in zip(corners, corners.dropFirst()) {
            let (dx, dy) = (end.x - start.x, end.y - start.y)
            let length = dx * dx + dy * dy
            // Coordinates are relative to the position.
            let share = length > 0 ? min(max(-(start.x * dx + start.y * dy) / length, 0), 1) : 0
            let (x, y) = (start.x + share * dx, start.y + share * dy)
            nearest = min(nearest, (x * x + y * y).squareRoot())
        }
        return nearest
    }

    /// Whether a position is inside an area, by counting the sides to its east.
    public static func isInside(_ place: GeoPoint, _ area: [GeoPoint]) -> Bool {
        guard var last = area.last else { return false }
        var isInside = false
        for corner in area {
            let (x, y) = (place.longitude, place.latitude)
            if (corner.latitude > y) != (last.latitude > y) {
                let share = (y - corner.latitude) / (last.latitude - corner.latitude)
                if x < corner.longitude + share * (last.longitude - corner.longitude) { isInside.toggle() }
            }
            last = corner
        }
        return isInside
    }

    /// Returns the nearest line, round or area. Lines take precedence over the areas that they cross, and small areas
    /// over those around them.
    public static func shape(
        at place: GeoPoint, among shapes: [(id: Int64, kind: MapObjectKind, corners: [GeoPoint])], zoom: Double
    ) -> Int64? {
        let ways = shapes.filter { $0.kind == .line || $0.kind == .round }.map { shape in
            (id: shape.id, distance: distance(of: place, to: shape.corners, zoom: zoom))
        }
        if let nearest = ways.min(by: { ($0.distance, $0.id) < ($1.distance, $1.id) }),
            nearest.distance <= linePixels
        {
            return nearest.id
        }
        let areas = shapes.filter { $0.kind == .area && isInside(place, $0.corners) }.map { shape in
            let bounds = MapBounds(around: shape.corners) ?? .world
            return (id: shape.id, size: (bounds.east - bounds.west) * (bounds.north - bounds.south))
        }
        return areas.min { ($0.size, $0.id) < ($1.size, $1.id) }?.id
    }
}
