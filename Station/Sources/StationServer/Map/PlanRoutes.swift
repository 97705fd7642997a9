import FoundationEssentials
import HTTPTypes
import Hummingbird
import RectoCodecs
import RectoCore
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for floor plans: their list and changes.
struct PlanRoutes {
    let library: Library
    let pages: StationPages

    static let path = "/map/plans"

    func add(to router: Routes) {
        router.get("map/plans", to: .readDocuments, .page, use: list)
        router.post("map/plans", to: .editDocuments, .page, body: .picture, use: add)
        router.get("map/plans/:plan/picture", to: .readDocuments, .picture(), use: picture)
        router.post("map/plans/:plan", to: .editDocuments, .page, use: change)
        router.post("map/plans/:plan/delete", to: .editDocuments, .page, use: remove)
    }

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await answer(request)
    }

    /// Entries that cannot be saved, and stay in the form.
    private struct Refused {
        /// `nil` for a new plan.
        var plan: Int64?
        let entry: MapPlanEntry
        let fault: MapPlanEntry.Fault?
        var fileError: String?
    }

    private func answer(_ request: Request, refused: Refused? = nil) async throws -> Response {
        let plans = try library.plans()
        let new = refused.flatMap { $0.plan == nil ? $0 : nil }
        let view = MapPlansView(
            plans.map { stored in
                let own = refused.flatMap { $0.plan == stored.id ? $0 : nil }
                return .init(
                    id: stored.id, stored.plan, own?.entry ?? MapPlanEntry(stored.plan), fault: own?.fault,
                    picture: Self.address(stored))
            }, new: try new?.entry ?? MapPlanEntry(at: place(ofNew: request, plans)), fault: new?.fault,
            fileError: new?.fileError)
        let done = MapToast(request, undo: "?to=plans")
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["map"], toast: done?.text, undo: done?.undo,
                body: view.html),
            at: Self.path, for: request, status: refused == nil ? .ok : .unprocessableContent)
    }

    /// Returns the initial position of a new plan: the map's viewport, next to the last plan, or at an existing
    /// object.
    private func place(ofNew request: Request, _ plans: [StoredPlan]) throws -> GeoPoint? {
        try request.uri.queryParameters["at"].flatMap { GeoPoint($0) } ?? plans.last?.plan.center
            ?? library.mapObjects(limit: 1).first?.object.label
    }

    static func address(_ plan: StoredPlan) -> String {
        "\(path)/\(plan.id)/picture?v=\(plan.picture.text.prefix(16))"
    }

    private func picture(_ request: Request, _ context: StationContext) async throws -> Response {
        let plan = try library.plan(try Self.id(context))
        return PictureAnswer.make(
            original: try library.original(plan.picture), for: request, tag: String(plan.picture.text.prefix(32)))
    }

    private func add(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormFields(request, context)
        let entry = MapPlanEntry { form.text($0.rawValue) }
        let (size, fileError) = Self.size(of: form)
        let plan: MapPlan
        do { plan = try entry.plan(width: size?.width ?? 1, height: size?.height ?? 1) } catch {
            // Browsers do not preserve chosen files.
            let again = fileError ?? MapTexts.planPictureAgain
            return try await answer(request, refused: Refused(entry: entry, fault: error, fileError: again))
        }
        guard let file = form.files.first, fileError == nil else {
            return try await answer(request, refused: Refused(entry: entry, fault: nil, fileError: fileError))
        }
        let change = try library.addPlan(plan, picture: PicturePlace.removed(from: file.bytes), at: .now).change
        return PageAnswer.seeOther("\(Self.path)?done=added&undo=\(change)")
    }

    /// Returns the size of the submitted picture, or its error.
    private static func size(of form: FormFields) -> (PixelSize?, failure: String?) {
        guard let file = form.files.first else { return (nil, MapTexts.noFile) }
        do { return (try PictureReader.kept().read(bytes: file.bytes).size, nil) } catch {
            return (nil, error == .unknownFormat ? MapTexts.noPlanPicture : error.message)
        }
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try Self.id(context)
        let before = try library.plan(id).plan
        let form = try await FormFields(request, context)
        let entry = MapPlanEntry { form.text($0.rawValue) }
        let plan: MapPlan
        do { plan = try entry.plan(width: before.width, height: before.height) } catch {
            return try await answer(request, refused: Refused(plan: id, entry: entry, fault: error))
        }
        let change = try library.changePlan(id, to: plan, at: .now)
        let path = form.text("to") == "map" ? MapRoutes.path : Self.path
        return PageAnswer.seeOther(path + (change.map { "?done=changed&undo=\($0)" } ?? ""))
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let change = try library.removePlan(try Self.id(context), at: .now)
        return PageAnswer.seeOther("\(Self.path)?done=removed&undo=\(change)")
    }

    private static func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("plan", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }
}
