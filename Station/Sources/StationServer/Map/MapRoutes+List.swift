import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// Routes for the list of map objects, and of those nearby.
extension MapRoutes {
    /// The number of rows in a part of the list.
    private static let rows = 50

    func list(_ query: MapQuery, _ settings: MapSettings) throws -> MapRowsView {
        if let near = query.near { return try nearby(near, query, settings) }
        let kinds: [MapObjectKind] =
            switch query.kind {
            case nil: MapObjectKind.allCases
            case .places: [.place]
            case .shapes: [.line, .area]
            case .rounds: [.round]
            case .captures: []
            }
        let counts = try library.mapObjectCounts(named: query.text)
        let known = kinds.reduce(0) { $0 + counts[$1, default: 0] }
        var rows: [MapRowsView.Row] = []
        if query.offset < known {
            rows = try library.mapObjects(
                Set(kinds), named: query.text, limit: Self.rows, offset: query.offset
            ).map { row($0, query) }
        }
        var isMore = query.offset + rows.count < known
        if query.kind == nil || query.kind == .captures, rows.count < Self.rows {
            let spots = try library.captureSpots(
                named: query.text, limit: Self.rows - rows.count + 1, offset: max(query.offset - known, 0))
            isMore = spots.count > Self.rows - rows.count
            rows += try self.rows(Array(spots.prefix(Self.rows - rows.count)), query)
        }
        return MapRowsView(
            rows, empty: query.isWhole ? MapTexts.nothing : MapTexts.nothingFound,
            before: query.offset > 0 ? query.address { $0.offset = max(0, $0.offset - Self.rows) } : nil,
            more: isMore ? query.address { $0.offset += Self.rows } : nil)
    }

    /// Returns the objects within the configured radius, nearest first.
    func nearby(_ place: GeoPoint, _ query: MapQuery, _ settings: MapSettings) throws -> MapRowsView {
        let bounds = place.surroundings(Double(settings.radius))
        let objects = try library.mapObjects(named: query.text, in: bounds).compactMap { stored in
            stored.object.label.map { (distance: place.distance(to: $0), row: row(stored, query)) }
        }
        let spots = try library.captureSpots(named: query.text, in: bounds)
        let captures = zip(spots, try rows(spots, query)).map { (distance: place.distance(to: $0.place), row: $1) }
        let near = (objects + captures).filter { $0.distance <= Double(settings.radius) }
            .sorted { $0.distance < $1.distance }.prefix(Self.rows)
        return MapRowsView(
            near.map { entry in
                var row = entry.row
                row.number = settings.units.text(entry.distance)
                return row
            }, empty: MapTexts.nothingFound)
    }

    func row(_ stored: StoredMapObject, _ query: MapQuery, number: String? = nil) -> MapRowsView.Row {
        let object = stored.object
        let subtitle = object.kind == .place ? (object.type ?? .box).label : object.kind.label
        let icon: String =
            if object.kind != .place { object.kind.icon } else if case .icon(let name) = object.shownGlyph { name } else
            {
                (object.type ?? .box).icon
            }
        return MapRowsView.Row(
            path: query.address(["object": "\(stored.id)"]), icon: icon,
            color: object.kind == .place ? "\((object.type ?? .box).number)" : "mixed", title: object.name,
            subtitle: object.kind == .round ? MapTexts.stops(object.stops.count) : subtitle, number: number)
    }

    func rows(_ spots: [CaptureSpot], _ query: MapQuery) throws -> [MapRowsView.Row] {
        let clock = clocks.current
        return spots.map { spot in
            MapRowsView.Row(
                path: query.address(["capture": "\(spot.id)"]), icon: MapType.capture.icon,
                color: "\(MapType.capture.number)", picture: Self.thumbnail(spot), title: spot.title,
                subtitle: "\(MapTexts.page(spot.position + 1)), \(clock.dayAndTime(spot.captured, now: .now))")
        }
    }

    static func thumbnail(_ spot: CaptureSpot) -> String {
        "/documents/\(spot.document)/pages/\(spot.position)/thumbnail"
    }

    func rows(_ documents: [DocumentRecord]) -> [MapRowsView.Row] { Self.rows(documents, clocks.current) }

    static func rows(_ documents: [DocumentRecord], _ clock: StationClock) -> [MapRowsView.Row] {
        documents.map { document in
            MapRowsView.Row(
                path: "/documents/\(document.id)", icon: "file-earmark-text", color: "mixed",
                picture: document.pages > 0 ? "/documents/\(document.id)/pages/0/thumbnail" : nil,
                title: document.title,
                subtitle:
                    "\(LibraryMessages.pageCount(document.pages)), \(clock.dayAndTime(document.captured, now: .now))",
                isOnMap: false)
        }
    }
}
