import FoundationEssentials
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for reading and withdrawing consents.
struct ConsentRoutes {
    let people: People
    let clocks: StationClocks
    let pages: StationPages

    private static let path = ConsentSettingsView.path

    func add(to router: Routes) {
        router.get("profile/consents", to: .changeOwnSettings, .page) { request, context in
            guard let visit = context.visitor.person else { return PageAnswer.seeOther("/profile") }
            return try await show(visit, request)
        }
        router.get("profile/consents/:consent", to: .changeOwnSettings, .page) { request, context in
            try form(request, context)
        }
        router.post("profile/consents/:consent", to: .changeOwnSettings, .page) { request, context in
            let (form, visit) = (try kind(context), try visit(context))
            let text = try await FormBody(request, context).text("answer")
            guard let answer = ConsentAnswer(rawValue: text),
                case .goesOn(let isGiven) = form.effect(of: answer)
            else { throw HTTPError(.badRequest, message: localized("There is no such setting.")) }
            return try await decide(form, isGiven: isGiven, visit)
        }
        router.post("profile/consents/:consent/withdraw", to: .changeOwnSettings, .page) { request, context in
            let (form, visit) = (try kind(context), try visit(context))
            guard !form.isMandatory else { throw HTTPError(.conflict, message: ConsentMessages.termsStay) }
            return try await decide(form, isGiven: false, visit)
        }
    }

    private func kind(_ context: StationContext) throws -> ConsentForm {
        guard let kind = context.parameters.get("consent").flatMap({ ConsentForm.Kind(rawValue: $0) }) else {
            throw HTTPError(.notFound)
        }
        return .standard(kind)
    }

    private func visit(_ context: StationContext) throws -> PersonVisit {
        guard let visit = context.visitor.person else {
            throw HTTPError(.forbidden, message: PeopleMessages.signInFirst)
        }
        return visit
    }

    private func decide(_ form: ConsentForm, isGiven: Bool, _ visit: PersonVisit) async throws -> Response {
        try people.library.decide(
            ConsentRecord(kind: form.kind.rawValue, version: form.version, isGiven: isGiven, at: people.now()),
            of: visit.person)
        if form.kind == .place, !isGiven { try await people.removePlaces(of: visit.person) }
        return PageAnswer.seeOther("\(Self.path)?done=decided")
    }

    /// Shows a consent form for reading or for a new decision.
    private func form(_ request: Request, _ context: StationContext) throws -> Response {
        let form = try kind(context)
        let path = "\(Self.path)/\(form.kind.rawValue)"
        let number = request.uri.queryParameters["page"].flatMap { Int(String($0)) } ?? 1
        let view = ConsentView(form, number: number, path: { "\(path)?page=\($0)" }, action: path, exit: Self.path)
        return PageAnswer.html(.door(ConsentMessages.name(form.kind), view.html))
    }

    private func show(_ visit: PersonVisit, _ request: Request) async throws -> Response {
        let (clock, now) = (clocks.current, people.now())
        let records = try people.library.consents(of: visit.person)
        let rows = ConsentForm.Kind.allCases.map { kind in
            let last = records.last { $0.kind == kind.rawValue }
            return ConsentSettingsView.Row(
                kind, isGiven: last?.isGiven,
                decided: last.map { (clock.dayAndTime($0.at, now: now), clock.exact($0.at), $0.version) })
        }
        let history = records.reversed().map {
            ConsentSettingsView.Record(
                $0.kind, isGiven: $0.isGiven, version: $0.version, time: clock.dayAndTime($0.at, now: now),
                exactTime: clock.exact($0.at))
        }
        let toast = request.uri.queryParameters["done"] == "decided" ? localized("Decision saved") : nil
        return await pages.html(
            PageShell(
                title: localized("Consents"), place: nil, parts: ["profile", "people"], toast: toast,
                body: ConsentSettingsView(rows, records: history).html),
            at: Self.path, for: request)
    }
}

extension People {
    /// Removes the locations from a person's documents. If the station stops in between, it continues at the next
    /// start.
    func removePlaces(of person: Int64) async throws {
        try await CPUWorkQueue.exports.run { [library] in try library.removePlaces(of: person) }
    }
}
