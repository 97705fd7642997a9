/// The kind of an object on the map.
public enum MapObjectKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A point, such as a shelf, a box or a room. Documents can be filed there.
    case place
    /// A polyline, such as a corridor or a row of shelves.
    case line
    /// A polygon, such as a part of a basement or a site.
    case area
    /// A scanning round: a route whose stops are places.
    case round

    public var label: String {
        switch self {
        case .place: localized("Point")
        case .line: localized("Line")
        case .area: localized("Area")
        case .round: localized("Route")
        }
    }

    public var icon: String {
        switch self {
        case .place: "geo-alt"
        case .line: "slash-lg"
        case .area: "bounding-box"
        case .round: "signpost-split"
        }
    }

    /// The minimum and maximum number of corners.
    public var corners: ClosedRange<Int> {
        switch self {
        case .place: 1...1
        case .line: 2...GeoJSON.Limits.maximumCorners
        // Excludes the last position, which repeats the first.
        case .area: 3...GeoJSON.Limits.maximumCorners
        case .round: 2...MapObject.maximumStops
        }
    }
}

/// The type of a marker. Each has a different color.
public enum MapType: String, Hashable, Codable, Sendable, CaseIterable {
    case shelf
    case box
    case binder
    case room
    case site
    /// The location where a page was captured, from its picture.
    case capture

    /// The types that people choose for places.
    public static let places: [MapType] = [.shelf, .box, .binder, .room, .site]

    public var label: String {
        switch self {
        case .shelf: localized("Shelf")
        case .box: localized("Storage box")
        case .binder: localized("Binder")
        case .room: localized("Room")
        case .site: localized("Site")
        case .capture: localized("Captured page")
        }
    }

    /// The default glyph.
    public var icon: String {
        switch self {
        case .shelf: "bookshelf"
        case .box: "box-seam"
        case .binder: "journal"
        case .room: "door-open"
        case .site: "building"
        case .capture: "camera"
        }
    }

    /// Its number in responses to the browser; ``MapClusters/mixed`` stands for a cluster of several types.
    public var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The symbol shown in a point's marker.
public enum MapGlyph: Hashable, Sendable {
    /// The name of an icon.
    case icon(String)
    /// One or two letters.
    case letters(String)
    case number(Int)
    /// The first page of the first document at the place.
    case picture

    public static let icons = [
        "bookshelf", "box-seam", "journal", "door-open", "building", "archive", "folder", "safe", "truck", "star",
    ]
    public static let numbers = 0...999

    /// - Parameter text: "icon:star", "A", "12" or "picture", in the format of ``text``. `nil` if it is invalid.
    public init?(_ text: String) {
        if text == "picture" {
            self = .picture
        } else if text.hasPrefix("icon:") {
            let name = String(text.dropFirst(5))
            guard Self.icons.contains(name) else { return nil }
            self = .icon(name)
        } else if let number = Int(text), Self.numbers ~= number, "\(number)" == text {
            self = .number(number)
        } else {
            guard 1...2 ~= text.count, text.allSatisfy(\.isLetter) else { return nil }
            self = .letters(text)
        }
    }

    public var text: String {
        switch self {
        case .icon(let name): "icon:\(name)"
        case .letters(let letters): letters
        case .number(let number): "\(number)"
        case .picture: "picture"
        }
    }
}

/// A map object as entered by a person.
public struct MapObject: Hashable, Codable, Sendable {
    public static let nameCharacters = 1...60
    public static let maximumNoteCharacters = 500
    public static let maximumStops = 200

    public var kind: MapObjectKind
    /// The type of a place.
    public var type: MapType?
    public var name: String
    public var note: String
    /// The glyph in the format of ``MapGlyph/text``; `nil` for the default of its type.
    public var glyph: String?
    /// The plan that it is on; `nil` if it is on none.
    public var plan: Int64?
    /// The corners in order; a place has one. A round has those of its stops.
    public var corners: [GeoPoint]
    /// The places of a round, in order.
    public var stops: [Int64]

    public init(
        kind: MapObjectKind, type: MapType? = nil, name: String, note: String = "", glyph: String? = nil,
        plan: Int64? = nil, corners: [GeoPoint], stops: [Int64] = []
    ) {
        self.kind = kind
        self.type = kind == .place ? type ?? .box : nil
        self.name = name
        self.note = note
        self.glyph = glyph
        self.plan = plan
        self.corners = corners
        self.stops = stops
    }

    /// The error as a sentence; `nil` if it is valid.
    public var fault: String? {
        guard Self.nameCharacters ~= name.count else {
            return localized("Enter a name of at most \(Self.nameCharacters.upperBound) characters.")
        }
        guard note.count <= Self.maximumNoteCharacters else {
            return localized("Enter a note of at most \(Self.maximumNoteCharacters) characters.")
        }
        if let glyph, MapGlyph(glyph) == nil {
            return localized("A marker shows an icon, a picture, a number up to 999, or one or two letters.")
        }
        let count = kind == .round ? stops.count : corners.count
        if count < kind.corners.lowerBound { return kind.tooFew }
        if count > kind.corners.upperBound { return localized("Choose at most \(kind.corners.upperBound) points.") }
        return nil
    }

    /// The marker's glyph.
    public var shownGlyph: MapGlyph {
        glyph.flatMap { MapGlyph($0) } ?? .icon((type ?? .box).icon)
    }

    /// The position of its name.
    public var label: GeoPoint? {
        switch kind {
        case .place: return corners.first
        case .line, .round: return corners.isEmpty ? nil : corners[corners.count / 2]
        case .area:
            return MapBounds(around: corners).map { GeoPoint(($0.west + $0.east) / 2, ($0.south + $0.north) / 2) }
        }
    }
}

extension MapObjectKind {
    fileprivate var tooFew: String {
        switch self {
        case .place: localized("Tap the map to place the point, or enter its coordinates.")
        case .line: localized("A line has at least two points.")
        case .area: localized("An area has at least three points.")
        case .round: localized("A round has at least two stops.")
        }
    }
}
