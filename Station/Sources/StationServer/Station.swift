import FoundationEssentials
package import Hummingbird
import HummingbirdCore
import Logging
import NIOHTTP1
import StationRules
import StationStore

/// The scan station: a library, its drafts, and the pages and channels that browsers use them by.
public struct Station: Sendable {
    private let configuration: StationConfiguration
    private let library: Library
    private let drafts: Drafts
    private let pictures = PictureCache()
    private let clock: StationClock

    /// Opens the library, and puts in order what an earlier end has left.
    public init(_ configuration: StationConfiguration) async throws {
        self.configuration = configuration
        library = try Library(folder: configuration.folder)
        drafts = try Drafts(folder: configuration.folder + "/drafts")
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
        return router
    }

    /// Serves until the program is asked to end.
    /// - Parameter opened: Is told the address once browsers can come.
    public func run(opened: @escaping @Sendable (String) -> Void) async throws {
        let (drafts, hosts, host, cameras) = (drafts, hosts, configuration.host, configuration.cameras)
        let application = Application(
            router: router(),
            server: HTTPServerBuilder { responder in
                StationChannel(
                    responder: responder, accepts: { Self.acceptsLive($0, hosts) },
                    live: { channel, path in
                        guard let place = LivePlace(path) else { return }
                        let scanner = try await drafts.borrowScanner(place.draft)
                        await scanner.begin(replacing: place.replaced)
                        // However the view ends.
                        let camera = CameraChoice(cameras: cameras, chosen: place.camera).chosen.map { cameras[$0] }
                        do { try await LiveConnection(channel, scanner, camera: camera).run() } catch {
                            await drafts.giveBack(scanner)
                            throw error
                        }
                        await drafts.giveBack(scanner)
                    })
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: configuration.port)),
            onServerRunning: { channel in
                opened("http://\(host):\(channel.localAddress?.port ?? 0)/")
            })
        try await application.runService()
    }

    private var hosts: AllowedHosts { AllowedHosts(listening: configuration.host) }

    /// Pages of other sites may open channels too, so the browser's word on who asks is heeded here as for forms.
    private static func acceptsLive(_ head: HTTPRequestHead, _ hosts: AllowedHosts) -> Bool {
        guard let authority = head.headers.first(name: "Host"), hosts.allow(authority) else { return false }
        guard let origin = head.headers.first(name: "Origin") else { return false }
        return hosts.isOwn([.origin: origin], authority: authority) && LivePlace(head.uri) != nil
    }
}
