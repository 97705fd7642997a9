import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews
import Synchronization

/// The whole library's pending work, until an owner continues anyway.
final class Interludes: Sendable {
    private let library: Library
    private let texts: TextReading
    private let cause: Mutex<Interlude.Cause?>

    init(_ library: Library, texts: TextReading) {
        self.library = library
        self.texts = texts
        cause = Mutex(library.interlude)
    }

    /// `nil` if nothing is pending.
    var current: Interlude? {
        guard let cause = cause.withLock({ $0 }), let unread = try? texts.unread else { return nil }
        return Interlude(cause, unread: unread)
    }

    /// Whether it replaces a visitor's screen.
    func isDue(for visitor: Visitor) -> Bool {
        // Every screen asks, so avoid unnecessary counting.
        guard cause.withLock({ $0 }) != nil, let hasUnread = try? library.hasUnreadPages() else { return false }
        if !hasUnread { try? end() }
        return Interlude.isDue(
            hasUnread: hasUnread, reads: texts.report.state != .off, decides: visitor.may(.changeStation))
    }

    func end() throws(StoreError) {
        cause.withLock { $0 = nil }
        try library.setInterlude(nil)
    }
}

struct InterludeRoutes {
    let interludes: Interludes

    static let path = "/interlude"

    func add(to router: Routes) {
        router.get(Self.path, to: .changeStation, .page) { _, context in
            guard interludes.isDue(for: context.visitor), let interlude = interludes.current else {
                return PageAnswer.seeOther("/")
            }
            return PageAnswer.html(
                PageShell(
                    title: interlude.title, place: nil, frame: .task, parts: ["info-view"],
                    scripts: ["info-view/info-view.js"], body: InterludeView(interlude).html))
        }
        router.get("interlude/state", to: .changeStation, .data) { _, _ in
            let current = interludes.current
            return JSONAnswer.make(State(ready: current?.isReady ?? true, progress: current?.progress ?? ""))
        }
        router.post(Self.path, to: .changeStation, .page) { request, context in
            guard let action = Interlude.Action(rawValue: try await FormBody(request, context).text("action")) else {
                throw HTTPError(.badRequest, message: localized("There is no such setting."))
            }
            try interludes.end()
            return PageAnswer.seeOther(Interlude.path(action))
        }
    }

    private struct State: Encodable {
        let ready: Bool
        let progress: String
    }
}
