import ArgumentParser
import FoundationEssentials
import Glibc
import Recto
import StationRules
import StationServer

/// Serves the scan station to the browsers of this machine.
@main
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-station", abstract: "Scan documents in a browser, and keep them in a library.",
        version: RectoVersion.current)

    @Option(help: "Folder of the library.")
    var data = "~/.local/share/recto"

    @Option(help: "Port to listen on, 0 for any that is free.")
    var port = 8347

    @Option(
        name: .customLong("camera"),
        help: "A camera of this machine to scan with (see recto cameras), or a film; may be given several times.")
    var cameras: [String] = []

    @Flag(help: "Offer a camera that shows a film of pages, to try the station without one.")
    var demo = false

    @Option(help: ArgumentHelp("Styles and modules.", visibility: .hidden))
    var web = "web"

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is 0 to 65535") }
    }

    func run() async throws {
        var configuration = StationConfiguration(folder: Self.expanded(data), web: web)
        configuration.port = port
        configuration.cameras = cameras + (demo ? [CameraChoice.demonstration] : [])
        let station = try await Station(configuration)
        try await station.run { address in
            print("The station is at \(address)")
            fflush(nil)
        }
    }

    /// With the person's own folder in the place of `~`.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }
}
