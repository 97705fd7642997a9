import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the map: its screen, its markers and its changes.
struct MapRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    let markers: MapMarkers

    static let path = "/map"

    init(library: Library, clocks: StationClocks, pages: StationPages) {
        (self.library, self.clocks, self.pages) = (library, clocks, pages)
        markers = MapMarkers(library)
    }

    func add(to router: Routes) {
        router.get("map", to: .readDocuments, .placePage, use: show)
        router.get("map/points", to: .readDocuments, .data, use: points)
        router.post("map/settings", to: .readDocuments, .page, use: set)
        router.get("map/export", to: .exportDocument, .file, use: export)
        router.post("map/import", to: .editDocuments, .page, body: .picture, use: importFile)
        router.post("map/objects", to: .editDocuments, .placePage, body: .picture, use: create)
        router.post("map/objects/:object", to: .editDocuments, .placePage, body: .picture, use: change)
        router.post("map/objects/:object/delete", to: .editDocuments, .page, use: remove)
        router.post("map/undo/:change", to: .editDocuments, .page, use: undo)
    }

    func settings() throws -> MapSettings {
        try library.setting(MapSettings.name, of: Library.actingPerson, as: MapSettings.self) ?? MapSettings()
    }

    // MARK: The screen

    func show(_ request: Request, _ context: StationContext) async throws -> Response {
        let query = MapQuery(request)
        if let tap = query.tap { return try await self.tap(tap, query, request) }
        return try await answer(query, try panel(query), request)
    }

    struct Panel {
        var detail: String?
        var selection: MapSelection?
        var isEditing = false
    }

    func answer(
        _ query: MapQuery, _ panel: Panel, _ request: Request, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let settings = try settings()
        let current = try markers.current()
        var extents = current.clusters.extents(settings.layers)
        for shape in current.shapes where settings.shows(shape.kind) {
            guard let bounds = shape.bounds else { continue }
            extents = extents?.union(bounds) ?? bounds
        }
        let plans = current.plans
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
        let done = MapToast(request)
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["list-report", "map"], scripts: ["map/map.js"],
                toast: done?.text, undo: done?.undo, body: view.html),
            at: Self.path, for: request, status: status)
    }
}

/// The toast after a change.
struct MapToast {
    let text: String
    /// The path of a form that undoes it.
    let undo: String?

    /// - Parameter undo: The last part of the path.
    init?(_ request: Request, undo end: String = "") {
        let query = request.uri.queryParameters
        let undo = query["undo"].flatMap { Int64($0) }.map { "/map/undo/\($0)\(end)" }
        switch query["done"] {
        case "added": (text, self.undo) = (MapTexts.added, undo)
        case "changed": (text, self.undo) = (MapTexts.changed, undo)
        case "removed": (text, self.undo) = (MapTexts.removed, undo)
        case "imported":
            let count = query["count"].flatMap { Int($0) } ?? 0
            (text, self.undo) = (MapTexts.imported(count, hasHeights: query["heights"] != nil), undo)
        case "undone": (text, self.undo) = (LibraryMessages.undone, nil)
        default: return nil
        }
    }
}
