import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for people's sign-in screens, and for browsers that open the URL printed by the station.
struct SignInRoutes {
    /// `nil` if only this machine can reach the station.
    let access: StationAccess?
    let people: People

    /// The cookie with the person who signed in last.
    fileprivate static let lastCookie = "person"

    func add(to router: Routes) {
        // Its URL contains the token.
        router.get(forAnyone: Entrance.signIn, .secretPage, use: enter)
        router.post(forAnyone: Entrance.signIn, .secretPage, use: signIn)
        router.get(forAnyone: "sign-in/people", .page, use: choose)
        router.get(forAnyone: "sign-in/recovery", .page) { request, _ in try page(recoveryView().html) }
        router.post(forAnyone: "sign-in/recovery", .page, use: recover)
        router.post(forAnyone: "sign-out", .page, use: signOut)
    }

    // MARK: The token

    /// Exchanges the token for the cookie: `/sign-in?token=…`. If people sign in, they do so instead or afterwards.
    private func enter(_ request: Request, _ context: StationContext) throws -> Response {
        let sent = request.uri.queryParameters["token"]
        if sent == nil, people.isShared { return try show(request, context) }
        var response = PageAnswer.seeOther(people.isShared ? Entrance.signIn : Place.library.path)
        guard let access else { return response }
        // Nobody signs in here yet. The welcome page explains how to start.
        guard let sent else { return PageAnswer.seeOther(Entrance.welcome) }
        guard try access.isToken(sent, from: context.client) else { throw Self.invalidLink }
        response.setCookie(access.signInCookie(removals: people.removals))
        return response
    }

    private static var invalidLink: HTTPError {
        HTTPError(
            .unauthorized,
            message: localized("This sign-in link is not valid. Open the link that Recto showed when it was started."))
    }

    // MARK: People

    /// Whether a browser may list the people of the station, which unknown browsers may not.
    private func maySeePeople(_ context: StationContext) -> Bool { context.visitor != .stranger }

    private func show(_ request: Request, _ context: StationContext) throws -> Response {
        let next = Self.next(request.uri.queryParameters["next"].map { String($0) })
        if case .person = context.visitor, request.uri.queryParameters["person"] == nil {
            return PageAnswer.seeOther(next ?? "/")
        }
        let toast = request.uri.queryParameters["done"] == "activated" ? DeviceMessages.activated : nil
        let isEnded = try people.wasEnded(request.headers)
        return try page(view(request, context, next: next, isEnded: isEnded).html, toast: toast)
    }

    /// - Parameters:
    ///   - typed: The typed name.
    ///   - isEnded: Whether somebody else ended the session of the browser.
    private func view(
        _ request: Request, _ context: StationContext, next: String?, typed: String? = nil, isEnded: Bool = false,
        failure: (title: String, hint: String)? = nil
    ) -> SignInView {
        let offersPasskeys = PasskeyRoutes.party(request, isEncrypted: context.isEncrypted) != nil
        let locked = people.locked(request.headers)
        guard maySeePeople(context) else {
            // A browser that may not list people must not reveal the owner of its locked session either.
            let own = locked.flatMap { person in
                request.uri.queryParameters["person"] == nil
                    && typed.map { PersonName.key($0) == PersonName.key(person.name) } ?? true ? person : nil
            }
            return SignInView(
                own.map { SignInView.Profile(name: $0.name, title: $0.title) }, typed: typed ?? "",
                isLocked: own != nil, isEnded: isEnded, offersPasskeys: offersPasskeys,
                asksForPasskey: own.map(people.hasPasskey) == true, next: next, failure: failure)
        }
        let chosen = request.uri.queryParameters["person"].flatMap { Int64($0) }.flatMap { people.person($0) }
        let last = request.cookies[Self.lastCookie].flatMap { Int64($0.value) }.flatMap { people.person($0) }
        let person =
            typed.map { name in people.all.first { PersonName.key($0.name) == PersonName.key(name) } }
            ?? (chosen ?? locked ?? last ?? (people.all.count == 1 ? people.all.first : nil))
        return SignInView(
            person.map { SignInView.Profile(name: $0.name, title: $0.title) }, typed: typed ?? "",
            isLocked: person != nil && person == locked, isEnded: isEnded, offersOthers: true,
            offersPasskeys: offersPasskeys,
            asksForPasskey: person != nil && person == locked && person.map(people.hasPasskey) == true, next: next,
            failure: failure)
    }

    /// Shows the list of people to choose from.
    private func choose(_ request: Request, _ context: StationContext) throws -> Response {
        guard maySeePeople(context), people.isShared else { return PageAnswer.seeOther(Entrance.signIn) }
        let query = request.uri.queryParameters
        let words = query["words"].map { String($0) } ?? ""
        let list = PeopleList(
            people.all.map { PeopleList.Person(id: $0.id, name: $0.name) }, words: words,
            chosen: query["person"].flatMap { Int64($0) })
        return try page(
            PeoplePickerView(list, words: words, next: Self.next(query["next"].map { String($0) })).html)
    }

    private func signIn(_ request: Request, _ context: StationContext) async throws -> Response {
        guard people.isShared else { throw Self.invalidLink }
        let form = try await FormBody(request, context)
        let (name, passcode) = (try form.text("name"), try form.text("passcode"))
        let next = Self.next(form.optionalText("next"))
        do {
            if let person = try await people.check(name, passcode, from: context.client) {
                return try people.welcome(person, by: .basic, request, next: next)
            }
        } catch let refusal as AccessRefusal {
            var response = try failed(request, context, name, next, "\(refusal)", .init(code: refusal.status))
            response.headers[.retryAfter] = "\(refusal.seconds)"
            return response
        }
        return try failed(request, context, name, next, PeopleMessages.signInFailedHint, .unprocessableContent)
    }

    /// Returns the same error for an unknown name and a wrong passcode.
    private func failed(
        _ request: Request, _ context: StationContext, _ name: String, _ next: String?, _ hint: String,
        _ status: HTTPResponse.Status
    ) throws -> Response {
        let view = view(
            request, context, next: next, typed: name, failure: (PeopleMessages.signInFailed, hint))
        return try page(view.html, status: status)
    }

    private func recoveryView(_ name: String = "", failure: String? = nil) -> RecoveryView {
        RecoveryView(name: name, minimum: people.policy.minimum, keyboard: .of(people.policy), failure: failure)
    }

    private func recover(_ request: Request, _ context: StationContext) async throws -> Response {
        guard people.isShared else { throw HTTPError(.notFound) }
        let form = try await FormBody(request, context)
        let (name, passcode) = (try form.text("name"), try form.text("passcode"))
        func refused(_ reason: String, _ status: HTTPResponse.Status = .unprocessableContent) throws -> Response {
            try page(recoveryView(name, failure: reason).html, status: status)
        }
        let code: RecoveryCode
        do { code = try RecoveryCode(typed: try form.text("code")) } catch let error as RecoveryCodeError {
            return try refused(PeopleMessages.reason(error))
        }
        if let objection = people.objection(to: passcode, again: try form.text("again"), name: name) {
            return try refused(objection)
        }
        do {
            guard let person = try await people.recover(name, code, passcode: passcode, from: context.client) else {
                return try refused(PeopleMessages.recoveryFailed)
            }
            return try people.welcome(person, by: .basic, request, next: nil)
        } catch let refusal as AccessRefusal {
            var response = try refused("\(refusal)", .init(code: refusal.status))
            response.headers[.retryAfter] = "\(refusal.seconds)"
            return response
        }
    }

    private func signOut(_ request: Request, _ context: StationContext) throws -> Response {
        if request.cookies[Entrance.demonstrationCookie] != nil {
            // Visitors with access continue in the station's own library.
            return PageAnswer.seeOther(context.visitor.isSignedIn ? Place.library.path : Entrance.welcome)
        }
        try people.end(request.headers)
        var response = PageAnswer.seeOther(people.isShared ? Entrance.signIn : "/")
        response.removeSession()
        return response
    }

    /// Returns a path of the station; `nil` if it is missing or only the sign-in.
    private static func next(_ text: String?) -> String? {
        text.map { ReturnPath($0).text }.flatMap { $0.hasPrefix(Entrance.signIn) ? nil : $0 }
    }

    private func page(
        _ body: String, toast: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var shell = PageShell.door(localized("Sign in"), body)
        shell.toast = toast
        shell.keepsForNobody()
        return PageAnswer.html(shell, status: status)
    }
}

extension People {
    /// Redirects a newly signed-in person, with a new session.
    func welcome(
        _ person: PersonRecord, by kind: AuthenticationKind, _ request: Request, next: String?
    ) throws -> Response {
        let device = request.deviceName
        let identifier = try open(person.id, by: kind, request.headers, device: device)
        var response = PageAnswer.seeOther(next ?? "/")
        if kind == .basic, try offersPasskey(to: person.id, request) {
            response = PageAnswer.seeOther(PasskeyRoutes.offer(next: next ?? "/"))
        }
        response.setCookie(LaunchScreen.cookie)
        response.setSession(identifier, lock: lockTime)
        // A different person must not continue where another one was. What existed before people signed in belongs to
        // the first owner.
        let last = request.cookies[SignInRoutes.lastCookie].flatMap { Int64($0.value) } ?? Library.builtInPerson
        if last != person.id { response.forgetPlaces(of: request) }
        response.setCookie(
            Cookie(
                name: SignInRoutes.lastCookie, value: "\(person.id)", maxAge: 365 * 86_400, path: "/",
                httpOnly: true, sameSite: .strict))
        return response
    }
}

extension People {
    func hasPasskey(_ person: PersonRecord) -> Bool { (try? library.passkeys(of: person.id).isEmpty) == false }
}

extension PageShell {
    /// Returns a screen shown before sign-in.
    static func door(_ title: String, _ body: String) -> PageShell {
        var shell = PageShell(
            title: title, place: nil, frame: .task, parts: ["people", "consents"],
            scripts: ["people/people.js", "people/passkeys.js", "consents/consents.js"], body: body)
        shell.needsNoStation()
        return shell
    }
}

extension Request {
    /// The system reported by the browser: a quoted string in a structured header (RFC 8941).
    private var platform: String? { headers[.platform].map { $0.filter { $0 != "\"" } } }

    /// The browser's name in lists of devices and sessions.
    var deviceName: String { DeviceMessages.name(platform: platform, userAgent: headers[.userAgent]) }
}

extension HTTPField.Name {
    static let platform = known("Sec-CH-UA-Platform")
}

extension Response {
    /// The lifetime of session cookies in seconds, equal to the maximum idle time.
    private static var sessionAge: Int { Int(SessionRules().idle.components.seconds) }

    private static let lock = "lock"

    /// - Parameter lock: The time after which screens lock, for scripts; `nil` if they do not lock.
    mutating func setSession(_ identifier: SessionIdentifier, lock: Duration?) {
        setCookie(
            Cookie(
                name: People.cookie, value: identifier.text, maxAge: Self.sessionAge, path: "/", httpOnly: true,
                sameSite: .strict))
        setCookie(Self.cookie(lock: lock))
    }

    private static func cookie(lock: Duration?) -> Cookie {
        Cookie(
            name: Self.lock, value: "\(lock?.components.seconds ?? 0)", maxAge: sessionAge, path: "/", httpOnly: false,
            sameSite: .strict)
    }

    /// Updates the lock time of the screens of a session, which changes when a second person joins or leaves.
    mutating func renewLock(_ lock: Duration?, of request: Request) {
        let cookie = Self.cookie(lock: lock)
        let isSet = headers[values: .setCookie].contains { $0.hasPrefix("\(Self.lock)=") }
        if !isSet, request.cookies[Self.lock]?.value != cookie.value { setCookie(cookie) }
    }

    /// Removes the draft and the open screens from a browser.
    fileprivate mutating func forgetPlaces(of request: Request) {
        setCookie(ScannerRoutes.noCookie)
        PlaceMemory().write(to: &self, of: request)
    }

    mutating func removeSession() {
        for name in [People.cookie, Self.lock] {
            setCookie(Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .strict))
        }
    }
}

/// Routes for authenticating again during a session.
struct ConfirmationRoutes {
    let people: People

    func add(to router: Routes) {
        router.get(Entrance.confirmation, to: .changeOwnSettings, .page) { request, context in
            let next = ReturnPath(request.uri.queryParameters["next"].map { String($0) }).text
            guard let visit = context.visitor.person else { return PageAnswer.seeOther(next) }
            return page(request, context, visit, next: next)
        }
        router.post(Entrance.confirmation, to: .changeOwnSettings, .page, use: confirm)
    }

    private func confirm(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        let next = ReturnPath(form.optionalText("next")).text
        guard let visit = context.visitor.person else { return PageAnswer.seeOther(next) }
        do {
            guard let person = try await people.check(visit.name, try form.text("passcode"), from: context.client),
                person.id == visit.person
            else {
                return page(
                    request, context, visit, next: next, PeopleMessages.confirmationFailed, .unprocessableContent)
            }
        } catch let refusal as AccessRefusal {
            var response = page(request, context, visit, next: next, "\(refusal)", .init(code: refusal.status))
            response.headers[.retryAfter] = "\(refusal.seconds)"
            return response
        }
        let identifier = try people.open(visit.person, by: .basic, request.headers, device: "")
        var response = PageAnswer.seeOther(next)
        response.setSession(identifier, lock: people.lockTime)
        return response
    }

    private func page(
        _ request: Request, _ context: StationContext, _ visit: PersonVisit, next: String, _ failure: String? = nil,
        _ status: HTTPResponse.Status = .ok
    ) -> Response {
        let view = ConfirmIdentityView(
            name: visit.name, next: next,
            offersPasskeys: PasskeyRoutes.party(request, isEncrypted: context.isEncrypted) != nil, failure: failure)
        return PageAnswer.html(.door(localized("Sign in"), view.html), status: status)
    }
}
