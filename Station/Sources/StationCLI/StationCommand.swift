import ArgumentParser
import FoundationEssentials
import Glibc
import Recto
import StationRules
import StationServer

/// Serves the scan station to browsers on this and other machines.
@main
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-station", abstract: "Scan documents in a browser and keep them in a library.",
        version: RectoVersion.current)

    @Option(help: "The library's folder.")
    var data = "~/.local/share/recto"

    @Option(help: "The port to listen on; 0 takes any free port.")
    var port = 8347

    @Option(
        help: ArgumentHelp(
            "The address to listen on.",
            discussion: "Other machines need a token. It is in the token file, which is created at the first start."))
    var listen = "127.0.0.1"

    @Option(help: "The file with the token for other machines (default: token in the library's folder).")
    var tokenFile: String?

    @Option(
        name: .customLong("name"),
        help: "A further name that other machines know this one by; may be repeated.")
    var names: [String] = []

    @Flag(
        help:
            "Let scanning programs on other machines use the cameras without a token, because they cannot send one."
    )
    var openScanner = false

    @Option(
        name: .customLong("camera"),
        help: "A camera of this machine (see recto cameras) or a film to scan with; may be repeated.")
    var cameras: [String] = []

    @Option(help: "A folder that receives each saved document as a PDF file.")
    var output: String?

    @Flag(help: "Offer a demonstration camera that shows a film of pages.")
    var demo = false

    @Option(help: "The clock: 12 or 24 hours.")
    var hours = 12

    @Flag(help: "Shorten relative times, as in 5 min ago.")
    var shortTimes = false

    @Option(help: ArgumentHelp("The folder of styles and scripts.", visibility: .hidden))
    var web = "web"

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is \(port), required: 0 to 65535.") }
        guard hours == 12 || hours == 24 else { throw ValidationError("--hours is \(hours), required: 12 or 24.") }
    }

    func run() async throws {
        var configuration = StationConfiguration(folder: Self.expanded(data), web: web)
        configuration.port = port
        configuration.host = listen
        configuration.tokenFile = tokenFile.map(Self.expanded)
        configuration.names = names
        configuration.opensScanner = openScanner
        configuration.cameras = cameras + (demo ? [CameraChoice.demonstration] : [])
        configuration.output = output.map(Self.expanded)
        configuration.hours = hours == 24 ? .twentyFour : .twelve
        configuration.wording = shortTimes ? .short : .long
        let station = try await Station(configuration)
        try await station.run { address in
            print("The station is at \(address)")
            fflush(nil)
        }
    }

    /// The path with `~` replaced by the home folder.
    private static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }
}
