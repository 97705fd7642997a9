import FoundationEssentials
import HTTPTypes
import Hummingbird
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for devices: the welcome page, the scan of an activation code, and the list of devices.
struct DeviceRoutes {
    let library: Library
    let codes: ActivationCodes
    let clocks: StationClocks
    let cameras: [String]
    let pages: StationPages
    let gate: StationGate
    let people: People
    /// `nil` if only this machine can reach the station.
    let reach: StationReach?
    let authority: @Sendable () -> CertificateAuthority?
    let welcome: WelcomeVariant

    /// The cookie's lifetime in seconds: a year.
    private static let age = 365 * 24 * 3600

    private var clock: StationClock { clocks.current }

    func add(to router: Routes) {
        router.get(forAnyone: "welcome", .page) { _, _ in
            welcome.leadsToSignIn && people.isShared ? PageAnswer.seeOther(Entrance.signIn) : page()
        }
        router.post(forAnyone: "welcome/discover", .page, use: discover)
        router.get(forAnyone: "welcome/scan", .cameraPage, use: scan)
        router.post(forAnyone: "welcome/activate", .page, use: activate)
        router.get(forAnyone: ActivationLink.path, .page) { _, _ in
            PageAnswer.html(
                PageShell(
                    title: localized("Connect"), place: nil, frame: .task, parts: ["qr-code-scanner"],
                    scripts: ["qr-code-scanner/activate.js"], body: ActivateView(isShared: people.isShared).html))
        }
        router.get("devices", to: .activateDevices, .page, use: list)
        router.get("devices/activation", to: .activateDevices, .page, hasEffect: true, use: issue)
        router.post("devices/:device/remove", to: .removeDevices, .page, use: remove)
    }

    private func page(
        found: String? = nil, failure: String? = nil, status: HTTPResponse.Status = .ok
    ) -> Response {
        PageAnswer.html(
            PageShell(
                title: localized("Welcome"), place: nil, frame: .task, parts: ["qr-code-scanner", "people"],
                body: WelcomeView(welcome, isShared: people.isShared, found: found, failure: failure).html),
            status: status)
    }

    /// Links to another station in the network by its machine's name and this station's port.
    private func discover(_ request: Request, _ context: StationContext) async throws -> Response {
        let name = try await FormBody(request, context).text("name")
        let authority = request.head.authority ?? ""
        let port = authority.split(separator: ":").last.flatMap { Int($0) } ?? (context.isEncrypted ? 443 : 80)
        do {
            // Browsers do not follow a form to another site, so this is a link.
            return page(
                found: try StationDiscovery.address(named: name, isEncrypted: context.isEncrypted, port: port))
        } catch { return page(failure: "\(error)", status: .unprocessableContent) }
    }

    private func scan(_ request: Request, _ context: StationContext) async throws -> Response {
        let view = CodeScannerView(
            display: CodeScannerDisplay(CodeScannerMachine()),
            cameras: CameraChoice(
                // Visitors who have not signed in must not see the camera names.
                cameras: context.visitor.isSignedIn ? cameras : [],
                chosen: ChosenCamera.index(for: request)))
        var response = pages.task(
            PageShell(
                title: localized("Scan"), place: nil, frame: .task,
                parts: ["live-view", "camera-request", "qr-code-scanner"],
                scripts: ["qr-code-scanner/code-scanner.js"], body: view.html))
        ChosenCamera.keep(request, in: &response)
        return response
    }

    private func activate(_ request: Request, _ context: StationContext) async throws -> Response {
        let code = try await FormBody(request, context).text("code")
        try gate.mayTry(context.client)
        let (token, finding) = try codes.activate(code, name: request.deviceName, now: .now)
        // A used or expired code was not guessed.
        if finding == .valid || finding == .foreign {
            gate.note(code, of: context.client, isRight: finding == .valid)
        }
        guard let token else {
            return await pages.message(
                DeviceMessages.notActivated(finding), status: .unprocessableContent, for: request, to: context.visitor)
        }
        // Removing the device later also signs out the person who signed in here.
        if let device = try library.device(token) { try people.note(device.id, request.headers) }
        // If people sign in, that is the next step.
        let signsIn = people.isShared && people.visit(request.headers, touches: false) == nil
        var response = PageAnswer.seeOther("\(signsIn ? Entrance.signIn : Place.library.path)?done=activated")
        response.setCookie(
            Cookie(
                name: StationAccess.deviceCookie, value: token.text, maxAge: Self.age, path: "/", httpOnly: true,
                sameSite: .strict))
        return response
    }

    private func list(_ request: Request, _ context: StationContext) async throws -> Response {
        try await list(request, status: .ok)
    }

    private func list(_ request: Request, status: HTTPResponse.Status) async throws -> Response {
        let own = try library.device(of: request)
        let now = Date.now
        let mayRemove = Visitor.current.may(.removeDevices)
        let rows = try library.devices().map { device in
            DevicesView.Row(
                id: device.id, name: device.name, time: clock.relativeTime(device.activated, now: now),
                fullTime: clock.dayAndTime(device.activated, now: now), exactTime: clock.exact(device.activated),
                isOwn: device.id == own?.id, mayRemove: mayRemove)
        }
        let toast = request.uri.queryParameters["done"] == "removed" ? DeviceMessages.removed : nil
        return await pages.html(
            PageShell(
                title: Place.devices.label, place: .devices, parts: ["qr-code-scanner"], toast: toast,
                body: DevicesView(
                    rows: rows, offersPrograms: Visitor.current.may(.managePrograms), reach: reachView
                ).html),
            at: Place.devices.path, for: request, status: status)
    }

    private var reachView: ReachView? {
        reach.map { reach in
            ReachView(
                addresses: reach.addresses.origins, join: reach.joinPages?.origins.first,
                fingerprint: authority()?.fingerprint)
        }
    }

    /// Creates a code with the origin in use, if other devices can reach it.
    private func issue(_ request: Request, _ context: StationContext) async throws -> Response {
        let used = "\(context.isEncrypted ? "https" : "http")://\(request.head.authority ?? "")"
        guard let reach, let origin = reach.addresses.forOthers(using: used) else {
            return try await list(request, status: .conflict)
        }
        let (text, expires) = try codes.issue(origin: origin, now: .now)
        let view = ActivationView(
            symbol: try CodeSymbol(text), origin: origin, join: reach.joinPages?.origins.first,
            duration: clock.duration(ActivationTime.seconds), time: clock.time(expires),
            exactTime: clock.exact(expires))
        return await pages.html(
            PageShell(
                title: localized("Activation code"), place: .devices, parts: ["qr-code-scanner"], body: view.html),
            at: Place.devices.path, for: request)
    }

    private func remove(_ request: Request, _ context: StationContext) async throws -> Response {
        guard let id = context.parameters.get("device", as: Int64.self) else { throw HTTPError(.notFound) }
        try people.removeDevice(id)
        return PageAnswer.seeOther("/devices?done=removed")
    }
}
