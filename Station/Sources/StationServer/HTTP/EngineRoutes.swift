import FoundationEssentials
import Hummingbird
import StationRules

/// Serves the engine for browsers if it has been built. Browsers load its files to analyze their camera's pictures
/// locally.
struct EngineRoutes {
    /// The folder `engine` of the web folder.
    let folder: String

    /// The URL of the engine's first script; `nil` if it has not been built.
    var script: String? {
        FileManager.default.fileExists(atPath: folder + "/recto.wasm") ? "/engine/recto.js" : nil
    }

    /// The URLs of all its files; empty if it has not been built.
    var files: [String] { paths.map { "/engine" + $0.dropFirst(folder.count) } }

    /// Their paths.
    var paths: [String] {
        guard script != nil else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".js") || $0.hasSuffix(".wasm") }.sorted().map { "\(folder)/\($0)" }
    }

    func add(to router: Routes) {
        router.files(forAnyone: "engine", in: folder, endings: [".js", ".wasm"], .engine)
    }
}

/// Admits requests for files with certain extensions.
struct PathFilter: RouterMiddleware {
    typealias Context = StationContext

    let endings: [String]

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        // No file name needs an escape, which could hide another extension.
        guard !path.contains("%"), endings.contains(where: { path.hasSuffix($0) }) else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}
