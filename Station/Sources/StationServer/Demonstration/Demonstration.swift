import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationRules
import StationStore
import StationViews

/// A library of samples for visitors who have not signed in. It is a separate station that nobody can change.
actor Demonstration {
    /// A station for the samples.
    struct Opened: Sendable {
        let library: Library
        let responder: RouterResponder<StationContext>
        /// Reads the texts until the task is canceled.
        let readTexts: @Sendable () async -> Void
    }

    private let open: @Sendable () async throws -> Opened
    private var opened: Task<Opened, any Error>?
    /// Reads the texts of the samples.
    private var reading: Task<Void, Never>?

    /// - Parameter open: Opens the station for the samples.
    init(open: @escaping @Sendable () async throws -> Opened) { self.open = open }

    deinit { reading?.cancel() }

    /// Answers a request from the station with the samples. The first request waits until they are drawn.
    func answer(_ request: Request, _ context: StationContext) async throws -> Response {
        // That station only knows this host name. The browser's host name has already been checked.
        var head = request.head
        head.authority = "localhost"
        return try await samples().respond(to: Request(head: head, body: request.body), context: context)
    }

    private func samples() async throws -> RouterResponder<StationContext> {
        if let opened { return try await opened.value.responder }
        let opening = Task { [open] in
            let opened = try await open()
            try await Self.addSamples(to: opened.library)
            return opened
        }
        opened = opening
        do {
            let samples = try await opening.value
            reading = Task { await samples.readTexts() }
            return samples.responder
        } catch {
            // The next request tries again.
            opened = nil
            throw error
        }
    }
}

extension Demonstration {
    /// Fills an empty library with generated pages.
    static func addSamples(to library: Library) async throws {
        guard try library.documentCount() == 0 else { return }
        for sample in SampleDocument.all { try await sample.add(to: library, at: .now) }
    }
}

/// Redirects visitors of the demonstration to it, and only lets them read.
struct DemonstrationMiddleware: RouterMiddleware {
    typealias Context = StationContext

    let demonstration: Demonstration
    let table: RouteTable

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        guard request.cookies[Entrance.demonstrationCookie] != nil else { return try await next(request, context) }
        guard !Self.isOwn(path) else {
            var response = try await next(request, context)
            // Signing in or out leaves the demonstration; a screen that redirects does not.
            let entersOrLeaves = request.method == .post || request.uri.queryParameters["token"] != nil
            if Self.isDoor(path), entersOrLeaves, response.status == .seeOther {
                response.setCookie(DemonstrationRoutes.cookie("", maxAge: 0))
            }
            return response
        }
        let rule = table.rule(for: request, context)
        guard request.method == .get || request.method == .head, rule?.hasEffect != true else {
            throw DemonstrationRefusal.change
        }
        // Channels belong to the station's own library.
        guard rule?.content != .cameraPage, rule?.content != .channel, path != Place.scan.path else {
            throw DemonstrationRefusal.scan
        }
        return try await demonstration.answer(request, context)
    }

    /// Whether a path is shared by both stations, or enters or leaves the demonstration.
    fileprivate static func isOwn(_ path: String) -> Bool {
        isDoor(path) || ["/web/", "/icons", "/fonts/", "/engine/", "/demonstration"].contains { path.hasPrefix($0) }
    }

    private static func isDoor(_ path: String) -> Bool {
        ["/sign-", "/welcome", "/invitation", "/activate"].contains { path.hasPrefix($0) }
    }
}

/// Marks all screens shown during the demonstration, including error pages.
struct DemonstrationMark: RouterMiddleware {
    typealias Context = StationContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let isMarked =
            request.cookies[Entrance.demonstrationCookie] != nil && !DemonstrationMiddleware.isOwn(request.uri.path)
        return try await PageShell.$isDemonstration.withValue(isMarked) { try await next(request, context) }
    }
}

/// The routes for entering and leaving the demonstration.
enum DemonstrationRoutes {
    static func add(to router: Routes) {
        router.get(forAnyone: "demonstration", .page) { _, _ in
            PageAnswer.html(
                PageShell(
                    title: localized("Demonstration"), place: nil, frame: .task, parts: ["people"],
                    body: DemonstrationDoorView().html))
        }
        router.post(forAnyone: "demonstration", .page) { _, _ in
            var response = PageAnswer.seeOther(Place.library.path)
            response.setCookie(cookie("1", maxAge: 3600))
            return response
        }
    }

    static func cookie(_ value: String, maxAge: Int) -> Cookie {
        Cookie(
            name: Entrance.demonstrationCookie, value: value, maxAge: maxAge, path: "/", httpOnly: true,
            sameSite: .strict)
    }
}
