import Foundation

/// A position on Earth in degrees of WGS 84.
public struct GeoPoint: Hashable, Codable, Sendable {
    public var longitude: Double
    public var latitude: Double

    /// The latitude limit of Web Mercator, which makes the world map a square.
    public static let maximumLatitude = 85.051_128_779_806_6
    /// The mean radius in meters (IUGG).
    static let earthRadius = 6_371_008.8

    /// `nil` if the coordinates are out of range.
    public init?(longitude: Double, latitude: Double) {
        guard longitude.isFinite, latitude.isFinite, -180...180 ~= longitude, -90...90 ~= latitude else { return nil }
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Creates a position from coordinates known to be valid.
    init(_ longitude: Double, _ latitude: Double) {
        self.longitude = min(max(longitude, -180), 180)
        self.latitude = min(max(latitude, -90), 90)
    }

    /// - Parameter text: Longitude and latitude separated by a comma, in the order of GeoJSON: "13.4050, 52.5200".
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            Double(String(part.filter { $0 != " " }))
        }
        guard parts.count == 2, let longitude = parts[0], let latitude = parts[1] else { return nil }
        self.init(longitude: longitude, latitude: latitude)
    }

    /// Parses coordinates as people write them: separated by a comma, a semicolon or a space, with decimal commas or
    /// points.
    public init?(entered text: String) {
        let text = text.split(separator: " ").joined(separator: " ")
        let separators = [";", ", ", " ", ","]
        guard let separator = separators.first(where: { text.contains($0) }) else { return nil }
        let parts = text.split(separator: separator, omittingEmptySubsequences: false).map { part in
            Double(part.filter { $0 != " " }.replacing(",", with: "."))
        }
        guard parts.count == 2, let longitude = parts[0], let latitude = parts[1] else { return nil }
        self.init(longitude: longitude, latitude: latitude)
    }

    /// The text in an input field, which ``init(entered:)`` reads.
    public var entry: String { text.replacing(",", with: ", ") }

    /// The text in a URL, which ``init(_:)-(StringProtocol)`` reads.
    public var text: String { "\(Self.rounded(longitude)),\(Self.rounded(latitude))" }

    /// Rounds to about a millimeter, the precision needed for plans of rooms.
    static func rounded(_ degrees: Double) -> Double { (degrees * 1e8).rounded() / 1e8 }

    /// Returns a rectangle with everything within a distance in meters. Its corners are farther away.
    public func surroundings(_ meters: Double) -> MapBounds {
        let high = meters / Self.earthRadius * 180 / .pi
        let wide = abs(latitude) + high < 89 ? high / cos((abs(latitude) + high) * .pi / 180) : 360
        return MapBounds(
            west: max(longitude - wide, -180), south: max(latitude - high, -90), east: min(longitude + wide, 180),
            north: min(latitude + high, 90))
    }

    /// Returns the great-circle distance to another position in meters (haversine formula).
    public func distance(to other: GeoPoint) -> Double {
        let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let turn = (other.longitude - longitude) * .pi / 180
        let height = sin((second - first) / 2), width = sin(turn / 2)
        let share = height * height + cos(first) * cos(second) * width * width
        return 2 * Self.earthRadius * asin(min(1, share.squareRoot()))
    }

    /// Returns the initial bearing of the great circle to another position: clockwise from north, `0..<360`.
    public func bearing(to other: GeoPoint) -> Double {
        let (first, second) = (latitude * .pi / 180, other.latitude * .pi / 180)
        let turn = (other.longitude - longitude) * .pi / 180
        let east = sin(turn) * cos(second)
        let north = cos(first) * sin(second) - sin(first) * cos(second) * cos(turn)
        let degrees = atan2(east, north) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}

/// The distance and direction from a person's position to another one.
public struct MapDirections: Hashable, Sendable {
    public let distance: Double
    public let bearing: Double

    public init(from start: GeoPoint, to end: GeoPoint) {
        distance = start.distance(to: end)
        bearing = start.bearing(to: end)
    }

    /// The direction as one of eight compass points.
    public var compass: String {
        let names = [
            localized("north"), localized("northeast"), localized("east"), localized("southeast"), localized("south"),
            localized("southwest"), localized("west"), localized("northwest"),
        ]
        return names[Int((bearing / 45).rounded()) % 8]
    }

    /// Returns a text such as "350 m to the northeast (42°)".
    public func text(in units: MapUnits) -> String {
        let degrees = Int(bearing.rounded()) % 360
        return localized("\(units.text(distance)) to the \(compass) (\(degrees)°), in a straight line")
    }

    /// Returns a link to an external website with directions. The station sends nothing there: the person follows the
    /// link.
    public static func external(to place: GeoPoint) -> String {
        "https://www.openstreetmap.org/directions?to=\(GeoPoint.rounded(place.latitude)),\(GeoPoint.rounded(place.longitude))"
    }
}

/// The units of lengths.
public enum MapUnits: String, Hashable, Codable, Sendable, CaseIterable {
    case metric
    case imperial

    public var label: String {
        switch self {
        case .metric: localized("Meters and kilometers")
        case .imperial: localized("Feet and miles")
        }
    }

    /// Formats a length with a useful precision.
    public func text(_ meters: Double) -> String {
        let (value, small, large, step) =
            self == .metric ? (meters, "m", "km", 1000.0) : (meters / 0.3048, "ft", "mi", 5280.0)
        if value < 10 { return "\(Language.current.number((value * 10).rounded() / 10)) \(small)" }
        if value < step { return "\(Int(value.rounded())) \(small)" }
        let many = value / step
        return many < 100
            ? "\(Language.current.number((many * 10).rounded() / 10)) \(large)" : "\(Int(many.rounded())) \(large)"
    }
}
