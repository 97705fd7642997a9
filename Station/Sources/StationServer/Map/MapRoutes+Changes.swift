import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationRules
import StationStore
import StationViews

/// Routes for changes to the map, through forms and files.
extension MapRoutes {
    /// The maximum number of choices for the stops of a round.
    private static let maximumChoices = 500

    func form(
        _ object: MapObject, _ stored: StoredMapObject?, _ query: MapQuery, corners: [String]? = nil,
        failure: String? = nil
    ) throws -> Panel {
        let plans = try library.plans().map { ($0.id, $0.plan.name) }
        let places = object.kind == .round ? try choices(with: object.stops) : []
        let view = MapFormView(
            object, id: stored?.id, version: stored?.version, plans: plans, places: places,
            corners: corners ?? object.corners.map(\.entry),
            action: (stored.map { "/map/objects/\($0.id)" } ?? "/map/objects") + query.filters,
            cancel: stored.map { query.address(["object": "\($0.id)"]) } ?? query.address([:]), failure: failure)
        return Panel(
            detail: view.html,
            selection: MapSelection(
                kind: object.kind.rawValue, id: stored?.id ?? 0,
                points: object.corners.map { [$0.longitude, $0.latitude] }, at: nil, bounds: nil, isEdited: true),
            isEditing: true)
    }

    /// Returns the choices, which always include the selected stops.
    private func choices(with stops: [Int64]) throws -> [(Int64, String)] {
        let first = try library.mapObjects([.place], limit: Self.maximumChoices)
        let others = try library.mapObjects(Set(stops).subtracting(first.map(\.id)).sorted())
        return (first + others).map { ($0.id, $0.object.name) }
    }

    struct Entered {
        var object: MapObject
        let corners: [String]
        let version: Int?
        var failure: String?
    }

    func entered(_ form: FormFields) throws -> Entered {
        guard let kind = MapObjectKind(rawValue: form.text("kind") ?? "") else {
            throw HTTPError(.badRequest, message: localized("The form cannot be read."))
        }
        let texts = (form.values["corner"] ?? []).filter { !$0.allSatisfy { $0 == " " } }
        let corners = texts.map { GeoPoint(entered: $0) }
        let glyph = form.text("picture") == nil ? form.text("glyph") : MapGlyph.picture.text
        let object = MapObject(
            kind: kind, type: form.text("type").flatMap { MapType(rawValue: $0) }.flatMap { $0 == .capture ? nil : $0 },
            name: (form.text("name") ?? "").asLine, note: form.text("note") ?? "", glyph: glyph,
            plan: form.text("plan").flatMap { Int64($0) }, corners: corners.compactMap(\.self),
            stops: (form.values["stop"] ?? []).compactMap { Int64($0) })
        let wrong = zip(texts, corners).first { $1 == nil }?.0
        return Entered(
            object: object, corners: texts, version: form.text("version").flatMap { Int($0) },
            failure: wrong.map(MapTexts.noPlace) ?? object.fault)
    }

    func create(_ request: Request, _ context: StationContext) async throws -> Response {
        let entered = try entered(try await FormFields(request, context))
        let query = MapQuery(request)
        if let failure = entered.failure {
            let panel = try form(entered.object, nil, query, corners: entered.corners, failure: failure)
            return try await answer(query, panel, request, status: .unprocessableContent)
        }
        let (id, change) = try library.addMapObject(entered.object, at: .now)
        return PageAnswer.seeOther(query.address(["object": "\(id)", "done": "added", "undo": "\(change)"]))
    }

    func change(_ request: Request, _ context: StationContext) async throws -> Response {
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

    func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let change = try library.removeMapObject(try Self.number("object", context), at: .now)
        return PageAnswer.seeOther("/map?done=removed&undo=\(change)")
    }

    func undo(_ request: Request, _ context: StationContext) async throws -> Response {
        let isWhole = try library.undoMapChange(try Self.number("change", context), at: .now)
        guard isWhole else {
            throw HTTPError(.conflict, message: localized("This was changed again since. It stays as it is."))
        }
        let path = request.uri.queryParameters["to"] == "plans" ? PlanRoutes.path : Self.path
        return PageAnswer.seeOther("\(path)?done=undone")
    }

    static func number(_ name: String, _ context: StationContext) throws -> Int64 {
        guard let number = context.parameters.get(name, as: Int64.self) else { throw HTTPError(.notFound) }
        return number
    }

    func set(_ request: Request, _ context: StationContext) async throws -> Response {
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

    func export(_ request: Request, _ context: StationContext) async throws -> Response {
        FileAnswer.make(
            GeoJSON.bytes(of: try library.mapFeatures()), named: "\(MapTexts.title).geojson",
            mediaType: "application/geo+json")
    }

    func importFile(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormFields(request, context)
        guard let file = form.files.first(where: { $0.field == "file" }) else {
            return try await refuseFile(MapTexts.noFile, request)
        }
        let features: [GeoJSON.Feature]
        do { features = try GeoJSON.features(in: file.bytes) } catch {
            let name = String(file.name.prefix(60))
            return try await refuseFile(
                localized("“\(name)” cannot be added to the map. \(error.description)"), request)
        }
        let (count, change) = try library.addMapObjects(features, at: .now)
        let heights = features.contains(where: \.hasHeights) ? "&heights=yes" : ""
        return PageAnswer.seeOther("/map?done=imported&count=\(count)\(heights)&undo=\(change)")
    }

    /// Shows the error on the map, where another file can be chosen.
    private func refuseFile(_ reason: String, _ request: Request) async throws -> Response {
        try await answer(
            MapQuery(), Panel(detail: MapImportView(failure: reason).html), request, status: .unprocessableContent)
    }
}
