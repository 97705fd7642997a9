import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for due dates and retention: a calendar feed, browser reminders and proposals.
struct DueDateRoutes {
    let library: Library
    let clocks: StationClocks
    let pages: StationPages
    let mailer: ReminderMailer
    /// `nil` if only this machine can reach the station.
    let reach: StationReach?

    static let feed = "calendar.ics"
    static let screen = "/home/calendar"

    private var clock: StationClock { clocks.current }
    private var today: Day { Day(.now, in: clock.calendar) }

    func add(to router: Routes) {
        // Calendar programs have a token in the URL, which grants nothing else.
        router.get(forAnyone: Self.feed, .data, use: calendar)
        router.get("home/calendar", to: .readDocuments, .page) { request, context in
            var address: String?
            if case .token(let token)? = pages.people.shownOnce.take(request) {
                address = "\(reach.origin(forOthers: request, context))/\(Self.feed)?token=\(token.text)"
            }
            return try await subscribe(request, address: address)
        }
        router.post("home/calendar", to: .editDocuments, .page, use: makeAddress)
        router.get("home/reminders", to: .readDocuments, .data, use: reminders)
        router.get("home/retention", to: .readDocuments, .page, use: retention)
        router.post("home/retention", to: .deleteDocuments, .page, use: destroy)
    }

    // MARK: The calendar

    /// The holder of the token can read the titles of documents with a due date, and nothing else.
    private func calendar(_ request: Request, _ context: StationContext) throws -> Response {
        guard try pages.people.opens(request.uri.queryParameters["token"], .calendar) else {
            throw HTTPError(.notFound)
        }
        let events = try library.calendarEvents(
            from: today.adding(-CalendarFeed.past), limit: CalendarFeed.maximumEvents)
        let stamp = clock.exact(.now).filter { $0 != "-" && $0 != ":" }
        let feed = CalendarFeed(events, origin: request.origin(context), stamp: stamp)
        return Response(
            status: .ok, headers: [.contentType: CalendarFeed.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(string: feed.text)))
    }

    /// - Parameters:
    ///   - address: The URL of the calendar after it was created.
    ///   - refused: The refused e-mail settings.
    func subscribe(
        _ request: Request, address: String? = nil, refused: MailView.Refusal? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let mail = MailView(
            address: try library.reminderSettings(of: Library.actingPerson)?.address, server: try library.mailServer(),
            hasPassword: mailer.hasPassword, failure: mailer.failure?.description,
            showsServer: Visitor.current.may(.changeStation), refused: refused)
        let view = CalendarView(address: address, hasAddress: try library.hasToken(for: .calendar), mail: mail)
        return await pages.html(
            PageShell(
                title: view.title, place: .home, parts: ["library", "home"], scripts: ["home/reminders.js"],
                toast: Self.note(request) ?? (address == nil ? ShownOnce.note(request) : nil),
                body: view.html),
            at: Self.screen, for: request, status: status)
    }

    /// Returns the note about the last action.
    private static func note(_ request: Request) -> String? {
        switch request.uri.queryParameters["done"] {
        case "sent": localized("The test e-mail was sent.")
        case "address": localized("Address saved")
        case "no-address": localized("You get no more e-mails")
        case "server": localized("Mail server saved")
        case "no-server": localized("No more e-mails are sent")
        default: nil
        }
    }

    /// Creates a URL, which is shown once because the library does not store it in readable form. Or revokes it.
    private func makeAddress(_ request: Request, _ context: StationContext) async throws -> Response {
        if try await FormBody(request, context).optionalText("forget") != nil {
            try library.forgetToken(for: .calendar)
            return PageAnswer.seeOther(Self.screen)
        }
        let token = try library.newToken(for: .calendar)
        return PageAnswer.seeOther(pages.people.shownOnce.address(of: .token(token), at: Self.screen))
    }

    private struct Reminders: Encodable {
        let reminders: [Reminder]
    }

    private func reminders(_ request: Request, _ context: StationContext) throws -> Response {
        let today = today
        // People who turned reminders off get none in any browser.
        guard pages.people.settings.isNotified else { return JSONAnswer.make(Reminders(reminders: [])) }
        let events = try library.calendarEvents(from: today, limit: CalendarFeed.maximumEvents)
        return JSONAnswer.make(
            Reminders(
                reminders: events.filter { $0.kind == .due }.compactMap {
                    Reminder(document: $0.document, title: $0.title, due: $0.day, today: today)
                }))
    }

    // MARK: Retention

    private func retention(_ request: Request, _ context: StationContext) async throws -> Response {
        let documents = try library.expired(before: today, limit: Retention.maximum)
        let count = try library.expiredCount(before: today)
        let view = RetentionView(
            documents.map { document in
                RetentionView.Row(
                    id: document.id, title: document.title,
                    kept: document.retained.flatMap { clock.day($0) }.map { Retention.kept(until: $0) } ?? "")
            }, more: count - documents.count)
        let toast =
            LibraryMessages.undone(request.uri.queryParameters["done"].map(String.init))
            ?? request.uri.queryParameters["count"].flatMap { Int($0) }
            .map { $0 > 0 ? LibraryMessages.trashed($0) : Retention.nothingChosen }
        return await pages.html(
            PageShell(
                title: view.title, place: .home, parts: ["library", "home"], scripts: ["home/retention.js"],
                toast: toast, undo: request.undoPath(at: Retention.path), body: view.html),
            at: Retention.path, for: request)
    }

    /// Moves the chosen documents to the trash if their retention has ended.
    private func destroy(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let chosen = Set(form.names.compactMap { $0.hasPrefix("document-") ? Int64($0.dropFirst(9)) : nil })
        let expired = try library.expired(before: today, limit: Retention.maximum).map(\.id).filter(chosen.contains)
        guard !expired.isEmpty else { return PageAnswer.seeOther("\(Retention.path)?count=0") }
        let events = try library.trash(expired, at: .now)
        return PageAnswer.seeOther(
            "\(Retention.path)?count=\(expired.count)" + (events.map { "&undo=\($0)" } ?? ""))
    }
}
