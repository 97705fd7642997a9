import FoundationEssentials
package import Hummingbird
import HummingbirdCore
import Logging
import StationRules
import StationStore

/// The scan station: a library, its drafts, and the pages and channels that browsers use them by.
public struct Station: Sendable {
    private let configuration: StationConfiguration
    private let library: Library
    private let drafts: Drafts
    private let codes: ActivationCodes
    private let pictures = PictureCache()
    private let clock: StationClock

    /// Opens the library, and puts in order what an earlier end has left.
    public init(_ configuration: StationConfiguration) async throws {
        self.configuration = configuration
        library = try Library(folder: configuration.folder)
        drafts = try Drafts(folder: configuration.folder + "/drafts")
        codes = try ActivationCodes(
            library: library, key: try SigningKey(file: configuration.folder + "/activation.key"))
        clock = StationClock(zone: configuration.zone)
        try await drafts.removeSaved(in: library)
        try library.removeLeftovers()
    }

    /// All pages and what they are made of.
    package func router() -> Router<StationContext> {
        let router = Router(context: StationContext.self, options: [.autoGenerateHeadEndpoints])
        router.add(middleware: SafetyMiddleware(hosts: hosts))
        router.add(middleware: ErrorPages())
        router.add(
            middleware: FileMiddleware(
                configuration.web, urlBasePath: "/web", cacheControl: .init([(MediaType(type: .any), [.noCache])])))
        AssetRoutes(configuration: configuration).add(to: router)
        LibraryRoutes(library: library, drafts: drafts, pictures: pictures, clock: clock).add(to: router)
        ScannerRoutes(
            drafts: drafts, library: library, pictures: pictures, clock: clock, cameras: configuration.cameras
        ).add(to: router)
        ArRoutes(library: library, pictures: pictures, clock: clock, cameras: configuration.cameras).add(to: router)
        DeviceRoutes(library: library, codes: codes, clock: clock, cameras: configuration.cameras).add(to: router)
        return router
    }

    /// Serves until the program is asked to end.
    /// - Parameter opened: Is told the address once browsers can come.
    public func run(opened: @escaping @Sendable (String) -> Void) async throws {
        let host = configuration.host
        let views = LiveViews(
            hosts: hosts, library: library, drafts: drafts, codes: codes, cameras: configuration.cameras)
        let application = Application(
            router: router(),
            server: HTTPServerBuilder { responder in
                StationChannel(responder: responder, accepts: views.accept, live: views.serve)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: configuration.port)),
            onServerRunning: { channel in
                opened("http://\(host):\(channel.localAddress?.port ?? 0)/")
            })
        try await application.runService()
    }

    private var hosts: AllowedHosts { AllowedHosts(listening: configuration.host) }
}
