import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for passkeys: the options for browsers, and the verification of their responses.
struct PasskeyRoutes {
    let people: People

    func add(to router: Routes) {
        router.post(forAnyone: "sign-in/passkey/options", .data) { request, context in
            guard people.isShared else { throw Self.refusal }
            let options = CeremonyOptions(try party(request, context), challenge: people.challenge(for: .signIn))
            return JSONAnswer.make(text: options.request(allowed: []))
        }
        router.post(forAnyone: "sign-in/passkey", .data, use: signIn)
        router.get("profile/passkeys/offer", to: .changeOwnSettings, .page, use: offer)
        router.post("profile/passkeys/offer", to: .changeOwnSettings, .page, use: answer)
        router.post("profile/passkeys/options", to: .changeOwnSignIn, .data, use: options)
        router.post("profile/passkeys", to: .changeOwnSignIn, .data, use: register)
        router.post("profile/passkeys/:passkey/remove", to: .changeOwnSignIn, .page, use: remove)
    }

    /// Returns the relying party for the host name in use; `nil` if it does not support passkeys.
    static func party(_ request: Request, isEncrypted: Bool) -> RelyingParty? {
        let authority = (request.head.authority ?? "").lowercased()
        let host = StationAddresses.host(of: authority)
        return try? RelyingParty(
            host: host, name: host,
            origins: ["\(isEncrypted ? "https" : "http")://\(authority)"])
    }

    private func party(_ request: Request, _ context: StationContext) throws -> RelyingParty {
        guard let party = Self.party(request, isEncrypted: context.isEncrypted) else {
            throw HTTPError(.conflict, message: PeopleMessages.passkeysNeedName)
        }
        return party
    }

    /// The same error for all failures.
    private static var refusal: HTTPError {
        HTTPError(.unprocessableContent, message: PeopleMessages.passkeyFailed)
    }

    private func body(_ request: Request) async throws -> [UInt8] {
        let body = try await request.body.collect(upTo: RouteRule.Body.form.maximumBytes)
        return Array(body.readableBytesView)
    }

    // MARK: Signing in

    private func signIn(_ request: Request, _ context: StationContext) async throws -> Response {
        let next = request.uri.queryParameters["next"].map { ReturnPath(String($0)).text }
        let (party, bytes) = (try party(request, context), try await body(request))
        guard let person = try person(bytes, party),
            // Only the signed-in person can confirm an action.
            context.visitor.person.map({ $0.person == person.id }) ?? true
        else { throw Self.refusal }
        let opened = try people.welcome(person, by: .biometric, request, next: next)
        var response = JSONAnswer.make(["next": opened.headers[.location] ?? "/"])
        response.headers[values: .setCookie] = opened.headers[values: .setCookie]
        return response
    }

    /// Returns the person whose passkey signed one of the station's challenges; `nil` for any failure.
    private func person(_ json: [UInt8], _ party: RelyingParty) throws -> PersonRecord? {
        guard let response = try? AssertionResponse(json: json), let challenge = challenge(in: response.clientDataJSON),
            people.take(challenge) == .signIn, let record = try people.library.passkey(response.id),
            let used = try? party.verify(response, challenge: challenge, passkey: record.passkey, user: .anybody),
            try people.library.note(used, before: record.passkey, at: people.now())
        else { return nil }
        return people.person(record.person)
    }

    private func challenge(in clientData: [UInt8]) -> Challenge? {
        (try? ClientData(clientData)).flatMap { Challenge(issued: $0.challenge) }
    }

    // MARK: The offer

    /// - Parameter next: The path to continue with.
    static func offer(next: String) -> String { "/profile/passkeys/offer?next=\(next.queryEncoded)" }

    private func offer(_ request: Request, _ context: StationContext) throws -> Response {
        let query = request.uri.queryParameters
        let usage: PasskeyOffer.Usage = query["next"] == nil ? .settings : .first
        let next = usage == .settings ? "/profile/sign-in" : ReturnPath(query["next"].map { String($0) }).text
        guard Self.party(request, isEncrypted: context.isEncrypted) != nil else { return PageAnswer.seeOther(next) }
        let view = PasskeyOfferView(PasskeyOffer(usage), kind: .device, next: next)
        return PageAnswer.html(.door(PasskeyOffer(usage).title, view.html))
    }

    private func answer(_ request: Request, _ context: StationContext) async throws -> Response {
        let form = try await FormBody(request, context)
        guard PasskeyOffer.Answer(rawValue: try form.text("answer")) == .notNow else {
            throw HTTPError(.badRequest, message: localized("There is no such setting."))
        }
        try people.noteOffer(answeredBy: try visit(context).person)
        return PageAnswer.seeOther(ReturnPath(form.optionalText("next")).text)
    }

    // MARK: A person's own

    private func options(_ request: Request, _ context: StationContext) throws -> Response {
        let (party, visit) = (try party(request, context), try visit(context))
        let existing = try people.library.passkeys(of: visit.person).map(\.passkey)
        let handle = try handle(of: visit.person, existing)
        let challenge = people.challenge(for: .registration(of: visit.person, handle))
        let user = CeremonyOptions.User(handle: handle, name: visit.name, displayName: visit.name)
        return JSONAnswer.make(
            text: CeremonyOptions(party, challenge: challenge).creation(for: user, existing: existing))
    }

    /// Returns the handle shared by all passkeys of a person. It is reused for the next passkey even if one could not
    /// be stored.
    private func handle(of person: Int64, _ existing: [Passkey]) throws -> UserHandle {
        if let known = existing.first?.userHandle { return known }
        let name = "passkeyHandle"
        let stored = try people.library.setting(name, of: person, as: [UInt8].self).flatMap { UserHandle($0) }
        let handle = stored ?? UserHandle()
        if stored == nil { try people.library.set(name, of: person, to: handle.bytes) }
        return handle
    }

    private func register(_ request: Request, _ context: StationContext) async throws -> Response {
        let (party, visit, bytes) = (try party(request, context), try visit(context), try await body(request))
        guard let response = try? RegistrationResponse(json: bytes),
            let challenge = challenge(in: response.clientDataJSON),
            case .registration(of: visit.person, let handle)? = people.take(challenge)
        else { throw Self.refusal }
        let library = people.library
        guard
            let passkey = try? party.verify(
                response, challenge: challenge, userHandle: handle,
                isRegistered: { id in
                    // If it cannot be read, it may exist.
                    do { return try library.passkey(id) != nil } catch { return true }
                })
        else { throw Self.refusal }
        try library.add(
            passkey, of: visit.person, name: request.deviceName, at: people.now())
        try people.noteOffer(answeredBy: visit.person)
        return Response(status: .noContent)
    }

    private func remove(_ request: Request, _ context: StationContext) throws -> Response {
        let visit = try visit(context)
        guard let id = context.parameters.get("passkey").flatMap({ try? Base64URL.bytes($0) }) else {
            throw HTTPError(.notFound)
        }
        try people.library.removePasskey(id, of: visit.person)
        return PageAnswer.seeOther("/profile/sign-in?done=passkeyRemoved")
    }

    private func visit(_ context: StationContext) throws -> PersonVisit {
        guard let visit = context.visitor.person else {
            throw HTTPError(.forbidden, message: PeopleMessages.signInFirst)
        }
        return visit
    }
}

extension People {
    private static var offerName: String { "passkeyOffer" }

    /// Whether to offer a passkey after sign-in: until the person has answered, even after a restart.
    func offersPasskey(to person: Int64, _ request: Request) throws -> Bool {
        PasskeyOffer.isDue(
            isAnswered: try library.setting(Self.offerName, of: person, as: Bool.self) ?? false,
            hasPasskeys: try !library.passkeys(of: person).isEmpty,
            // Only the host name matters here. Browsers check whether the connection is encrypted.
            isAvailable: PasskeyRoutes.party(request, isEncrypted: true) != nil)
    }

    func noteOffer(answeredBy person: Int64) throws(StoreError) {
        try library.set(Self.offerName, of: person, to: true)
    }
}
