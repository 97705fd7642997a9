import Foundation

/// Web Mercator: the world as a square, x from west to east and y from north to south, each `0...1`.
///
/// At zoom level 0 the square has 256 pixels; each further level doubles them. The browser uses the same formulas in
/// `web/patterns/map/projection.js`.
public enum MapProjection {
    public static let tile = 256.0
    /// The zoom levels. At the highest, a pixel is 5 mm at the equator, enough to see a shelf.
    public static let zooms = 0.0...25.0

    public struct Spot: Hashable, Sendable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public static func spot(_ place: GeoPoint) -> Spot {
        let limit = GeoPoint.maximumLatitude
        let latitude = min(max(place.latitude, -limit), limit) * .pi / 180
        let y = 0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)
        return Spot(x: (place.longitude + 180) / 360, y: min(max(y, 0), 1))
    }

    public static func place(_ spot: Spot) -> GeoPoint {
        GeoPoint(spot.x * 360 - 180, atan(sinh(.pi * (1 - 2 * spot.y))) * 180 / .pi)
    }

    /// Returns the width of the world in pixels.
    public static func scale(_ zoom: Double) -> Double { tile * exp2(zoom) }

    /// Returns the length of a region's longer side in pixels.
    public static func pixels(of bounds: MapBounds, zoom: Double) -> Double {
        let first = spot(GeoPoint(bounds.west, bounds.north)), last = spot(GeoPoint(bounds.east, bounds.south))
        return max(last.x - first.x, last.y - first.y) * scale(zoom)
    }

    /// Returns the number of pixels per meter at a latitude.
    public static func pixelsPerMeter(at latitude: Double, zoom: Double) -> Double {
        let limit = GeoPoint.maximumLatitude
        let around = 2 * .pi * 6_378_137 * cos(min(max(latitude, -limit), limit) * .pi / 180)
        return scale(zoom) / around
    }
}

/// A region between two meridians and two parallels that does not cross the antimeridian.
public struct MapBounds: Hashable, Codable, Sendable {
    public var west: Double
    public var south: Double
    public var east: Double
    public var north: Double

    public static let world = MapBounds(west: -180, south: -90, east: 180, north: 90)

    public init(west: Double, south: Double, east: Double, north: Double) {
        (self.west, self.south, self.east, self.north) = (west, south, east, north)
    }

    /// Returns the smallest region around some positions; `nil` without any.
    public init?(around places: some Sequence<GeoPoint>) {
        var bounds: MapBounds?
        for place in places {
            let (x, y) = (place.longitude, place.latitude)
            guard let known = bounds else {
                bounds = MapBounds(west: x, south: y, east: x, north: y)
                continue
            }
            bounds = MapBounds(
                west: min(known.west, x), south: min(known.south, y), east: max(known.east, x),
                north: max(known.north, y))
        }
        guard let bounds else { return nil }
        self = bounds
    }

    /// - Parameter text: "west,south,east,north" in degrees; `nil` if it is not a valid region.
    public init?(_ text: some StringProtocol) {
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard values.count == 4, let west = values[0], let south = values[1], let east = values[2],
            let north = values[3], west.isFinite, south.isFinite, east.isFinite, north.isFinite,
            west <= east, south <= north
        else { return nil }
        // Clip what a viewport shows beyond the world.
        self.init(west: max(west, -180), south: max(south, -90), east: min(east, 180), north: min(north, 90))
        guard self.west <= self.east, self.south <= self.north else { return nil }
    }

    public var text: String { [west, south, east, north].map { "\(GeoPoint.rounded($0))" }.joined(separator: ",") }

    public func contains(_ place: GeoPoint) -> Bool {
        west...east ~= place.longitude && south...north ~= place.latitude
    }

    public func intersects(_ other: MapBounds) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }

    public func union(_ other: MapBounds) -> MapBounds {
        MapBounds(
            west: min(west, other.west), south: min(south, other.south), east: max(east, other.east),
            north: max(north, other.north))
    }

    /// Returns the region enlarged on each side by a share of its size.
    public func padded(by share: Double) -> MapBounds {
        let (x, y) = ((east - west) * share, (north - south) * share)
        return MapBounds(
            west: max(west - x, -180), south: max(south - y, -90), east: min(east + x, 180), north: min(north + y, 90))
    }
}

/// The viewport of a map: its center and zoom level.
public struct MapCamera: Hashable, Sendable {
    public let center: GeoPoint
    public let zoom: Double

    public init(center: GeoPoint, zoom: Double) {
        self.center = center
        self.zoom = min(max(zoom, MapProjection.zooms.lowerBound), MapProjection.zooms.upperBound)
    }

    /// The zoom level for a single place, which shows the building around it.
    public static let closeZoom = 20.0

    /// Creates the closest view of a whole region.
    /// - Parameters:
    ///   - width: The width of the window in pixels.
    ///   - margin: The pixels to keep free on each side for panels and whole markers.
    public init(showing bounds: MapBounds, width: Double, height: Double, margin: Double = 48) {
        let first = MapProjection.spot(GeoPoint(bounds.west, bounds.north))
        let last = MapProjection.spot(GeoPoint(bounds.east, bounds.south))
        let (wide, high) = (max(width - 2 * margin, 1), max(height - 2 * margin, 1))
        let across = last.x > first.x ? log2(wide / (MapProjection.tile * (last.x - first.x))) : .infinity
        let down = last.y > first.y ? log2(high / (MapProjection.tile * (last.y - first.y))) : .infinity
        let nearest = min(across, down)
        self.init(
            center: MapProjection.place(.init(x: (first.x + last.x) / 2, y: (first.y + last.y) / 2)),
            zoom: nearest.isFinite ? nearest : Self.closeZoom)
    }

    /// Returns the region visible in a window of the given size in pixels.
    public func bounds(width: Double, height: Double) -> MapBounds {
        let scale = MapProjection.scale(zoom)
        let middle = MapProjection.spot(center)
        func edge(_ x: Double, _ y: Double) -> GeoPoint {
            MapProjection.place(
                .init(
                    x: min(max(middle.x + x / scale, 0), 1), y: min(max(middle.y + y / scale, 0), 1)))
        }
        let (first, last) = (edge(-width / 2, -height / 2), edge(width / 2, height / 2))
        return MapBounds(
            west: first.longitude, south: last.latitude, east: last.longitude, north: first.latitude)
    }

    /// Returns the position of a place in the window, in pixels from its center.
    public func offset(of place: GeoPoint) -> (x: Double, y: Double) {
        let scale = MapProjection.scale(zoom)
        let (spot, middle) = (MapProjection.spot(place), MapProjection.spot(center))
        return ((spot.x - middle.x) * scale, (spot.y - middle.y) * scale)
    }
}
