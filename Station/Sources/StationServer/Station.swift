public import FoundationEssentials
import HTTPTypes
package import Hummingbird
import HummingbirdCore
import Logging
import NIOHTTP1
import NIOHTTPTypesHTTP1
public import StationRules
import StationStore
import Synchronization

/// The scan station: serves a library and its drafts to browsers and programs.
public struct Station: Sendable {
    private let configuration: StationConfiguration
    private let library: Library
    private let drafts: Drafts
    private let codes: ActivationCodes
    private let pictures = PictureCache()
    private let clock: StationClock
    private let cameras: StationCameras
    private let metrics = StationMetrics()
    private let changes: DocumentChanges
    private let jobs: Jobs
    private let hosts: AllowedHosts
    /// `nil` if only this machine can reach the station.
    private let access: StationAccess?

    /// Opens the library, and cleans up after an earlier run.
    public init(_ configuration: StationConfiguration) async throws {
        self.configuration = configuration
        library = try Library(folder: configuration.folder, fillsOutbox: configuration.output != nil)
        changes = DocumentChanges(library)
        jobs = try Jobs(folder: configuration.folder + "/jobs")
        drafts = try Drafts(folder: configuration.folder + "/drafts")
        codes = try ActivationCodes(
            library: library, key: try SigningKey(file: configuration.folder + "/activation.key"))
        clock = StationClock(zone: configuration.zone, hours: configuration.hours, wording: configuration.wording)
        let isLocal = LocalNames.isLoopback(configuration.host)
        hosts = AllowedHosts(
            listening: configuration.host, isLocal ? [] : LocalNames.all() + configuration.names)
        access =
            isLocal
            ? nil
            : StationAccess(
                token: try AccessToken(file: configuration.tokenFile ?? configuration.folder + "/token"),
                library: library)
        cameras = StationCameras(configuration.cameras, library: library, metrics: metrics)
        try await drafts.removeSaved(in: library)
        try library.removeLeftovers()
        try library.forgetRequests(before: .now - Library.requestMemory)
    }

    /// All routes.
    package func router() -> Router<StationContext> {
        let router = Router(context: StationContext.self, options: [.autoGenerateHeadEndpoints])
        let pages = StationPages(library: library, drafts: drafts)
        router.add(middleware: MetricsMiddleware(metrics: metrics))
        router.add(middleware: SafetyMiddleware(hosts: hosts))
        router.add(middleware: ErrorPages(methods: APIMethods(programRoutes().routes), pages: pages))
        if let access {
            let door = AccessMiddleware(access: access, opensScanner: configuration.opensScanner)
            router.add(middleware: door)
            router.get("sign-in") { try door.signIn($0, $1) }
        }
        router.add(
            middleware: FileMiddleware(
                configuration.web, urlBasePath: "/web", cacheControl: .init([(MediaType(type: .any), [.noCache])])))
        AssetRoutes(configuration: configuration).add(to: router)
        LibraryRoutes(library: library, drafts: drafts, pictures: pictures, clock: clock, pages: pages).add(to: router)
        SidebarRoutes(library: library).add(to: router)
        ProfileRoutes(library: library, clock: clock, cameras: configuration.cameras, pages: pages, access: access)
            .add(to: router)
        ScannerRoutes(
            drafts: drafts, library: library, pictures: pictures, clock: clock, cameras: configuration.cameras,
            jobs: jobs
        ).add(to: router)
        addProgramRoutes(to: router)
        addNetworkScanners(to: router)
        ArRoutes(library: library, pictures: pictures, clock: clock, cameras: configuration.cameras, pages: pages)
            .add(to: router)
        DeviceRoutes(library: library, codes: codes, clock: clock, cameras: configuration.cameras, pages: pages)
            .add(to: router)
        return router
    }

    /// The routes for programs, as `web/openapi.json` describes them.
    package func programRoutes() -> Router<StationContext> {
        let router = Router(context: StationContext.self)
        addProgramRoutes(to: router)
        return router
    }

    private func addProgramRoutes(to router: some RouterMethods<StationContext>) {
        let documents = DocumentAPI(library: library, pictures: pictures, clock: clock)
        documents.add(to: router)
        CaptureAPI(cameras: cameras, drafts: drafts, library: library, documents: documents).add(to: router)
        StatusAPI(library: library, metrics: metrics, web: configuration.web).add(to: router)
        JobAPI(jobs: jobs, library: library).add(to: router)
        EventRoutes(library: library, changes: changes, jobs: jobs, metrics: metrics).add(to: router)
    }

    private func addNetworkScanners(to router: some RouterMethods<StationContext>) {
        for (number, label) in cameras.labels.enumerated() {
            NetworkScannerRoutes(
                number: number, label: label,
                identifier: identifier(of: number), jobs: ScanJobs(cameras, camera: number)
            ).add(to: router)
        }
    }

    /// Serves until the program receives a signal to end.
    /// - Parameter opened: Receives the address once browsers can connect.
    public func run(opened: @escaping @Sendable (String) -> Void) async throws {
        let (host, metrics, access) = (configuration.host, metrics, access)
        let announcements = Mutex<[ScannerAnnouncement]>([])
        defer { announcements.withLock { $0.forEach { $0.stop() } } }
        let views = LiveViews(
            hosts: hosts, library: library, drafts: drafts, codes: codes, cameras: configuration.cameras)
        let application = Application(
            router: router(),
            server: HTTPServerBuilder { responder in
                StationChannel(
                    responder: responder, accepts: { views.accept($0) && Self.admits($0, access) },
                    live: { channel, uri in
                        try await metrics.duringLiveView { try await views.serve(channel, uri) }
                    })
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: configuration.port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                announcements.withLock { $0 = announce(port: port) }
                opened(
                    "http://\(LocalNames.shown(host)):\(port)/"
                        + (access.map { "sign-in?token=\($0.token.text)" } ?? ""))
            })
        let output = try outputService(application.logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            if let output { tasks.addTask { await output.run() } }
            try await application.runService()
            tasks.cancelAll()
        }
    }

    /// `nil` without an output folder.
    private func outputService(_ logger: Logger) throws -> OutputService? {
        guard let path = configuration.output else { return nil }
        let folder = OutputFolder(path: path, library: library)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try folder.removeLeftovers()
        } catch { throw StoreError.folder(path, reason: "\(error)") }
        return OutputService(folder: folder, library: library, changes: changes, logger: logger)
    }

    /// Announces the scanners that other machines can use.
    private func announce(port: Int) -> [ScannerAnnouncement] {
        guard access != nil, configuration.opensScanner else { return [] }
        return cameras.labels.enumerated().map { number, label in
            let announcement = ScannerAnnouncement(
                label: label, path: NetworkScannerRoutes.path(camera: number), identifier: identifier(of: number),
                port: port)
            announcement.start()
            return announcement
        }
    }

    private func identifier(of camera: Int) -> String {
        ScannerIdentifier.text(camera: cameras.names[camera], folder: configuration.folder)
    }

    /// The scan of an activation code needs no access.
    private static func admits(_ head: HTTPRequestHead, _ access: StationAccess?) -> Bool {
        guard let access, LivePlace(head.uri)?.screen != .code else { return true }
        return access.admits(HTTPFields(head.headers, splitCookie: false))
    }
}

/// The settings of a station.
public struct StationConfiguration: Sendable {
    /// The folder of the library and the drafts.
    public var folder: String
    /// The folder `web` with styles and scripts.
    public var web: String
    /// Debian's `bootstrap-icons` and `fonts-open-sans`. Without them, pages have no icons and use the system's font.
    public var icons = "/usr/share/bootstrap-icons/svg"
    public var fonts = "/usr/share/fonts/truetype/open-sans"
    public var host = "127.0.0.1"
    /// Names that other machines use, besides this machine's own name and addresses.
    public var names: [String] = []
    /// The file with the token for other machines; `nil` for `token` in the library's folder.
    public var tokenFile: String?
    /// Whether scanning programs on other machines need no token. They cannot send one.
    public var opensScanner = false
    /// 0 takes any free port.
    public var port = 8347
    /// Cameras and films, by names for `FrameSources`.
    public var cameras: [String] = []
    /// A folder that receives each saved document as a PDF file.
    public var output: String?
    public var zone = TimeZone.current
    public var hours = StationClock.Hours.twelve
    /// The wording of relative times and durations.
    public var wording = StationClock.Wording.long

    public init(folder: String, web: String) {
        self.folder = folder
        self.web = web
    }
}
