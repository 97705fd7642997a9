import Hummingbird
import StationIdentity
import StationRules
import StationStore

/// Routes for changing the sidebar: its order, hidden and pinned items, and collapsed groups. Each returns to the
/// screen that it came from.
struct SidebarRoutes {
    let library: Library

    func add(to router: Routes) {
        router.post("sidebar/items", to: .readDocuments, .page, use: hide)
        router.post("sidebar/moves", to: .readDocuments, .page, use: move)
        router.post("sidebar/groups", to: .readDocuments, .page, use: collapse)
        router.post("documents/:document/pin", to: .readDocuments, .page, use: pin)
        router.post("documents/:document/unpin", to: .readDocuments, .page, use: unpin)
    }

    private func hide(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let (item, isHidden) = (try form.text("item"), try form.text("hidden") == "true")
        return try rearrange(form) { $0.setHidden(isHidden, item) }
    }

    private func move(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard let place = Int(try form.text("place")) else {
            throw HTTPError(.badRequest, message: localized("The position must be a number."))
        }
        let item = try form.text("item")
        return try rearrange(form) { $0.move(item, to: place) }
    }

    private func rearrange(_ form: FormBody, _ change: (inout SidebarOrder) -> Void) throws -> Response {
        let arrangement = Sidebar.Arrangement(try library.sidebar(), views: [])
        switch try Self.group(form) {
        case .places:
            var order = SidebarOrder(kept: arrangement.places, known: Place.allCases.map(\.rawValue))
            change(&order)
            try library.arrangePlaces(
                order.entries.map { SidebarRecord.PlaceRecord(name: $0.name, hidden: $0.isHidden) })
        case .folders, .views: throw HTTPError(.badRequest, message: localized("There is no such group."))
        case .pinned:
            let pins = arrangement.pins.map { SidebarOrder.Entry(name: "\($0.document)", isHidden: $0.isHidden) }
            var order = SidebarOrder(kept: pins, known: pins.map(\.name))
            change(&order)
            try library.arrangePins(
                order.entries.compactMap { entry in Int64(entry.name).map { (document: $0, hidden: entry.isHidden) } })
        }
        return Self.back(form)
    }

    private func collapse(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        try library.setCollapsed(try form.text("expanded") != "true", group: try Self.group(form).rawValue)
        return Self.back(form)
    }

    private func pin(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.pin(try id(context), maximum: SidebarPin.maximum)
        return Self.back(try await FormBody(request, context))
    }

    private func unpin(_ request: Request, _ context: StationContext) async throws -> Response {
        try library.unpin(try id(context))
        return Self.back(try await FormBody(request, context))
    }

    private func id(_ context: StationContext) throws -> Int64 {
        guard let id = context.parameters.get("document", as: Int64.self) else { throw HTTPError(.notFound) }
        return id
    }

    private static func group(_ form: FormBody) throws -> SidebarGroup.Name {
        guard let group = SidebarGroup.Name(rawValue: try form.text("group")) else {
            throw HTTPError(.badRequest, message: localized("There is no such group."))
        }
        return group
    }

    private static func back(_ form: FormBody) -> Response {
        PageAnswer.seeOther(ReturnPath(form.optionalText("at")).text)
    }
}

/// Stored in session cookies: the last path in each section, and the last section.
extension PlaceMemory {
    private static let lastCookie = "place"

    private static func cookie(_ place: Place) -> String { "place-\(place.rawValue)" }

    init(_ request: Request) {
        var paths: [Place: String] = [:]
        for place in Place.allCases { paths[place] = request.cookies[Self.cookie(place)]?.value }
        self.init(paths, last: (request.cookies[Self.lastCookie]?.value).flatMap { Place(rawValue: $0) })
    }

    /// Sets the cookies that have changed.
    func write(to response: inout Response, of request: Request) {
        let known = PlaceMemory(request)
        for place in Place.allCases where self[place] != known[place] {
            response.setCookie(Self.kept(Self.cookie(place), self[place]))
        }
        if last != known.last { response.setCookie(Self.kept(Self.lastCookie, last?.rawValue)) }
    }

    /// - Parameter value: `nil` removes the cookie.
    private static func kept(_ name: String, _ value: String?) -> Cookie {
        guard let value else {
            return Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict)
        }
        return Cookie(name: name, value: value, path: "/", httpOnly: true, sameSite: .strict)
    }
}
