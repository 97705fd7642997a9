import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// The panels of the map's selection.
extension MapRoutes {
    /// The maximum number of documents shown for a place.
    private static let documents = 30

    /// Returns what a tap hits: a marker, a cluster, a line, an area or nothing.
    func tap(_ tap: MapQuery.Tap, _ query: MapQuery, _ request: Request) async throws -> Response {
        let settings = try settings()
        let current = try markers.current()
        let ids = current.clusters.points(at: tap.place, zoom: tap.zoom, within: MapHit.pixels, settings.layers)
        if ids.count == 1 {
            return PageAnswer.seeOther(query.address([ids[0] > 0 ? "object" : "capture": "\(abs(ids[0]))"]))
        }
        guard ids.isEmpty else { return try await answer(query, try cluster(ids, query), request) }
        let shapes = current.shapes.filter { settings.shows($0.kind) }
        let hit = MapHit.shape(
            at: tap.place, among: shapes.map { ($0.id, $0.kind, $0.corners) }, zoom: tap.zoom)
        return PageAnswer.seeOther(query.address(hit.map { ["object": "\($0)"] } ?? [:]))
    }

    func cluster(_ ids: [Int64], _ query: MapQuery) throws -> Panel {
        let shown = ids.prefix(500)
        let objects = try library.mapObjects(shown.filter { $0 > 0 })
        let spots = try library.captureSpots(shown.filter { $0 < 0 }.map { -$0 })
        let detail = MapDetailView(
            title: MapTexts.several(ids.count), back: query.address([:]),
            rows: MapRowsView(objects.map { row($0, query) } + (try rows(spots, query)), empty: nil))
        return Panel(
            detail: detail.html,
            selection: MapSelection(
                kind: "cluster", id: 0, points: [], at: query.tap?.place, bounds: nil))
    }

    func panel(_ query: MapQuery) throws -> Panel {
        if let kind = query.new { return try form(MapObject(kind: kind, name: "", corners: []), nil, query) }
        if let id = query.edited {
            let stored = try library.mapObject(id)
            return try form(stored.object, stored, query)
        }
        if let id = query.object { return try detail(try library.mapObject(id), query) }
        if let page = query.capture { return try capture(page, query) }
        if let id = query.plan {
            let plan = try library.plan(id).plan
            return Panel(
                detail: MapPlanPanelView(id: id, plan).html,
                selection: MapSelection(kind: "plan", id: id, points: [], at: nil, bounds: plan.bounds))
        }
        return Panel()
    }

    func directions(to place: GeoPoint, _ query: MapQuery, _ name: String, _ id: Int64) throws
        -> MapDetailView.Directions
    {
        let units = try settings().units
        return MapDetailView.Directions(
            path: query.address([name: "\(id)", "directions": "yes"]),
            text: query.from.map { MapDirections(from: $0, to: place).text(in: units) }
                ?? (query.asksDirections ? MapTexts.noDirections : nil),
            external: MapDirections.external(to: place))
    }

    func detail(_ stored: StoredMapObject, _ query: MapQuery) throws -> Panel {
        let (id, object) = (stored.id, stored.object)
        var facts: [MapDetailView.Fact] = []
        var rows: MapRowsView?
        var heading: String?
        var subtitle = object.kind.label
        var stops: [[String]] = []
        switch object.kind {
        case .place:
            subtitle = (object.type ?? .box).label
            if let corner = object.corners.first {
                facts.append(.init(MapTexts.coordinates, corner.text.replacing(",", with: ", ")))
            }
            if let plan = object.plan {
                facts.append(.init(FilingEntry.Field.place.label, try library.plan(plan).plan.name))
            }
            if let label = stored.code.flatMap({ PlaceLabel(code: $0) }) {
                facts.append(.init(MapTexts.label, label.readable))
            }
            let count = try library.documentCounts(inPlaces: [id])[id] ?? 0
            heading = MapTexts.documents(count)
            rows = MapRowsView(
                self.rows(try library.documents(inPlace: id, limit: Self.documents)), empty: MapTexts.noDocuments)
        case .round:
            let places = try library.mapObjects(object.stops)
            let counts = try library.documentCounts(inPlaces: object.stops)
            subtitle = MapTexts.stops(places.count)
            rows = MapRowsView(
                places.enumerated().map { number, place in
                    row(place, query.with { $0.round = id }, number: MapTexts.documents(counts[place.id] ?? 0))
                        .numbered(number + 1)
                }, empty: nil)
            stops = places.map { ["\($0.object.name)", "\(counts[$0.id] ?? 0)"] }
        case .line, .area: break
        }
        var actions: [MapDetailView.Action] = []
        if object.kind == .place, let code = stored.code {
            actions.append(.init(localized("Open This Place"), icon: "box-seam", path: PlaceLabel.path + code))
            actions.append(.init(localized("Print Label…"), icon: "printer", path: "/map/labels?place=\(id)"))
        }
        actions.append(
            .init(
                localized("Edit…"), icon: "pencil", path: query.address(["edit": "\(id)"]), isEdit: true, isOnMap: true)
        )
        let view = MapDetailView(
            title: object.name, path: object.kind == .place ? stored.code.map { PlaceLabel.path + $0 } : nil,
            subtitle: subtitle,
            back: query.round.map { query.without.address(["object": "\($0)"]) } ?? query.address([:]),
            facts: facts, note: object.note,
            directions: try object.label.map { try directions(to: $0, query, "object", id) }, actions: actions,
            confirmation: ConfirmationView(
                MapTexts.delete(object.name, rounds: try library.rounds(at: id)), id: "map-delete",
                action: "/map/objects/\(id)/delete"
            ).html,
            heading: heading, rows: rows)
        return Panel(
            detail: view.html,
            selection: MapSelection(
                kind: object.kind.rawValue, id: id, points: object.corners.map { [$0.longitude, $0.latitude] },
                at: object.label,
                bounds: object.kind == .place ? nil : MapBounds(around: object.corners), name: object.name,
                glyph: object.kind == .place ? object.shownGlyph.text : nil,
                type: object.type?.number, stops: stops, round: query.round, picture: try picture(of: stored),
                from: query.from))
    }

    /// Returns the picture shown in a marker: the first page of the first document there.
    func picture(of stored: StoredMapObject) throws -> String? {
        guard stored.object.shownGlyph == .picture else { return nil }
        return try library.documents(inPlace: stored.id, limit: 1).first { $0.pages > 0 }
            .map { "/documents/\($0.id)/pages/0/thumbnail" }
    }

    func capture(_ page: Int64, _ query: MapQuery) throws -> Panel {
        guard let spot = try library.captureSpots([page]).first else { throw StoreError.unknownMapObject(page) }
        let clock = clocks.current
        let path = "/documents/\(spot.document)"
        let view = MapDetailView(
            title: spot.title, path: path, subtitle: MapType.capture.label, back: query.address([:]),
            facts: [
                .init(localized("Captured"), clock.dayAndTime(spot.captured, now: .now)),
                .init(localized("Page"), "\(spot.position + 1)"),
                .init(MapTexts.coordinates, spot.place.text.replacing(",", with: ", ")),
            ],
            picture: .init(
                Self.thumbnail(spot), path: "\(path)/pages/\(spot.position)",
                alt: MapTexts.page(spot.position + 1)),
            directions: try directions(to: spot.place, query, "capture", page),
            actions: [.init(localized("Open Document"), icon: "file-earmark-text", path: path)])
        return Panel(
            detail: view.html,
            selection: MapSelection(
                kind: "capture", id: page, points: [[spot.place.longitude, spot.place.latitude]], at: spot.place,
                bounds: nil, name: spot.title, glyph: "icon:camera", type: MapType.capture.number,
                picture: Self.thumbnail(spot), from: query.from))
    }
}

extension MapRowsView.Row {
    fileprivate func numbered(_ number: Int) -> Self {
        var row = self
        row.letter = "\(number)"
        return row
    }
}

/// The map's selection for the browser, which draws it and moves to it if it is outside the window.
struct MapSelection: Encodable {
    let kind: String
    let id: Int64
    let points: [[Double]]
    var at: GeoPoint?
    /// The bounds to show in full.
    var bounds: MapBounds?
    var name: String?
    var glyph: String?
    var type: Int?
    /// The names and document counts of a round's stops.
    var stops: [[String]] = []
    /// The round that the stop belongs to.
    var round: Int64?
    var picture: String?
    var from: GeoPoint?
    var isEdited = false

    var json: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}
