import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import Recto
import StationIdentity
import StationRules
import StationStore
import StationViews

/// Routes for the installed app: its manifest, the service worker, and the offline screens.
struct AppRoutes {
    /// The folder of styles and scripts.
    let web: String
    let engine: EngineRoutes
    let identity: OfflineIdentity
    /// Whether it is a demonstration, of which nothing is stored for offline use.
    let isDemonstration: Bool

    func add(to router: Routes) {
        router.get(forAnyone: "manifest.webmanifest", .asset(seconds: 0), use: manifest)
        router.get(forAnyone: "sw.js", .worker, use: worker)
        // The offline screens contain nothing from the library.
        router.get(forAnyone: OfflineShell.list, .page) { _, _ in
            PageAnswer.html(.offline(OfflineListView().html, title: localized("Offline"), scripts: ["offline/list.js"]))
        }
        router.get(forAnyone: OfflineShell.scanner, .cameraPage) { _, _ in
            PageAnswer.html(
                .offline(
                    OfflineScannerView(engine: engine.script).html, title: localized("Scan"),
                    scripts: ["offline/scanner.js"]))
        }
        // Reports whom the browser belongs to now.
        router.get(forAnyone: "offline/state", .data, use: state)
    }

    // MARK: The app

    private struct Manifest: Encodable {
        struct Icon: Encodable {
            let src: String
            let sizes: String
            let type: String
            let purpose: String

            init(_ icon: AppIcon) {
                (src, sizes, type) = (icon.path, icon.size, "image/png")
                purpose = icon.isMaskable ? "maskable" : "any"
            }
        }

        let id = "/"
        let name = "Recto"
        let short_name = "Recto"
        let description = localized("Scans, keeps and finds papers.")
        let lang = Language.current.rawValue
        let start_url = OfflineShell.start
        let scope = "/"
        let display = "standalone"
        let background_color = ThemeColor.light
        let theme_color = ThemeColor.light
        let categories = ["productivity", "business"]
        let icons =
            AppIcon.all.map { Icon($0) }
    }

    private func manifest(_ request: Request, _ context: StationContext) -> Response {
        var answer = JSONAnswer.make(Manifest(), mediaType: "application/manifest+json")
        answer.headers[.vary] = "Accept-Language, Cookie"
        return answer
    }

    private func worker(_ request: Request, _ context: StationContext) throws -> Response {
        let modules = try OfflineShell.worker.map { name in
            guard let data = FileManager.default.contents(atPath: "\(web)/\(name)") else { throw HTTPError(.notFound) }
            return String(decoding: data, as: UTF8.self)
        }
        let script = OfflineShell.script(
            modules, version: version, files: OfflineShell.files + engine.files, lastScreen: LastScreenView().html)
        return Response(
            status: .ok, headers: [.contentType: "text/javascript; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: script)))
    }

    /// A version that changes with the program or any of its files.
    private var version: String {
        let paths = ((try? FileManager.default.subpathsOfDirectory(atPath: web)) ?? []).map { "\(web)/\($0)" }
        let files = paths.filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") }.sorted() + engine.paths
        let lines = files.map { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            let changed = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return "\(path) \(attributes?[.size] as? Int ?? 0) \(changed)"
        }
        let text = ([RectoVersion.current] + lines).joined(separator: "\n")
        return "\(RectoVersion.current)-\(BlobName(of: Array(text.utf8)).text.prefix(12))"
    }

    // MARK: The person

    private struct State: Encodable {
        /// `nil` if nobody has signed in.
        let person: String?
        /// The former owner of an outbox that the person takes over.
        let former: String?
        let reads: Bool
        let edits: Bool
        let deletes: Bool
        let documents = OfflineLimits.documents
        let pages = OfflineLimits.pages
    }

    /// Returns the browser's owner and permissions. Browsers ask before sending data, and to detect whether the
    /// station is reachable.
    private func state(_ request: Request, _ context: StationContext) -> Response {
        let visitor = context.visitor
        return JSONAnswer.make(
            State(
                person: isDemonstration ? nil : identity.name(of: visitor),
                former: isDemonstration ? nil : identity.former(of: visitor), reads: visitor.may(.readDocuments),
                edits: visitor.may(.editDocuments), deletes: visitor.may(.deleteDocuments)))
    }
}

extension PageShell {
    /// Returns an offline screen.
    static func offline(_ body: String, title: String, scripts: [String]) -> PageShell {
        var shell = PageShell(
            title: title, place: nil, frame: .task, parts: ["camera-request", "offline-screens"], scripts: scripts,
            body: body)
        shell.needsNoStation()
        return shell
    }
}
