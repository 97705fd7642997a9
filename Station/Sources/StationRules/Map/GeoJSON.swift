import Foundation

/// Map objects as GeoJSON (RFC 7946).
///
/// A place is a Point, a line a LineString, an area a Polygon. A round is a LineString through its stops, which
/// refers to their features by `id`. Members of `properties`: `kind`, `name`, `type`, `note`, `glyph`, `code`,
/// `stops`.
public enum GeoJSON {
    public enum Limits {
        public static let maximumBytes = 16 << 20
        public static let maximumFeatures = 100_000
        /// The maximum number of corners of an object.
        public static let maximumCorners = 5000
        public static let maximumDepth = 12
        /// The maximum number of values in the file. Each coordinate counts as one.
        public static let maximumValues = 3_000_000
    }

    public struct Feature: Hashable, Sendable {
        /// The identifier in the file, by which rounds refer to their stops.
        public var id: String?
        public var object: MapObject
        /// The code on the label of a place.
        public var code: String?
        /// The identifiers of a round's stops.
        public var stops: [String]
        /// Whether positions in the file have a height, which the map does not store.
        public var hasHeights: Bool

        public init(
            id: String?, object: MapObject, code: String? = nil, stops: [String] = [], hasHeights: Bool = false
        ) {
            (self.id, self.object, self.code, self.stops) = (id, object, code, stops)
            self.hasHeights = hasHeights
        }
    }

    /// An error in a file, as a sentence with its location.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String

        init(_ description: String) { self.description = description }
    }

    // MARK: Reading

    /// Returns all features of a file, or throws its first error.
    public static func features(in bytes: [UInt8]) throws(Failure) -> [Feature] {
        guard bytes.count <= Limits.maximumBytes else {
            throw Failure(localized("The file is larger than \(Limits.maximumBytes >> 20) MB."))
        }
        let tree: JSONTree
        do {
            tree = try JSONTree(bytes, .init(depth: Limits.maximumDepth, values: Limits.maximumValues))
        } catch {
            switch error {
            case .syntax(let place): throw Failure(localized("The file is not valid JSON: see byte \(place + 1)."))
            case .tooDeep(let place):
                throw Failure(localized("The file is nested too deep: see byte \(place + 1)."))
            case .tooMany: throw Failure(localized("The file has more than \(Limits.maximumValues) values."))
            }
        }
        let list: [JSONTree]
        switch tree["type"]?.text {
        case "FeatureCollection":
            guard let features = tree["features"]?.list else {
                throw Failure(localized("“features” is missing in the file."))
            }
            list = features
        case let type? where type == "Feature": list = [tree]
        case let type?: throw Failure(localized("“\(String(type.prefix(40)))” is not a feature collection."))
        case nil: throw Failure(localized("“type” is missing in the file."))
        }
        guard list.count <= Limits.maximumFeatures else {
            throw Failure(localized("The file has more than \(Limits.maximumFeatures) features."))
        }
        var features: [Feature] = []
        for (number, tree) in list.enumerated() { features += try Self.features(tree, number: number + 1) }
        try check(features)
        return features
    }

    /// A geometry with several parts becomes several objects.
    private static func features(_ tree: JSONTree, number: Int) throws(Failure) -> [Feature] {
        func failure(_ reason: String) -> Failure { Failure(localized("Feature \(number): \(reason)")) }
        guard tree["type"]?.text == "Feature" else { throw failure(localized("it is not a feature.")) }
        // The feature has no location (RFC 7946, section 3.2).
        if tree["geometry"] == .null { return [] }
        guard let geometry = tree["geometry"], let type = geometry["type"]?.text else {
            throw failure(localized("its geometry is missing."))
        }
        guard let coordinates = geometry["coordinates"]?.list else {
            throw failure(localized("its coordinates are missing."))
        }
        var ways: [[GeoPoint]] = []
        var kind: MapObjectKind
        do throws(Failure) {
            switch type {
            case "Point": (kind, ways) = (.place, [[try point(.list(coordinates))]])
            case "MultiPoint":
                kind = .place
                for place in coordinates { ways.append([try point(place)]) }
            case "LineString": (kind, ways) = (.line, [try way(.list(coordinates))])
            case "MultiLineString":
                kind = .line
                for line in coordinates { ways.append(try way(line)) }
            case "Polygon": (kind, ways) = (.area, [try ring(coordinates)])
            case "MultiPolygon":
                kind = .area
                for area in coordinates { ways.append(try ring(area.list ?? [])) }
            default: throw Failure(localized("its geometry “\(String(type.prefix(40)))” is not known."))
            }
        } catch { throw failure(error.description) }
        let properties = tree["properties"]
        let stops = properties?["stops"]?.list?.compactMap(\.identifier) ?? []
        if kind == .line, properties?["kind"]?.text == MapObjectKind.round.rawValue, !stops.isEmpty { kind = .round }
        let name = (properties?["name"] ?? properties?["title"])?.text?.asLine ?? ""
        let named = name.isEmpty ? "\(kind.label) \(number)" : String(name.prefix(MapObject.nameCharacters.upperBound))
        // Keep the full text of a name that is too long.
        let note = [
            named.count < name.count ? name : nil, (properties?["note"] ?? properties?["description"])?.text,
        ].compactMap(\.self).joined(separator: "\n")
        var features: [Feature] = []
        for corners in ways {
            var object = MapObject(
                kind: kind, type: properties?["type"]?.text.flatMap { MapType(rawValue: $0) }, name: named,
                note: String(note.prefix(MapObject.maximumNoteCharacters)),
                glyph: properties?["glyph"]?.text, corners: corners)
            if object.type == .capture { object.type = .site }
            if let glyph = object.glyph, MapGlyph(glyph) == nil { object.glyph = nil }
            if kind != .round, let fault = object.fault { throw failure(fault) }
            let isOnly = ways.count == 1
            features.append(
                Feature(
                    id: isOnly ? tree["id"]?.identifier : nil, object: object,
                    code: isOnly && kind == .place
                        ? properties?["code"]?.text.flatMap { PlaceLabel(code: $0)?.code } : nil,
                    stops: kind == .round ? stops : [], hasHeights: hasHeights(.list(coordinates))))
        }
        return features
    }

    /// - Parameter coordinates: A position, or nested lists of positions.
    private static func hasHeights(_ coordinates: JSONTree) -> Bool {
        guard let list = coordinates.list else { return false }
        return list.first?.number == nil ? list.contains(where: hasHeights) : list.count > 2
    }

    private static func point(_ tree: JSONTree) throws(Failure) -> GeoPoint {
        guard let values = tree.list, 2...4 ~= values.count, let longitude = values[0].number,
            let latitude = values[1].number
        else { throw Failure(localized("a position has a longitude and a latitude.")) }
        guard let point = GeoPoint(longitude: longitude, latitude: latitude) else {
            throw Failure(
                localized(
                    "[\(text(longitude)), \(text(latitude))] is not a longitude from -180 to 180 and a latitude from -90 to 90."
                ))
        }
        return point
    }

    private static func way(_ tree: JSONTree) throws(Failure) -> [GeoPoint] {
        guard let list = tree.list else { throw Failure(localized("a line is a list of positions.")) }
        guard list.count <= Limits.maximumCorners + 1 else {
            throw Failure(localized("it has more than \(Limits.maximumCorners) positions."))
        }
        var way: [GeoPoint] = []
        for place in list { way.append(try point(place)) }
        return way
    }

    /// Returns the outer ring without the last position, which repeats the first. Holes are ignored.
    private static func ring(_ rings: [JSONTree]) throws(Failure) -> [GeoPoint] {
        guard let outer = rings.first else { throw Failure(localized("a polygon has a ring.")) }
        var ring = try way(outer)
        guard ring.count >= 4, ring.first == ring.last else {
            throw Failure(localized("a ring has four positions at least, and ends where it begins."))
        }
        ring.removeLast()
        return ring
    }

    /// Checks that identifiers are unique, and that rounds stop at places in the file.
    private static func check(_ features: [Feature]) throws(Failure) {
        var kinds: [String: MapObjectKind] = [:]
        for feature in features {
            guard let id = feature.id else { continue }
            guard kinds.updateValue(feature.object.kind, forKey: id) == nil else {
                throw Failure(localized("Two features have the identifier “\(String(id.prefix(40)))”."))
            }
        }
        for feature in features where feature.object.kind == .round {
            guard MapObjectKind.round.corners ~= feature.stops.count else {
                throw Failure(
                    localized("The round “\(feature.object.name)” must have 2 to \(MapObject.maximumStops) stops."))
            }
            for stop in feature.stops where kinds[stop] != .place {
                throw Failure(
                    localized(
                        "The round “\(feature.object.name)” stops at “\(String(stop.prefix(40)))”, which is not a point in the file."
                    ))
            }
        }
    }

    // MARK: Writing

    /// Encodes features. Equal features have equal bytes.
    public static func bytes(of features: [Feature]) -> [UInt8] {
        let rows = features.map { feature in
            let object = feature.object
            var properties = ["\"kind\":\(quoted(object.kind.rawValue))", "\"name\":\(quoted(object.name))"]
            if let type = object.type { properties.append("\"type\":\(quoted(type.rawValue))") }
            if !object.note.isEmpty { properties.append("\"note\":\(quoted(object.note))") }
            if let glyph = object.glyph { properties.append("\"glyph\":\(quoted(glyph))") }
            if let code = feature.code { properties.append("\"code\":\(quoted(code))") }
            if !feature.stops.isEmpty {
                properties.append("\"stops\":[\(feature.stops.map(quoted).joined(separator: ","))]")
            }
            let id = feature.id.map { "\"id\":\(quoted($0))," } ?? ""
            return """
                {"type":"Feature",\(id)"geometry":{\(geometry(object))},"properties":{\(properties.joined(separator: ","))}}
                """
        }
        return Array(
            "{\"type\":\"FeatureCollection\",\"features\":[\n\(rows.joined(separator: ",\n"))\n]}\n".utf8)
    }

    private static func geometry(_ object: MapObject) -> String {
        let corners = object.corners.map(position)
        switch object.kind {
        case .place: return "\"type\":\"Point\",\"coordinates\":\(corners.first ?? "[]")"
        case .line, .round: return "\"type\":\"LineString\",\"coordinates\":[\(corners.joined(separator: ","))]"
        case .area:
            // Outer rings run counterclockwise (RFC 7946, section 3.1.6).
            let ring = isClockwise(object.corners) ? corners.reversed() : corners
            return "\"type\":\"Polygon\",\"coordinates\":[[\((ring + ring.prefix(1)).joined(separator: ","))]]"
        }
    }

    private static func isClockwise(_ ring: [GeoPoint]) -> Bool {
        zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
            $0 + ($1.1.longitude - $1.0.longitude) * ($1.1.latitude + $1.0.latitude)
        } > 0
    }

    private static func position(_ place: GeoPoint) -> String { "[\(text(place.longitude)),\(text(place.latitude))]" }

    private static func text(_ value: Double) -> String {
        let rounded = GeoPoint.rounded(value)
        return rounded == rounded.rounded() && abs(rounded) < 1e6 ? "\(Int(rounded))" : "\(rounded)"
    }

    package static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default:
                if scalar.value < 0x20 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}

extension JSONTree {
    /// The identifier of a feature: a string or a number (RFC 7946, section 3.2).
    fileprivate var identifier: String? {
        switch self {
        case .text(let text): text
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        default: nil
        }
    }
}
