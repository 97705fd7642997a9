import ArgumentParser
import Foundation
import Glibc
import Recto
import StationRules
import StationServer

/// Serves the scan station to browsers on this and other machines.
@main
struct StationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recto-station", abstract: "Scan documents in a browser and keep them in a library.",
        version: RectoVersion.current,
        subcommands: [BackupCommand.self, ExportCommand.self, ImportCommand.self, ReportCommand.self])

    @OptionGroup var library: LibraryOptions

    /// Read before the arguments are parsed: see ``main()``.
    @Option(
        help: ArgumentHelp(
            "A file with settings (TOML). Options override it, and repeated ones add to it.",
            discussion: """
                Each line sets the option of the same name: port = 8080, plain = true, camera = ["/dev/video0"].
                """, valueName: "file"))
    var config: String?

    @Option(help: "The port to listen on; 0 takes any free port.")
    var port = 8347

    @Option(
        help: ArgumentHelp(
            "The address to listen on.",
            discussion: """
                Default: 127.0.0.1, for this machine alone. Other machines can connect with a network address, such as \
                0.0.0.0 for all, or through a proxy, with 127.0.0.1 and --plain or --certificate. Every browser and program \
                then needs a token, even on this machine. The token is in the token file, which is created at the first start \
                with such an address. The station then uses https with a certificate of its own, which devices must be set \
                up to trust: see --print-join.
                """))
    var listen: String?

    @Option(help: "With --listen, the file with the token (default: token in the library's folder).")
    var tokenFile: String?

    @Option(
        name: .customLong("name"),
        help: "With --listen, an additional host name of this machine; may be repeated.")
    var names: [String] = []

    @Flag(help: "With --listen, use http, because a proxy on this machine handles https.")
    var plain = false

    @Option(
        help: ArgumentHelp("With --listen, a certificate to use instead of the station's own (PEM).", valueName: "file")
    )
    var certificate: String?

    @Option(help: ArgumentHelp("The key of --certificate (PEM).", valueName: "file"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "With --listen, the port of the page that explains how to trust the station (default: the one after --port).",
            valueName: "port"))
    var joinPort: Int?

    @Flag(help: "Show QR codes for joining the library's running station from another device, and exit.")
    var printJoin = false

    @Flag(
        help:
            "Let scanning programs on other machines use the cameras without a token, because they cannot send one."
    )
    var openScanner = false

    @Option(
        name: .customLong("camera"),
        help: "A camera of this machine (see recto cameras) or a video file to scan with; may be repeated.")
    var cameras: [String] = []

    @Option(help: "A folder that receives each saved document as a PDF file.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            """
            The languages of documents, such as eng+deu, unless set in the profile (default: the locale's language if it \
            is installed, otherwise eng).
            """, valueName: "names"))
    var textLanguages: String?

    @Option(
        help: ArgumentHelp(
            "Recognize text only while there are fewer runnable processes per processor than this.", valueName: "load"))
    var textLoad = 2.0

    @Flag(help: "Do not recognize text.")
    var noText = false

    /// The internal argument with which this program is started to read one page: see `TextWorker`.
    @Option(help: .hidden)
    var readText: String?

    @Flag(help: "Offer a demonstration camera that shows a synthetic video of pages.")
    var demo = false

    @Option(help: "The clock: 12 or 24 hours.")
    var hours = 12

    @Option(help: ArgumentHelp("The time zone, such as Europe/Berlin (default: this machine's).", valueName: "zone"))
    var timeZone: String?

    @Option(help: "How dates are written: en-US or en-GB.")
    var locale = ClockLocale.unitedStates.rawValue

    @Flag(help: "Shorten relative times, as in 5 min ago.")
    var shortTimes = false

    @Flag(help: "Passcodes consist of digits, for a keypad.")
    var digitPasscodes = false

    @Option(
        help: ArgumentHelp(
            """
            What browsers without access see first: standard, preconfigured (the sign-in), link, discovery or code (default: \
            the variable RECTO_WELCOME, then the file welcome in the library's folder, then standard).
            """, valueName: "kind"))
    var welcome: String?

    @Option(help: "The folder of styles and scripts, if it is neither next to the program nor in its source tree.")
    var web: String?

    /// Runs the command with the settings of the file that the arguments name.
    static func main() async {
        let given = Array(CommandLine.arguments.dropFirst())
        do { await main(try SettingsFile.adding(to: given)) } catch {
            try? FileHandle.standardError.write(contentsOf: Data("Error: \(error)\n".utf8))
            _exit(ExitCode.validationFailure.rawValue)
        }
    }

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("--port is \(port), required: 0 to 65535.") }
        guard joinPort.map({ 0...65_535 ~= $0 }) ?? true else {
            throw ValidationError("--join-port is \(joinPort ?? 0), required: 0 to 65535.")
        }
        if let listen, let reason = Self.reasonAgainst(listen) {
            throw ValidationError("--listen is \(listen): \(reason).")
        }
        guard textLoad > 0 else { throw ValidationError("--text-load is \(textLoad), required: more than 0.") }
        do { _ = try textLanguages.map { try TextLanguages($0) } } catch {
            throw ValidationError("--text-languages: \(error)")
        }
        do { _ = try encryption } catch { throw ValidationError("\(error)") }
        if let chosenWelcome, WelcomeVariant(rawValue: chosenWelcome) == nil {
            let known = WelcomeVariant.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--welcome is \(chosenWelcome), required: \(known).")
        }
        guard hours == 12 || hours == 24 else { throw ValidationError("--hours is \(hours), required: 12 or 24.") }
        guard ClockLocale(rawValue: locale) != nil else {
            let known = ClockLocale.allCases.map(\.rawValue).joined(separator: " or ")
            throw ValidationError("--locale is \(locale), required: \(known).")
        }
        if let timeZone, TimeZone(identifier: timeZone) == nil {
            throw ValidationError("--time-zone is \(timeZone), required: a name such as Europe/Berlin.")
        }
    }

    /// The name of the welcome page from the option, the environment or the file in the library.
    private var chosenWelcome: String? {
        let file = try? String(contentsOfFile: Self.expanded(library.data) + "/welcome", encoding: .utf8)
        return welcome ?? ProcessInfo.processInfo.environment["RECTO_WELCOME"]
            ?? file.map { $0.filter { !$0.isWhitespace } }
    }

    private var host: String { listen ?? "127.0.0.1" }

    /// Whether a proxy on this machine serves others.
    private var isForwarded: Bool { listen != nil && (plain || certificate != nil) }

    private var encryption: StationEncryption {
        get throws {
            try StationEncryption(
                isLocal: StationConfiguration.isLocal(host) && !isForwarded, isPlain: plain,
                certificate: certificate.map(Self.expanded), key: key.map(Self.expanded))
        }
    }

    func run() async throws {
        if let readText { TextWorker.run(readText) }
        if printJoin { return print(try JoinCard(folder: Self.expanded(library.data)).text) }
        guard let web = web.map(Self.expanded) ?? Self.program.flatMap(WebFolder.find) else {
            throw ValidationError("The folder of styles and scripts is not beside the program: name it with --web.")
        }
        var configuration = StationConfiguration(folder: Self.expanded(library.data), web: web)
        configuration.port = port
        configuration.host = host
        configuration.isForwarded = isForwarded
        configuration.tokenFile = tokenFile.map(Self.expanded)
        configuration.names = names
        configuration.encryption = try encryption
        configuration.joinPort = joinPort ?? (port == 0 ? 0 : min(port + 1, 65_535))
        configuration.opensScanner = openScanner
        configuration.cameras = cameras + (demo ? [CameraChoice.demonstration] : [])
        configuration.textProgram = noText ? nil : Self.program
        configuration.textLanguages = try textLanguages.map { try TextLanguages($0) }
        configuration.textLocale = Self.locale
        configuration.textLoad = textLoad
        configuration.output = output.map(Self.expanded)
        if let zone = timeZone.flatMap({ TimeZone(identifier: $0) }) { configuration.zone = zone }
        configuration.locale = ClockLocale(rawValue: locale) ?? .unitedStates
        configuration.hours = hours == 24 ? .twentyFour : .twelve
        configuration.wording = shortTimes ? .short : .long
        configuration.hasDigitPasscodes = digitPasscodes
        configuration.welcome = chosenWelcome.flatMap { WelcomeVariant(rawValue: $0) } ?? .standard
        let station = try await Station(configuration)
        try await station.run(
            opened: { address in
                print("The station is at \(address)")
                fflush(nil)
            },
            // Everything that was answered is on disk, so nothing still running needs to be waited for.
            giveUp: { _exit(EXIT_SUCCESS) })
    }

    /// The locale of messages, such as `de_DE.UTF-8`.
    private static var locale: String? {
        let environment = ProcessInfo.processInfo.environment
        return ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    /// The path of this executable.
    private static var program: String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    }

    /// Returns why the station cannot listen on an address; `nil` if it is one.
    private static func reasonAgainst(_ address: String) -> String? {
        var found: UnsafeMutablePointer<addrinfo>?
        let result = getaddrinfo(address, nil, nil, &found)
        guard result != 0 else {
            freeaddrinfo(found)
            return nil
        }
        return String(cString: gai_strerror(result))
    }

    /// The path with `~` replaced by the home folder.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/") else { return path }
        return FileManager.default.homeDirectoryForCurrentUser.path + path.dropFirst()
    }
}
