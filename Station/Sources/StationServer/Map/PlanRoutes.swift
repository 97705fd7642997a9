import FoundationEssentials
import HTTPTypes
import Hummingbird
import RectoCodecs
import RectoCore
import StationRules
import StationStore
import StationViews

/// Floor plans: their list, and what is changed about them.
struct PlanRoutes {
    let library: Library
    let pages: StationPages

    static let path = "/map/plans"

    func add(to router: some RouterMethods<StationContext>) {
        router.get("map/plans", use: list)
        router.post("map/plans", use: add)
        router.get("map/plans/:plan/picture", use: picture)
        router.post("map/plans/:plan", use: change)
        router.post("map/plans/:plan/delete", use: remove)
    }

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await answer(request)
    }

    private func answer(
        _ request: Request, failure: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let plans = try library.plans()
        // Beside the last one, or where the map begins.
        let center = request.uri.queryParameters["at"].flatMap { GeoPoint($0) } ?? plans.last?.plan.center
        let view = MapPlansView(
            plans.map { .init(id: $0.id, $0.plan, picture: Self.address($0)) }, center: center?.text ?? "0,0",
            failure: failure)
        let done = MapToast(request, undo: "?to=plans")
        return await pages.html(
            PageShell(
                title: view.title, place: .library, parts: ["map"], toast: done?.text, undo: done?.undo,
                body: view.html),
            at: Self.path, for: request, status: status)
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
        guard let file = form.files.first(where: { $0.field == "file" }) else {
            return try await answer(request, failure: MapTexts.noFile, status: .unprocessableContent)
        }
        let size: (width: Int, height: Int)
        do {
            let picture = try PictureReader().read(bytes: file.bytes)
            size = (picture.size.width, picture.size.height)
        } catch { return try await answer(request, failure: error.message, status: .unprocessableContent) }
        let (plan, failure) = Self.plan(form, width: size.width, height: size.height)
        guard let plan, failure == nil else {
            return try await answer(request, failure: failure, status: .unprocessableContent)
        }
        let change = try library.addPlan(plan, picture: PicturePlace.removed(from: file.bytes), at: .now).change
        return PageAnswer.seeOther("\(Self.path)?done=added&undo=\(change)")
    }

    private func change(_ request: Request, _ context: StationContext) async throws -> Response {
        let id = try Self.id(context)
        let before = try library.plan(id).plan
        let (plan, failure) = Self.plan(
            try await FormFields(request, context), width: before.width, height: before.height)
        guard let plan, failure == nil else {
            return try await answer(request, failure: failure, status: .unprocessableContent)
        }
        let change = try library.changePlan(id, to: plan, at: .now)
        return PageAnswer.seeOther(Self.path + (change.map { "?done=changed&undo=\($0)" } ?? ""))
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        let change = try library.removePlan(try Self.id(context), at: .now)
        return PageAnswer.seeOther("\(Self.path)?done=removed&undo=\(change)")
    }

    private static func plan(_ form: FormFields, width: Int, height: Int) -> (MapPlan?, failure: String?) {
        func number(_ name: String) -> Double { Double((form.text(name) ?? "").replacing(",", with: ".")) ?? .nan }
        guard let center = form.text("center").flatMap({ GeoPoint($0) }) else {
            let text = form.text("center") ?? ""
            return (nil, localized("“\(text)” is no longitude and latitude, such as 13.4050, 52.5200."))
        }
        let plan = MapPlan(
            name: (form.text("name") ?? "").asLine, width: width, height: height, meters: number("meters"),
            center: center, rotation: number("rotation"))
        return (plan, plan.fault)
    }

    private static func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("plan", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }
}
