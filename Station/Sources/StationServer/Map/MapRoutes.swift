import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// The map: its screen, its markers, and what is changed on it.
struct MapRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    let markers: MapMarkers

    static let path = "/map"
    /// Rows in a part of the list.
    private static let rows = 50
    /// Documents in the panel of a place.
    private static let documents = 30
    /// Choices for the stops of a round.
    private static let maximumChoices = 500
    /// Of what is shown at once; more is on the screen as one zooms in.
    private static let maximumShapes = 2000
    /// Of the longer side of a window with what is around it: no screen has more, and markers of all the world from near are many.
    private static let maximumPixels = 20_000.0

    init(library: Library, clocks: StationClocks, pages: StationPages) {
        (self.library, self.clocks, self.pages) = (library, clocks, pages)
        markers = MapMarkers(library)
    }

    func add(to router: some RouterMethods<StationContext>) {
        router.get("map", use: show)
        router.get("map/points", use: points)
        router.post("map/settings", use: set)
        router.get("map/export", use: export)
        router.post("map/import", use: importFile)
        router.post("map/objects", use: create)
        router.post("map/objects/:object", use: change)
        router.post("map/objects/:object/delete", use: remove)
        router.post("map/undo/:change", use: undo)
    }

    private func settings() throws -> MapSettings {
        try library.setting(MapSettings.name, of: Library.actingPerson, as: MapSettings.self) ?? MapSettings()
    }

    // MARK: The screen

    private func show(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = MapQuery(request)
        if let tap = query.tap { return try await self.tap(tap, query, request) }
        return try await answer(query, try panel(query), request)
    }

    private struct Panel {
        var detail: String?
        var selection: MapSelection?
        var isEditing = false
    }

    private func answer(
        _ query: MapQuery, _ panel: Panel, _ request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let settings = try settings()
        let current = try markers.current()
        var extents = current.clusters.extents(settings.layers)
        for shape in current.shapes where settings.shows(shape.object.kind) {
            guard let bounds = MapBounds(around: shape.object.corners) else { continue }
            extents = extents?.union(bounds) ?? bounds
        }
        let plans = try library.plans()
        if settings.shows(.plans) {
            for plan in plans where !settings.hiddenPlans.contains(plan.id) {
                extents = extents?.union(plan.plan.bounds) ?? plan.plan.bounds
            }
        }
        let view = MapView(
            settings, extents: extents,
            panel: MapPanelsView(
                text: query.text, kind: query.kind?.rawValue, near: query.near?.text,
                kinds: MapQuery.Kind.allCases.map { kind in
                    let isChosen = kind == query.kind
                    return (kind.label, query.address { $0.kind = isChosen ? nil : kind }, isChosen)
                },
                rows: try list(query, settings), detail: panel.detail, selection: panel.selection?.json),
            plans: plans.map { ($0.id, $0.plan.name) }, isEditing: panel.isEditing, version: current.version)
        let done = try toast(request)
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["list-report", "map"], scripts: ["map/map.js"],
                toast: done?.text, undo: done?.undo, body: view.html),
            at: Self.path, for: request, status: status)
    }

    private func toast(_ request: Request) throws -> (text: String, undo: String?)? {
        let query = request.uri.queryParameters
        let undo = query["undo"].flatMap { Int64($0) }.map { "/map/undo/\($0)" }
        switch query["done"] {
        case "added": return (MapTexts.added, undo)
        case "changed": return (MapTexts.changed, undo)
        case "removed": return (MapTexts.removed, undo)
        case "imported": return (MapTexts.imported(query["count"].flatMap { Int($0) } ?? 0), undo)
        case "undone": return (LibraryMessages.undone, nil)
        default: return nil
        }
    }

    // MARK: The list

    private func list(_ query: MapQuery, _ settings: MapSettings) throws -> MapRowsView {
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

    /// What lies within the radius that is set, the nearest first.
    private func nearby(_ place: GeoPoint, _ query: MapQuery, _ settings: MapSettings) throws -> MapRowsView {
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

    private func row(_ stored: StoredMapObject, _ query: MapQuery, number: String? = nil) -> MapRowsView.Row {
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

    private func rows(_ spots: [CaptureSpot], _ query: MapQuery) throws -> [MapRowsView.Row] {
        let clock = clocks.current
        return spots.map { spot in
            MapRowsView.Row(
                path: query.address(["capture": "\(spot.id)"]), icon: MapType.capture.icon,
                color: "\(MapType.capture.number)", picture: Self.thumbnail(spot), title: spot.title,
                subtitle: "\(MapTexts.page(spot.position + 1)), \(clock.dayAndTime(spot.captured, now: .now))")
        }
    }

    private static func thumbnail(_ spot: CaptureSpot) -> String {
        "/documents/\(spot.document)/pages/\(spot.position)/thumbnail"
    }

    private func rows(_ documents: [DocumentRecord]) -> [MapRowsView.Row] { Self.rows(documents, clocks.current) }

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

    // MARK: Panels

    /// What a tap hits: a marker, a cluster, a line, an area, or nothing.
    private func tap(_ tap: MapQuery.Tap, _ query: MapQuery, _ request: Request) async throws -> Response {
        let settings = try settings()
        let current = try markers.current()
        let ids = current.clusters.points(at: tap.place, zoom: tap.zoom, within: MapHit.pixels, settings.layers)
        if ids.count == 1 {
            return PageAnswer.seeOther(query.address([ids[0] > 0 ? "object" : "capture": "\(abs(ids[0]))"]))
        }
        guard ids.isEmpty else { return try await answer(query, try cluster(ids, query), request) }
        let shapes = current.shapes.filter { settings.shows($0.object.kind) }
        let hit = MapHit.shape(
            at: tap.place, among: shapes.map { ($0.id, $0.object.kind, $0.object.corners) }, zoom: tap.zoom)
        return PageAnswer.seeOther(query.address(hit.map { ["object": "\($0)"] } ?? [:]))
    }

    private func cluster(_ ids: [Int64], _ query: MapQuery) throws -> Panel {
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

    private func panel(_ query: MapQuery) throws -> Panel {
        if let kind = query.new { return try form(MapObject(kind: kind, name: "", corners: []), nil, query) }
        if let id = query.edited {
            let stored = try library.mapObject(id)
            return try form(stored.object, stored, query)
        }
        if let id = query.object { return try detail(try library.mapObject(id), query) }
        if let page = query.capture { return try capture(page, query) }
        if let id = query.plan {
            let bounds = try library.plan(id).plan.bounds
            return Panel(selection: MapSelection(kind: "plan", id: id, points: [], at: nil, bounds: bounds))
        }
        return Panel()
    }

    private func directions(to place: GeoPoint, _ query: MapQuery, _ name: String, _ id: Int64) throws
        -> MapDetailView.Directions
    {
        let units = try settings().units
        return MapDetailView.Directions(
            path: query.address([name: "\(id)", "directions": "yes"]),
            text: query.from.map { MapDirections(from: $0, to: place).text(in: units) }
                ?? (query.asksDirections ? MapTexts.noDirections : nil),
            external: MapDirections.external(to: place))
    }

    private func detail(_ stored: StoredMapObject, _ query: MapQuery) throws -> Panel {
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
                MapTexts.delete(object.name), id: "map-delete", action: "/map/objects/\(id)/delete"
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

    /// That a marker shows: the first page of the first document in it.
    private func picture(of stored: StoredMapObject) throws -> String? {
        guard stored.object.shownGlyph == .picture else { return nil }
        return try library.documents(inPlace: stored.id, limit: 1).first { $0.pages > 0 }
            .map { "/documents/\($0.id)/pages/0/thumbnail" }
    }

    private func capture(_ page: Int64, _ query: MapQuery) throws -> Panel {
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

    // MARK: Forms

    private func form(
        _ object: MapObject, _ stored: StoredMapObject?, _ query: MapQuery, corners: [String]? = nil,
        failure: String? = nil
    ) throws -> Panel {
        let plans = try library.plans().map { ($0.id, $0.plan.name) }
        let places =
            object.kind == .round
            ? try library.mapObjects([.place], limit: Self.maximumChoices).map { ($0.id, $0.object.name) } : []
        let view = MapFormView(
            object, id: stored?.id, version: stored?.version, plans: plans, places: places,
            corners: corners ?? object.corners.map { $0.text.replacing(",", with: ", ") },
            action: (stored.map { "/map/objects/\($0.id)" } ?? "/map/objects") + query.filters,
            cancel: stored.map { query.address(["object": "\($0.id)"]) } ?? query.address([:]), failure: failure)
        return Panel(
            detail: view.html,
            selection: MapSelection(
                kind: object.kind.rawValue, id: stored?.id ?? 0,
                points: object.corners.map { [$0.longitude, $0.latitude] }, at: nil, bounds: nil, isEdited: true),
            isEditing: true)
    }

    private struct Entered {
        var object: MapObject
        let corners: [String]
        let version: Int?
        var failure: String?
    }

    private func entered(_ form: FormFields) throws -> Entered {
        guard let kind = MapObjectKind(rawValue: form.text("kind") ?? "") else {
            throw HTTPError(.badRequest, message: localized("The form cannot be read."))
        }
        let texts = (form.values["corner"] ?? []).filter { !$0.allSatisfy { $0 == " " } }
        let corners = texts.map { GeoPoint($0) }
        let glyph = form.text("glyph")
        let object = MapObject(
            kind: kind, type: form.text("type").flatMap { MapType(rawValue: $0) }.flatMap { $0 == .capture ? nil : $0 },
            name: (form.text("name") ?? "").asLine, note: form.text("note") ?? "", glyph: glyph,
            plan: form.text("plan").flatMap { Int64($0) }, corners: corners.compactMap(\.self),
            stops: (form.values["stop"] ?? []).compactMap { Int64($0) })
        let wrong = zip(texts, corners).first { $1 == nil }?.0
        return Entered(
            object: object, corners: texts, version: form.text("version").flatMap { Int($0) },
            failure: wrong.map { localized("“\($0)” is no longitude and latitude, such as 13.4050, 52.5200.") }
                ?? object.fault)
    }

    private func create(_ request: Request, _ context: StationContext) async throws -> Response {
        let entered = try entered(try await FormFields(request, context))
        let query = MapQuery(request)
        if let failure = entered.failure {
            let panel = try form(entered.object, nil, query, corners: entered.corners, failure: failure)
            return try await answer(query, panel, request, status: .unprocessableContent)
        }
        let (id, change) = try library.addMapObject(entered.object, at: .now)
        return PageAnswer.seeOther(query.address(["object": "\(id)", "done": "added", "undo": "\(change)"]))
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let (id, query) = (try Self.number("object", context), MapQuery(request))
        let entered = try entered(try await FormFields(request, context))
        if let failure = entered.failure {
            let panel = try form(
                entered.object, try library.mapObject(id), query, corners: entered.corners, failure: failure)
            return try await answer(query, panel, request, status: .unprocessableContent)
        }
        let change = try library.changeMapObject(id, to: entered.object, version: entered.version, at: .now)
        return PageAnswer.seeOther(
            query.address(
                ["object": "\(id)"].merging(change.map { ["done": "changed", "undo": "\($0)"] } ?? [:]) { $1 }))
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let change = try library.removeMapObject(try Self.number("object", context), at: .now)
        return PageAnswer.seeOther("/map?done=removed&undo=\(change)")
    }

    private func undo(_ request: Request, _ context: StationContext) async throws -> Response {
        let isWhole = try library.undoMapChange(try Self.number("change", context), at: .now)
        guard isWhole else {
            throw HTTPError(.conflict, message: localized("This was changed again since. It stays as it is."))
        }
        return PageAnswer.seeOther("/map?done=undone")
    }

    private static func number(_ name: String, _ context: StationContext) throws -> Int64 {
        guard let number = context.parameters.get(name, as: Int64.self) else { throw HTTPError(.notFound) }
        return number
    }

    private func set(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormFields(request, context)
        var settings = try settings()
        if let ground = form.text("ground").flatMap({ MapSettings.Ground(rawValue: $0) }) { settings.ground = ground }
        let shown = Set((form.values["layer"] ?? []).compactMap { MapSettings.Layer(rawValue: $0) })
        settings.hiddenLayers = Set(MapSettings.Layer.allCases).subtracting(shown)
        let plans = Set((form.values["plan"] ?? []).compactMap { Int64($0) })
        settings.hiddenPlans = Set(try library.plans().map(\.id)).subtracting(plans)
        if let radius = form.text("radius").flatMap({ Int($0) }), MapSettings.radii.contains(radius) {
            settings.radius = radius
        }
        if let units = form.text("units").flatMap({ MapUnits(rawValue: $0) }) { settings.units = units }
        try library.set(MapSettings.name, of: Library.actingPerson, to: settings)
        return PageAnswer.seeOther(Self.path)
    }

    // MARK: Files

    private func export(_ request: Request, _ context: StationContext) async throws -> Response {
        FileAnswer.make(
            GeoJSON.bytes(of: try library.mapFeatures()), named: "\(MapTexts.title).geojson",
            mediaType: "application/geo+json")
    }

    private func importFile(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormFields(request, context)
        guard let file = form.files.first(where: { $0.field == "file" }) else {
            throw HTTPError(.unprocessableContent, message: MapTexts.noFile)
        }
        let features: [GeoJSON.Feature]
        do { features = try GeoJSON.features(in: file.bytes) } catch {
            let name = String(file.name.prefix(60))
            throw HTTPError(
                .unprocessableContent, message: localized("“\(name)” cannot be added to the map. \(error.description)"))
        }
        let (count, change) = try library.addMapObjects(features, at: .now)
        return PageAnswer.seeOther("/map?done=imported&count=\(count)&undo=\(change)")
    }

    // MARK: Markers

    private func points(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = request.uri.queryParameters
        guard let bounds = query["bounds"].flatMap({ MapBounds($0) }),
            let zoom = query["zoom"].flatMap({ Double($0) }), MapProjection.zooms ~= zoom,
            MapProjection.pixels(of: bounds, zoom: zoom) <= Self.maximumPixels
        else { throw HTTPError(.badRequest, message: localized("There is no such part of the map.")) }
        let settings = try settings()
        let current = try markers.current()
        let found = current.clusters.markers(in: bounds, zoom: zoom, settings.layers)
        let glyphs = try glyphs(found)
        let shapes = current.shapes.lazy.filter { shape in
            settings.shows(shape.object.kind) && shape.object.corners.count > 1
                && (MapBounds(around: shape.object.corners)?.intersects(bounds) ?? false)
        }.prefix(Self.maximumShapes)
        let plans = settings.shows(.plans) ? try library.plans() : []
        let part = MapPart(
            version: current.version, count: current.clusters.count,
            markers: found.map { MapPart.Marker(marker: $0, glyph: $0.id.flatMap { glyphs[$0] }) },
            shapes: shapes.map { shape in
                MapPart.Shape(
                    id: shape.id, kind: shape.object.kind.rawValue, name: shape.object.name,
                    points: shape.object.corners.map { [$0.longitude, $0.latitude] })
            },
            plans: plans.filter { !settings.hiddenPlans.contains($0.id) && $0.plan.bounds.intersects(bounds) }.map {
                stored in
                MapPart.Plan(
                    id: stored.id, picture: "/map/plans/\(stored.id)/picture?v=\(stored.picture.text.prefix(16))",
                    longitude: stored.plan.center.longitude, latitude: stored.plan.center.latitude,
                    meters: stored.plan.meters, ratio: Double(stored.plan.height) / Double(stored.plan.width),
                    rotation: stored.plan.rotation)
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: Array(try encoder.encode(part)))))
    }

    /// Of single places that have glyphs of their own.
    private func glyphs(_ found: [MapClusters.Marker]) throws -> [Int64: String] {
        let ids = found.compactMap(\.id).filter { $0 > 0 }
        guard ids.count <= 2000 else { return [:] }
        return try library.mapGlyphs(of: ids)
    }
}

extension MapRowsView.Row {
    fileprivate func numbered(_ number: Int) -> Self {
        var row = self
        row.letter = "\(number)"
        return row
    }
}

/// What is chosen on the map, for the browser: it draws it, and moves there if it is not in the window.
struct MapSelection: Encodable {
    let kind: String
    let id: Int64
    let points: [[Double]]
    var at: GeoPoint?
    /// Which are shown as a whole.
    var bounds: MapBounds?
    var name: String?
    var glyph: String?
    var type: Int?
    /// Names and numbers of documents of a round's stops.
    var stops: [[String]] = []
    /// The round whose stop it is.
    var round: Int64?
    var picture: String?
    var from: GeoPoint?
    var isEdited = false

    var json: String? {
        (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The address of a screen of the map.
struct MapQuery {
    enum Kind: String, CaseIterable {
        case places
        case shapes
        case rounds
        case captures

        var label: String {
            switch self {
            case .places: MapTexts.places
            case .shapes: MapTexts.shapes
            case .rounds: MapTexts.rounds
            case .captures: MapTexts.captures
            }
        }
    }

    struct Tap {
        let place: GeoPoint
        let zoom: Double
    }

    var text = ""
    var kind: Kind?
    var near: GeoPoint?
    var offset = 0
    var round: Int64?
    private(set) var tap: Tap?
    private(set) var object: Int64?
    private(set) var capture: Int64?
    private(set) var plan: Int64?
    private(set) var new: MapObjectKind?
    private(set) var edited: Int64?
    private(set) var from: GeoPoint?
    private(set) var asksDirections = false

    init() {}

    /// What cannot be read counts as missing.
    init(_ request: Request) {
        for item in request.listItems {
            switch item.name {
            case "q": text = String(item.value.asLine.prefix(MapObject.nameCharacters.upperBound))
            case "kind": kind = Kind(rawValue: item.value)
            case "near": near = GeoPoint(item.value)
            case "offset": offset = min(max(Int(item.value) ?? 0, 0), 1_000_000)
            case "round": round = Int64(item.value)
            case "object": object = Int64(item.value)
            case "capture": capture = Int64(item.value)
            case "plan": plan = Int64(item.value)
            case "new": new = MapObjectKind(rawValue: item.value)
            case "edit": edited = Int64(item.value)
            case "from": from = GeoPoint(item.value)
            case "directions": asksDirections = true
            case "tap":
                let parts = item.value.split(separator: ",")
                if parts.count == 3, let zoom = Double(parts[2]), MapProjection.zooms ~= zoom,
                    let place = GeoPoint(parts[..<2].joined(separator: ","))
                {
                    tap = Tap(place: place, zoom: zoom)
                }
            default: break
            }
        }
    }

    /// Whether it is the list of everything.
    var isWhole: Bool { text.isEmpty && kind == nil && near == nil }

    /// The part of the address that says which list it is.
    var filters: String { String(address([:]).dropFirst(MapRoutes.path.count)) }

    /// Outside of a round.
    var without: MapQuery { with { $0.round = nil } }

    func with(_ change: (inout MapQuery) -> Void) -> MapQuery {
        var other = self
        change(&other)
        return other
    }

    /// Another list.
    func address(_ change: (inout MapQuery) -> Void) -> String {
        var other = self
        let before = offset
        change(&other)
        if other.offset == before { other.offset = 0 }
        return other.address([:])
    }

    /// The same list, with something chosen.
    func address(_ chosen: [String: String]) -> String {
        var items: [(String, String)] = []
        if !text.isEmpty { items.append(("q", text)) }
        if let kind { items.append(("kind", kind.rawValue)) }
        if let near { items.append(("near", near.text)) }
        if offset > 0 { items.append(("offset", "\(offset)")) }
        if let round, !chosen.isEmpty { items.append(("round", "\(round)")) }
        items += chosen.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return MapRoutes.path
            + (items.isEmpty ? "" : "?" + items.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&"))
    }
}
