import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// The onboarding steps of the first owner, which begin in the profile, and of invited people.
///
/// Each completed step is stored, so that people can continue later or after a crash.
struct OnboardingRoutes {
    let people: People
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?

    private static let setup = "/people/setup"
    /// The cookie with an invitation's code.
    private static let cookie = "invitation"

    func add(to router: Routes) {
        // Its last step shows codes, which become valid.
        router.get(Self.setup, to: .managePeople, .page, hasEffect: true) { request, _ in
            guard !people.isShared else { return PageAnswer.seeOther("/people") }
            return try page(request, of: Library.builtInPerson, at: Self.setup, exit: "/profile")
        }
        router.post("people/setup/:step", to: .managePeople, .page) { request, context in
            guard !people.isShared else { return PageAnswer.seeOther("/people") }
            return try await complete(
                request, context, of: Library.builtInPerson, at: Self.setup, exit: "/profile")
        }
        router.get(forAnyone: InvitationLink.path, .page, use: welcome)
        router.post(forAnyone: InvitationLink.path, .page, use: accept)
        router.post(forAnyone: InvitationLink.path + "/:step", .page) { request, context in
            guard let person = try invited(request) else { return PageAnswer.seeOther(InvitationLink.path) }
            return try await complete(
                request, context, of: person, at: InvitationLink.path, exit: Entrance.signIn)
        }
    }

    // MARK: Invitations

    private func welcome(_ request: Request, _ context: StationContext) throws -> Response {
        guard let person = try invited(request) else { return start() }
        return try page(request, of: person, at: InvitationLink.path, exit: Entrance.signIn)
    }

    private func start(_ failure: String? = nil, _ status: HTTPResponse.Status = .ok) -> Response {
        PageAnswer.html(
            PageShell(
                title: localized("Welcome"), place: nil, frame: .task, parts: ["people"],
                scripts: ["people/invitation.js", "people/people.js"], body: InvitationStartView(failure: failure).html),
            status: status)
    }

    /// Accepts an invitation's code, and continues with its first step.
    private func accept(_ request: Request, _ context: StationContext) async throws -> Response {
        let entered = try await FormBody(request, context).text("code")
        // People may also enter the link that the station printed.
        if let access, let token = InvitationLink.token(in: entered), try access.isToken(token, from: context.client) {
            var response = PageAnswer.seeOther(people.isShared ? Entrance.signIn : Place.library.path)
            response.setCookie(access.signInCookie(removals: people.removals))
            return response
        }
        let text = InvitationLink.code(in: entered)
        guard let code = try people.isInvitation(text, from: context.client) else {
            return start(PeopleMessages.invalidInvitation, .unprocessableContent)
        }
        var response = PageAnswer.seeOther(InvitationLink.path)
        response.setCookie(
            Cookie(
                name: Self.cookie, value: code.text, maxAge: InvitationTime.seconds, path: InvitationLink.path,
                httpOnly: true, sameSite: .strict))
        return response
    }

    /// Returns the person of a browser's invitation; `nil` if it is missing or invalid.
    private func invited(_ request: Request) throws -> Int64? {
        guard let code = request.cookies[Self.cookie].flatMap({ SessionIdentifier($0.value) }) else { return nil }
        return try people.library.accept(code, at: people.now())
    }

    // MARK: Steps

    private func page(
        _ request: Request, of person: Int64, at base: String, exit: String, failure: String? = nil,
        step failed: Onboarding.Step? = nil, typed: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let onboarding = try people.library.onboarding(of: person)
        let asked = request.uri.queryParameters["step"].flatMap { Onboarding.Step(rawValue: String($0)) }
        guard let next = onboarding.next else { return PageAnswer.seeOther(exit) }
        let step = failed ?? asked.flatMap { onboarding.admits($0) ? $0 : nil } ?? next
        if let kind = step.consent {
            let form = ConsentForm.standard(kind)
            // A refused form is on the last page.
            let number = request.uri.queryParameters["page"].flatMap { Int(String($0)) }
            let view = ConsentView(
                form, number: failed == nil ? number ?? 1 : form.pages.count,
                path: { "\(base)?step=\(step.rawValue)&page=\($0)" }, action: "\(base)/\(step.rawValue)", exit: exit,
                step: OnboardingView.position(of: step, onboarding),
                previous: onboarding.step(before: step).map { "\(base)?step=\($0.rawValue)" }, failure: failure)
            return PageAnswer.html(.door(localized("Welcome"), view.html), status: status)
        }
        let view = OnboardingView(
            try content(of: step, person, typed), onboarding, base: base, exit: exit, failure: failure)
        return PageAnswer.html(.door(localized("Welcome"), view.html), status: status)
    }

    private func content(of step: Onboarding.Step, _ person: Int64, _ typed: String?) throws -> OnboardingView.Content {
        switch step {
        case .terms, .place, .texts, .figures: preconditionFailure("\(step) is a form")
        case .name: .name(try typed ?? people.library.person(person)?.name ?? "")
        case .passcode: .passcode(minimum: people.policy.minimum, .of(people.policy))
        case .codes:
            .codes(try people.codesToKeep(of: person))
        }
    }

    private func complete(
        _ request: Request, _ context: StationContext, of person: Int64, at base: String, exit: String
    ) async throws -> Response {
        guard let step = context.parameters.get("step").flatMap({ Onboarding.Step(rawValue: $0) }) else {
            throw HTTPError(.notFound)
        }
        let form = try await FormBody(request, context)
        do {
            if let objection = try await complete(step, of: person, form) {
                return try page(
                    request, of: person, at: base, exit: exit, failure: objection, step: step,
                    typed: form.optionalText("name"), status: .unprocessableContent)
            }
        } catch StoreError.wrongStep {
            // The form was sent twice, or from another window.
            return PageAnswer.seeOther(base)
        }
        guard try people.library.onboarding(of: person).next == nil else { return PageAnswer.seeOther(base) }
        return try finished(person, request)
    }

    /// Completes a step.
    /// - Returns: The error in the entries; `nil` if the step is completed.
    private func complete(_ step: Onboarding.Step, of person: Int64, _ form: FormBody) async throws -> String? {
        let (library, now) = (people.library, people.now())
        switch step {
        case .terms, .place, .texts, .figures:
            return try await decide(step, of: person, form)
        case .name:
            do { try library.setName(try PersonName(try form.text("name")), of: person, at: now) } catch let error
                as PersonName.Failure
            {
                return "\(error)"
            } catch let StoreError.nameInUse(name) {
                return localized("Somebody here is called \(name) already. Add a letter or your family name.")
            }
        case .passcode:
            let text = try form.text("passcode")
            let name = try library.person(person)?.name ?? ""
            if let objection = people.objection(to: text, again: try form.text("again"), name: name) {
                return objection
            }
            try library.choosePasscode(try await people.hash(Passcode(text)), of: person, at: now)
        case .codes:
            // The checkbox must not confirm codes on a page from before a restart, or in an outdated window.
            guard let shown = people.shownCodes(of: person), form.optionalText("codes") == shown.mark else {
                return PeopleMessages.codesReplaced
            }
            guard form.optionalText("kept") != nil else {
                return localized("Keep the codes first: nobody can show them again.")
            }
            try library.finishOnboarding(person, at: now)
            people.forgetCodes(of: person)
        }
        return nil
    }

    /// Records a person's decision.
    /// - Returns: The reason why the steps cannot continue; `nil` if they can.
    private func decide(_ step: Onboarding.Step, of person: Int64, _ form: FormBody) async throws -> String? {
        guard let consent = step.consent.map({ ConsentForm.standard($0) }),
            let answer = ConsentAnswer(rawValue: try form.text("answer"))
        else { throw HTTPError(.badRequest, message: localized("There is no such setting.")) }
        guard case .goesOn(let isGiven) = consent.effect(of: answer) else { return ConsentMessages.needed.text }
        if consent.isMandatory, form.optionalText("agreed") == nil { return ConsentMessages.tickFirst }
        try people.library.decide(step, consent, isGiven: isGiven, person, at: people.now())
        if consent.kind == .place, !isGiven { try await people.removePlaces(of: person) }
        return nil
    }

    /// Signs in the person, who has completed all steps.
    private func finished(_ person: Int64, _ request: Request) throws -> Response {
        let isFirst = !people.isShared
        try people.refresh()
        if isFirst { try people.renewToken() }
        guard let record = people.person(person) else { return PageAnswer.seeOther(Entrance.signIn) }
        var response = try people.welcome(record, by: .basic, request, next: nil)
        if isFirst, let access { response.setCookie(access.signInCookie(removals: people.removals)) }
        response.setCookie(
            Cookie(
                name: Self.cookie, value: "", maxAge: 0, path: InvitationLink.path, httpOnly: true, sameSite: .strict))
        return response
    }
}
