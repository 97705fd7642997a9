import FoundationEssentials
package import Hummingbird
import HummingbirdCore
import Logging
import NIOHTTP1
import ServiceLifecycle
import StationIdentity
import StationRules
import StationStore
import Synchronization

/// The scan station: serves a library and its drafts to browsers and programs.
public struct Station: Sendable {
    private let configuration: StationConfiguration
    /// Keeps other processes out for the lifetime of the station.
    private let lock: LibraryLock
    let library: Library
    private let drafts: Drafts
    private let codes: ActivationCodes
    private let pictures = PictureCache()
    private let clocks: StationClocks
    private let cameras: StationCameras
    private let lights: StationLights
    private let metrics = StationMetrics()
    private let changes: DocumentChanges
    private let jobs: Jobs
    private let texts: TextReading
    private let identity: OfflineIdentity
    private let names: StationNames
    private let hosts: AllowedHosts
    private let reach: StationReach
    /// `nil` without TLS.
    private let certificate: ServerCertificate?
    private let gate: StationGate
    /// `nil` if only this machine can reach the station.
    private let access: StationAccess?
    private let people: People
    private let interludes: Interludes
    private let visitors: Visitors
    private let mailer: ReminderMailer
    private let sharpener: PageSharpener

    /// Opens the library, and cleans up after an earlier run.
    public init(_ configuration: StationConfiguration) async throws {
        self.configuration = configuration
        lock = try LibraryLock(folder: configuration.folder)
        library = try Library(folder: configuration.folder, fillsOutbox: configuration.output != nil)
        changes = DocumentChanges(library)
        sharpener = PageSharpener(library)
        jobs = try Jobs(folder: configuration.folder + "/jobs")
        drafts = try Drafts(folder: configuration.folder + "/drafts", library: library)
        let key = try SigningKey(file: ActivationCodes.keyFile(in: configuration.folder))
        codes = try ActivationCodes(library: library, key: key)
        identity = OfflineIdentity(key)
        clocks = try StationClocks(
            library,
            standard: StationClock(
                zone: configuration.zone, locale: configuration.locale, hours: configuration.hours,
                wording: configuration.wording))
        names = StationNames(
            listening: configuration.host, given: configuration.names, isLocal: configuration.isLocal)
        hosts = AllowedHosts(names)
        reach = StationReach(
            names, encryption: configuration.encryption, port: configuration.port,
            joinPort: configuration.joinPort)
        certificate = try Self.certificate(configuration, names)
        gate = StationGate(configuration.limits, now: configuration.now)
        access =
            configuration.isLocal
            ? nil
            : StationAccess(
                token: try AccessToken(file: configuration.tokenPath, key: key),
                library: library, gate: gate)
        people = try People(
            library, gate: gate, token: access?.token, cost: configuration.passcodeCost,
            policy: PasscodePolicy(configuration.hasDigitPasscodes ? .numeric : .alphanumeric),
            uptime: configuration.now, now: configuration.date)
        visitors = Visitors(access: access, people: people)
        mailer = ReminderMailer(
            library, folder: configuration.folder, origin: { [reach] in reach.addresses.origins.first })
        cameras = StationCameras(
            configuration.cameras, limits: configuration.limits.capture, library: library, metrics: metrics)
        lights = StationLights(configuration.cameras, configuration.lights)
        let (jobs, metrics) = (jobs, metrics)
        let processors = ProcessInfo.processInfo.activeProcessorCount
        texts = try TextReading(
            library, reader: configuration.reader, languages: configuration.textLanguages,
            locale: configuration.textLocale, maximumLoad: configuration.textLoad
        ) {
            MachineLoad(liveViews: metrics.liveViews, exports: jobs.exports, processors: processors)
        }
        interludes = Interludes(library, texts: texts)
        // Keep this order: the files of a forgotten draft would become a new draft.
        try await drafts.removeEnded()
        try library.forgetDrafts(endedBefore: .now - Library.draftMemory)
        try library.emptyTrash(at: .now)
        try library.removeLeftovers()
        try library.forgetRequests(before: .now - Library.requestMemory)
        for person in try library.peopleWithPlacesLeft() { try library.removePlaces(of: person) }
    }

    /// `nil` without TLS.
    private static func certificate(
        _ configuration: StationConfiguration, _ names: StationNames
    ) throws -> ServerCertificate? {
        switch configuration.encryption {
        case .none: return nil
        case .own:
            return try ServerCertificate(
                authority: configuration.folder + "/authority.pem", names: names.certified,
                at: Int64(Date.now.timeIntervalSince1970))
        case .files(let certificate, let key): return try ServerCertificate(certificate: certificate, key: key)
        }
    }

    private var pages: StationPages {
        StationPages(
            library: library, drafts: drafts, people: people, interludes: interludes,
            identity: configuration.isDemonstration ? nil : identity)
    }

    /// Creates a router with the given routes.
    package func router(for routes: Routes) -> Router<StationContext> {
        let router = Router(context: StationContext.self, options: [.autoGenerateHeadEndpoints])
        let table = routes.table
        router.add(middleware: MetricsMiddleware(metrics: metrics))
        router.add(middleware: QueryMiddleware())
        router.add(middleware: LanguageMiddleware())
        let errors = ErrorPages(methods: APIMethods(table), screens: pages, library: library)
        router.add(
            middleware: SafetyMiddleware(
                hosts: hosts, table: table, errors: errors, isEncrypted: certificate != nil,
                embedders: { [library] in WidgetRoutes.embedders(library) }))
        router.add(middleware: VisitorMiddleware(visitors: visitors, isEncrypted: certificate != nil))
        if !configuration.isDemonstration { router.add(middleware: DemonstrationMark()) }
        router.add(middleware: errors)
        if !configuration.isDemonstration {
            router.add(
                middleware: DemonstrationMiddleware(demonstration: demonstration, table: table))
        }
        router.add(
            middleware: AccessMiddleware(
                table: table, gate: gate, people: people, opensScanner: configuration.opensScanner))
        routes.register(with: router)
        return router
    }

    private func door(for routes: Routes) -> LiveDoor {
        LiveDoor(
            hosts: hosts, isEncrypted: certificate != nil, table: routes.table, visitors: visitors, gate: gate)
    }

    /// A library of samples next to this one.
    private var demonstration: Demonstration {
        Demonstration { [samples = configuration.ofSamples] in
            let station = try await Station(samples)
            return Demonstration.Opened(
                library: station.library, responder: station.router(for: station.routes()).buildResponder(),
                readTexts: station.readTexts)
        }
    }

    /// All routes.
    package func routes() -> Routes {
        let router = Routes()
        let pages = pages
        DemonstrationRoutes.add(to: router)
        InterludeRoutes(interludes: interludes).add(to: router)
        addPeopleRoutes(to: router, pages)
        LiveRoutes(gate: gate).add(to: router)
        AssetRoutes(web: configuration.web, icons: configuration.icons, fonts: configuration.fonts).add(to: router)
        let engine = EngineRoutes(folder: configuration.web + "/engine")
        engine.add(to: router)
        addOfflineRoutes(to: router, engine)
        let lists = LibraryRoutes(
            library: library, drafts: drafts, pictures: pictures, clocks: clocks, pages: pages, texts: texts)
        lists.add(to: router)
        ViewRoutes(library: library, clocks: clocks, pages: pages, lists: lists).add(to: router)
        HomeRoutes(library: library, drafts: drafts, clocks: clocks, pages: pages).add(to: router)
        let dueDates = DueDateRoutes(
            library: library, clocks: clocks, pages: pages, mailer: mailer, reach: access == nil ? nil : reach)
        dueDates.add(to: router)
        MailRoutes(library: library, mailer: mailer, dueDates: dueDates).add(to: router)
        WidgetRoutes(
            library: library, clocks: clocks, pages: pages, pictures: pictures, hosts: hosts,
            icons: configuration.icons, reach: access == nil ? nil : reach
        ).add(to: router)
        SelectionRoutes(library: library, clocks: clocks, pages: pages).add(to: router)
        SearchRoutes(library: library, clocks: clocks, pages: pages).add(to: router)
        FolderRoutes(library: library, pages: pages).add(to: router)
        MapRoutes(library: library, clocks: clocks, pages: pages).add(to: router)
        PlanRoutes(library: library, pages: pages).add(to: router)
        PlaceRoutes(
            library: library, drafts: drafts, clocks: clocks, pages: pages, cameras: configuration.cameras, reach: reach
        ).add(to: router)
        NoteRoutes(library: library).add(to: router)
        NameRoutes(library: library, pages: pages).add(to: router)
        FilingRuleRoutes(library: library, clocks: clocks, pages: pages).add(to: router)
        SignatureRoutes(library: library, clocks: clocks, pages: pages, now: configuration.date).add(to: router)
        SidebarRoutes(library: library).add(to: router)
        ProfileRoutes(
            library: library, clocks: clocks, cameras: configuration.cameras, pages: pages, access: access,
            reach: reach, texts: texts, people: people, isDemonstration: configuration.isDemonstration
        ).add(to: router)
        ScannerRoutes(
            drafts: drafts, library: library, pictures: pictures, clocks: clocks, cameras: configuration.cameras,
            jobs: jobs, screens: pages, people: people, events: EventStreams(metrics: metrics, visitors: visitors),
            engine: engine
        ).add(to: router)
        FrameRoutes(drafts: drafts, sharpener: sharpener).add(to: router)
        addProgramRoutes(to: router)
        addNetworkScanners(to: router)
        ArRoutes(library: library, pictures: pictures, clocks: clocks, cameras: configuration.cameras, pages: pages)
            .add(to: router)
        DeviceRoutes(
            library: library, codes: codes, clocks: clocks, cameras: configuration.cameras, pages: pages, gate: gate,
            people: people, reach: access == nil ? nil : reach,
            authority: { [certificate] in certificate?.authority },
            welcome: configuration.welcome
        ).add(to: router)
        ProgramRoutes(library: library, clocks: clocks, pages: pages, reach: access == nil ? nil : reach).add(
            to: router)
        return router
    }

    private func addOfflineRoutes(to router: Routes, _ engine: EngineRoutes) {
        AppRoutes(
            web: configuration.web, engine: engine, identity: identity,
            isDemonstration: configuration.isDemonstration
        ).add(to: router)
        OfflineRoutes(library: library, drafts: drafts, clocks: clocks, people: people).add(to: router)
    }

    private func addPeopleRoutes(to router: Routes, _ pages: StationPages) {
        SignInRoutes(access: access, people: people).add(to: router)
        ConfirmationRoutes(people: people).add(to: router)
        PasskeyRoutes(people: people).add(to: router)
        OnboardingRoutes(people: people, access: access).add(to: router)
        OwnSignInRoutes(people: people, clocks: clocks, pages: pages).add(to: router)
        ConsentRoutes(people: people, clocks: clocks, pages: pages).add(to: router)
        PersonalRoutes(people: people, cameras: configuration.cameras, pages: pages).add(to: router)
        PeopleRoutes(people: people, clocks: clocks, pages: pages, reach: access == nil ? nil : reach).add(to: router)
    }

    /// The routes of the page about trusting the station's authority; `nil` if it is not needed. It is served
    /// unencrypted on a separate port.
    package func joinRoutes() -> Routes? {
        guard let certificate, certificate.authority != nil else { return nil }
        let router = Routes()
        JoinRoutes(certificate: certificate, reach: reach).add(to: router)
        AssetRoutes(web: configuration.web, icons: configuration.icons, fonts: configuration.fonts).add(to: router)
        return router
    }

    package func joinRouter(for routes: Routes) -> Router<StationContext> {
        let router = Router(context: StationContext.self, options: [.autoGenerateHeadEndpoints])
        let table = routes.table
        let errors = ErrorPages(
            methods: APIMethods(table),
            screens: StationPages(
                library: library, drafts: drafts, people: people, interludes: interludes, identity: nil),
            library: library)
        router.add(middleware: LanguageMiddleware())
        router.add(middleware: SafetyMiddleware(hosts: hosts, table: table, errors: errors))
        router.add(middleware: errors)
        router.add(middleware: AccessMiddleware(table: table, gate: gate, people: people, opensScanner: false))
        routes.register(with: router)
        return router
    }

    /// The API routes, documented in `web/openapi.json`.
    package func programRoutes() -> Routes {
        let router = Routes()
        addProgramRoutes(to: router)
        return router
    }

    /// Creates the scanner behind a camera view of a session.
    package var scanner: @Sendable (DraftName) async throws -> LiveScanner {
        { [drafts, library, metrics, people, sharpener] session in
            let settings = people.settings
            return try LiveScanner(
                await drafts.draft(session), drafts: drafts, flattening: settings.pageFlattening,
                sharpener: settings.pageSharpening == .off ? nil : sharpener,
                captures: CaptureLog(library: library, metrics: metrics))
        }
    }

    private func addProgramRoutes(to router: Routes) {
        let documents = DocumentAPI(library: library, pictures: pictures, clocks: clocks)
        documents.add(to: router)
        CaptureAPI(
            cameras: cameras, lights: lights, drafts: drafts, library: library, documents: documents, people: people,
            sharpener: sharpener
        ).add(to: router)
        StatusAPI(library: library, metrics: metrics, web: configuration.web).add(to: router)
        JobAPI(jobs: jobs, library: library, texts: texts, clocks: clocks).add(to: router)
        TextAPI(library: library, texts: texts).add(to: router)
        NoteAPI(library: library).add(to: router)
        ChangeAPI(library: library).add(to: router)
        NameAPI(library: library).add(to: router)
        ViewAPI(library: library, clocks: clocks).add(to: router)
        EventRoutes(
            library: library, changes: changes, jobs: jobs, texts: texts,
            events: EventStreams(metrics: metrics, visitors: visitors)
        ).add(to: router)
    }

    private func addNetworkScanners(to router: Routes) {
        for (number, label) in cameras.labels.enumerated() {
            NetworkScannerRoutes(
                number: number, label: label,
                identifier: identifier(of: number),
                jobs: ScanJobs(cameras, camera: number, limits: configuration.limits.scanJobs)
            ).add(to: router)
        }
    }

    /// Serves until the program receives a signal to end.
    /// - Parameters:
    ///   - opened: Receives the address once browsers can connect.
    ///   - giveUp: Ends the program. Called if something still hangs at the deadline.
    public func run(
        opened: @escaping @Sendable (String) -> Void, giveUp: @escaping @Sendable () -> Void
    ) async throws {
        let (metrics, lights) = (metrics, lights)
        let announcements = Mutex<[NetworkAnnouncement]>([])
        defer { announcements.withLock { $0.forEach { $0.stop() } } }
        let views = LiveViews(
            scanner: scanner, library: library, codes: codes, cameras: configuration.cameras)
        let (routes, joinRoutes) = (routes(), joinRoutes())
        let (opening, gate, certificate) = (Opening(joinRoutes == nil ? 1 : 2), gate, certificate)
        let door = door(for: routes)
        let isOpen: @Sendable () -> Void = {
            guard opening.isComplete() else { return }
            note()
            opened(address)
        }
        let application = Application(
            router: router(for: routes),
            server: HTTPServerBuilder { responder in
                StationChannel(
                    responder: responder, gate: gate, door: door, certificate: certificate,
                    live: { channel, head in
                        try await metrics.duringLiveView {
                            try await lights.duringView(of: LivePlace(head.uri)?.camera) {
                                try await Language.$current.withValue(Language(of: head)) {
                                    try await views.serve(channel, head.uri)
                                }
                            }
                        }
                    })
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                reach.opened(port: port)
                announcements.withLock { $0 = announce(port: port) }
                isOpen()
            })
        defer { StationNote.remove(from: configuration.folder) }
        defer { sharpener.cancel() }
        let output = try outputService(application.logger)
        let watch = NameWatch(names: names, certificate: certificate, logger: application.logger, looked: note)
        warn(application.logger)
        let join = joinRoutes.map { joinService($0, isOpen) }
        let service = StationService(application, beside: [join].compactMap { $0 }, giveUp: giveUp)
        defer { service.end() }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if let output { tasks.addTask { await output.run() } }
            tasks.addTask { await watch.run() }
            tasks.addTask { [library] in await Housekeeping(library, logger: application.logger).run() }
            tasks.addTask { [library, clocks] in
                await StorageMeter(library: library, clocks: clocks).run(logger: application.logger)
            }
            tasks.addTask { [mailer, clocks] in await mailer.run(clock: { clocks.current }, logger: application.logger)
            }
            tasks.addTask { await readTexts() }
            tasks.addTask { [library] in await lookForPlaces(library, logger: application.logger) }
            try await service.runUntilSignal()
            tasks.cancelAll()
        }
    }

    /// Reads the locations of pictures from before the map existed, a few at a time.
    private func lookForPlaces(_ library: Library, logger: Logger) async {
        do {
            while try library.lookForPlaces() { try await Task.sleep(for: .milliseconds(100)) }
        } catch is CancellationError {
        } catch { logger.error("the places of some pictures were not read: \(error)") }
    }

    /// Reads the pages of the library, and files documents by rules, until the task is canceled.
    package var readTexts: @Sendable () async -> Void {
        { [texts, changes, library, clocks] in
            async let filing: Void = RuleFiling(library: library, clock: { clocks.current }).run(
                after: [changes.stream, texts.changes.stream])
            await texts.run(changes)
            await filing
        }
    }

    /// The URL for the user of this machine, with the token if one is needed.
    private var address: String {
        let origins = reach.addresses.origins
        let origin =
            access.flatMap { _ in origins.first } ?? reach.origin(host: StationAddresses.urlHost(configuration.host))
        return "\(origin)/" + (access.map { "sign-in?token=\($0.token.text)" } ?? "")
    }

    /// Writes down the station's addresses for `--print-join`.
    @Sendable private func note() {
        let note = StationNote(
            origins: reach.addresses.origins, joinPages: reach.joinPages?.origins ?? [],
            fingerprint: certificate?.authority?.fingerprint, isOpenToOthers: access != nil)
        // The station works without the note.
        try? note.write(to: configuration.folder)
    }

    private func warn(_ logger: Logger) {
        for case .host(let name) in certificate?.leftOut ?? [] {
            logger.warning(
                """
                the certificate does not cover \(name), because its authority was created without this name. Delete \
                \(configuration.folder)/authority.pem to create another, which every device must trust.
                """)
        }
    }

    /// Serves the page about trusting the station's authority.
    private func joinService(_ routes: Routes, _ isOpen: @escaping @Sendable () -> Void) -> some Service {
        let (gate, door) = (gate, door(for: routes))
        return JoinService(
            port: configuration.joinPort,
            application: Application(
                router: joinRouter(for: routes),
                server: HTTPServerBuilder { responder in
                    // Its routes have no channels.
                    StationChannel(responder: responder, gate: gate, door: door, certificate: nil, live: { _, _ in })
                },
                configuration: ApplicationConfiguration(
                    address: .hostname(configuration.host, port: configuration.joinPort)),
                onServerRunning: { channel in
                    reach.opened(joinPort: channel.localAddress?.port ?? 0)
                    isOpen()
                }))
    }

    /// `nil` without an output folder.
    private func outputService(_ logger: Logger) throws -> OutputService? {
        guard let path = configuration.output else { return nil }
        let folder = OutputFolder(path: path, library: library)
        do {
            try folder.make()
            try folder.removeLeftovers()
        } catch { throw (error as? StoreError) ?? .folder(path, reason: StoreError.reason(error)) }
        return OutputService(folder: folder, library: library, changes: changes, logger: logger)
    }

    /// Announces the station in the network, and its scanners that other machines can use.
    private func announce(port: Int) -> [NetworkAnnouncement] {
        guard access != nil else { return [] }
        let isEncrypted = certificate != nil
        let scanners = configuration.opensScanner ? cameras.labels : []
        let announcements =
            [NetworkAnnouncement(stationAt: port, isEncrypted: isEncrypted)]
            + scanners.enumerated().map { number, label in
                NetworkAnnouncement(
                    scanner: label, path: NetworkScannerRoutes.path(camera: number),
                    identifier: identifier(of: number), isEncrypted: isEncrypted, port: port)
            }
        announcements.forEach { $0.start() }
        return announcements
    }

    private func identifier(of camera: Int) -> String {
        ScannerIdentifier.text(camera: cameras.names[camera], folder: configuration.folder)
    }
}
