import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for managing people: roles, invitations and recovery.
struct PeopleRoutes {
    let people: People
    let clocks: StationClocks
    let pages: StationPages
    /// `nil` if only this machine can reach the station.
    let reach: StationReach?

    private static let path = "/people"

    func add(to router: Routes) {
        router.get("people", to: .managePeople, .page) { request, context in
            guard people.isShared else { return PageAnswer.seeOther("/profile") }
            guard let made = people.shownOnce.take(request) else { return try await show(request, context) }
            return try await show(made, request)
        }
        router.post("people/invitations", to: .managePeople, .page, use: invite)
        router.post("people/invitations/:invitation/withdraw", to: .managePeople, .page) { _, context in
            guard let id = context.parameters.get("invitation", as: Int64.self) else { throw HTTPError(.notFound) }
            try people.library.withdrawInvitation(id, at: people.now())
            return PageAnswer.seeOther("\(Self.path)?done=withdrawn")
        }
        router.post("people/:person/role", to: .managePeople, .page, use: setRole)
        router.post("people/:person/remove", to: .managePeople, .page) { request, context in
            try await change(request, context, done: "removed") { person in
                try people.retire(person.id, by: Library.actingPerson)
            }
        }
        router.post("people/:person/recovery", to: .recoverPeople, .page, use: recover)
    }

    private func show(
        _ request: Request, _ context: StationContext, failure: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (clock, now) = (clocks.current, people.now())
        let own = context.visitor.person?.person
        let rows = people.all.map { person in
            PeopleView.Person(
                id: person.id, name: person.name,
                picture: person.picture.map { PersonPicture.path(of: person.id, $0.text) }, isOwn: person.id == own,
                roles: Role.allCases.map { ($0.rawValue, PeopleMessages.label($0), $0 == person.role) })
        }
        let invitations = try people.library.openInvitations(at: now).map { invitation in
            PeopleView.Invitation(
                id: invitation.id, role: PeopleMessages.label(invitation.role),
                use: invitation.isUsed ? PeopleMessages.used(by: invitation.name) : nil,
                time: clock.dayAndTime(invitation.expires, now: now), exactTime: clock.exact(invitation.expires))
        }
        let roles = Role.allCases.map {
            PeopleView.Role(
                name: $0.rawValue, label: PeopleMessages.label($0), description: PeopleMessages.description($0))
        }
        let view = PeopleView(
            rows, invitations: invitations, roles: roles,
            unreachable: reach == nil ? PeopleMessages.invitationsNeedNetwork : nil, failure: failure)
        return await page(view.html, request, toast: Self.toast(request), status: status)
    }

    private static func toast(_ request: Request) -> String? {
        switch request.uri.queryParameters["done"] {
        case "withdrawn": localized("Invitation withdrawn")
        case "removed": localized("Person removed")
        case "role": localized("Role changed")
        default: ShownOnce.note(request)
        }
    }

    private func page(
        _ body: String, _ request: Request, toast: String? = nil, status: HTTPResponse.Status = .ok
    ) async -> Response {
        await pages.html(
            PageShell(
                title: localized("People"), place: nil, parts: ["profile", "people", "qr-code-scanner"],
                scripts: ["people/people.js"], toast: toast, body: body),
            at: Self.path, for: request, status: status)
    }

    /// Creates an invitation for the origin in use, if others can reach it.
    private func invite(_ request: Request, _ context: StationContext) async throws -> Response {
        guard people.isShared, let role = Role(rawValue: try await FormBody(request, context).text("role")) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        let used = "\(context.isEncrypted ? "https" : "http")://\(request.head.authority ?? "")"
        guard let origin = reach?.addresses.forOthers(using: used) else {
            return try await show(
                request, context, failure: PeopleMessages.invitationsNeedNetwork, status: .conflict)
        }
        let (code, now) = (SessionIdentifier(), people.now())
        let number = try people.library.invite(
            code, as: role, by: context.visitor.person?.person ?? Library.builtInPerson,
            expires: now.addingTimeInterval(Double(InvitationTime.seconds)), maximum: InvitationTime.maximum, at: now)
        let link = InvitationLink.text(origin: origin, code: code.text)
        return PageAnswer.seeOther(
            people.shownOnce.address(of: .invitation(role, number: number, link: link), at: Self.path))
    }

    /// Shows what was created.
    private func show(_ made: ShownOnce.Content, _ request: Request) async throws -> Response {
        switch made {
        case .invitation(let role, let number, let link):
            return await page(try invitation(role, number: number, link: link).html, request)
        case .codes(let codes, let person):
            return await page(NewCodesView(codes, name: people.person(person)?.name ?? "").html, request)
        case .token: throw HTTPError(.notFound)
        }
    }

    private func invitation(_ role: Role, number: Int64, link: String) throws -> InvitationView {
        let text = PeopleMessages.invitation(
            link: link, join: reach?.joinPages?.origins.first, duration: clocks.current.duration(InvitationTime.seconds)
        )
        return InvitationView(
            symbol: try CodeSymbol(link), text: text, number: number, role: PeopleMessages.label(role),
            description: PeopleMessages.description(role))
    }

    private func setRole(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let role = Role(rawValue: try await FormBody(request, context).text("role")) else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        return try await change(request, context, done: "role") { person in try people.setRole(role, of: person.id) }
    }

    private func change(
        _ request: Request, _ context: StationContext, done: String, _ change: (PersonRecord) throws -> Void
    ) async throws -> Response {
        do { try change(try person(context)) } catch StoreError.lastOwner {
            return try await show(request, context, failure: "\(StoreError.lastOwner).", status: .conflict)
        }
        return PageAnswer.seeOther("\(Self.path)?done=\(done)")
    }

    /// Creates a code for a person who has lost the passcode and the recovery codes.
    private func recover(_ request: Request, _ context: StationContext) async throws -> Response {
        let person = try person(context)
        let codes = try people.makeCodes(1, of: person.id)
        return PageAnswer.seeOther(people.shownOnce.address(of: .codes(codes, of: person.id), at: Self.path))
    }

    private func person(_ context: StationContext) throws -> PersonRecord {
        guard let person = context.parameters.get("person", as: Int64.self).flatMap({ people.person($0) }) else {
            throw HTTPError(.notFound)
        }
        return person
    }
}

/// Routes for a person's own sessions, passcode and recovery codes.
struct OwnSignInRoutes {
    let people: People
    let clocks: StationClocks
    let pages: StationPages

    private static let path = "/profile/sign-in"

    func add(to router: Routes) {
        router.post("session/lock", to: .endOwnSessions, .page) { request, _ in
            try people.lock(request.headers)
            return PageAnswer.seeOther(Entrance.signIn)
        }
        router.post("session/seen", to: .endOwnSessions, .data) { _, _ in Response(status: .noContent) }
        // Scripts poll this without activity of a person.
        router.get("session/lock", to: .endOwnSessions, .data) { _, _ in Response(status: .noContent) }
        router.get("profile/sign-in", to: .endOwnSessions, .page) { request, context in
            guard let visit = context.visitor.person else { return PageAnswer.seeOther("/profile") }
            guard case .codes(let codes, _)? = people.shownOnce.take(request) else {
                return try await show(visit, request, context)
            }
            return await page(NewCodesView(codes).html, request)
        }
        router.post("profile/sessions/:session/end", to: .endOwnSessions, .page, use: end)
        router.post("profile/passcode", to: .changeOwnSignIn, .page, use: changePasscode)
        router.post("profile/recovery-codes", to: .changeOwnSignIn, .page) { request, context in
            guard let visit = context.visitor.person else { return PageAnswer.seeOther("/profile") }
            let codes = try people.makeCodes(of: visit.person)
            return PageAnswer.seeOther(people.shownOnce.address(of: .codes(codes, of: visit.person), at: Self.path))
        }
    }

    private func show(
        _ visit: PersonVisit, _ request: Request, _ context: StationContext, failure: String? = nil,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (clock, now) = (clocks.current, people.now())
        let rows = try people.sessions(of: visit.person).map { record in
            OwnSignInView.Row(
                id: record.id, device: record.device, began: clock.lasting(record.session.began),
                time: clock.relativeTime(record.session.seen, now: now),
                exactTime: clock.exact(record.session.seen), isOwn: people.isOwn(record.session, request.headers))
        }
        let view = OwnSignInView(
            sessions: rows,
            passkeys: try passkeys(of: visit.person, request, context),
            codes: try people.library.recoveryCodes(of: visit.person),
            minimum: people.policy.minimum, keyboard: .of(people.policy), failure: failure)
        let toast =
            switch request.uri.queryParameters["done"] {
            case "ended": localized("Session ended")
            case "passcode": localized("Passcode changed")
            case "passkey": localized("Passkey added")
            case "passkeyRemoved": localized("Passkey removed")
            default: ShownOnce.note(request)
            }
        return await page(view.html, request, toast: toast, status: status)
    }

    private func page(
        _ body: String, _ request: Request, toast: String? = nil, status: HTTPResponse.Status = .ok
    ) async -> Response {
        await pages.html(
            PageShell(
                title: localized("Sign-in"), place: nil, parts: ["profile", "people"],
                scripts: ["people/people.js", "people/passkeys.js"], toast: toast, body: body),
            at: Self.path, for: request, status: status)
    }

    private func passkeys(
        of person: Int64, _ request: Request, _ context: StationContext
    ) throws -> PasskeysView {
        let (clock, now) = (clocks.current, people.now())
        let rows = try people.library.passkeys(of: person).map { record in
            let time = clock.relativeTime(record.used ?? record.created, now: now)
            return PasskeysView.Row(
                id: Base64URL.text(record.passkey.id), kind: PasskeyKind(record.passkey.transports),
                name: record.name, time: time)
        }
        return PasskeysView(rows, isAvailable: PasskeyRoutes.party(request, isEncrypted: context.isEncrypted) != nil)
    }

    private func end(_ request: Request, _ context: StationContext) throws -> Response {
        guard let visit = context.visitor.person, let id = context.parameters.get("session", as: Int64.self) else {
            throw HTTPError(.notFound)
        }
        try people.endSession(id, of: visit.person)
        return PageAnswer.seeOther("\(Self.path)?done=ended")
    }

    private func changePasscode(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let visit = context.visitor.person else { return PageAnswer.seeOther("/profile") }
        let form = try await FormBody(request, context)
        let passcode = try form.text("passcode")
        if let objection = people.objection(to: passcode, again: try form.text("again"), name: visit.name) {
            return try await show(visit, request, context, failure: objection, status: .unprocessableContent)
        }
        try await people.setPasscode(Passcode(passcode), of: visit.person, request.headers)
        return PageAnswer.seeOther("\(Self.path)?done=passcode")
    }
}
