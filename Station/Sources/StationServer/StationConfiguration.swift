public import FoundationEssentials
import NIOCore
package import StationIdentity
public import StationRules

/// The settings of a station.
public struct StationConfiguration: Sendable {
    /// The folder of the library and the drafts.
    public var folder: String
    /// The folder `web` with styles and scripts, and with the engine for browsers if that has been built.
    public var web: String
    /// The folder of Debian's `bootstrap-icons`, and below that of `fonts-open-sans`. Without them, pages have no
    /// icons and use the system's font.
    public var icons = "/usr/share/bootstrap-icons/svg"
    public var fonts = "/usr/share/fonts/truetype/open-sans"
    public var host = "127.0.0.1"
    /// Names that other machines use, besides this machine's own name and addresses.
    public var names: [String] = []
    /// The file with the token for other machines; `nil` for `token` in the library's folder.
    public var tokenFile: String?
    /// Whether scanning programs on other machines need no token. They cannot send one.
    public var opensScanner = false
    /// The port; 0 for any free one.
    public var port = 8347
    public var encryption = StationEncryption.none
    /// The port of the page about trusting the station's authority; 0 for any free one.
    public var joinPort = 8348
    /// Cameras and videos, by names for `FrameSources`.
    public var cameras: [String] = []
    /// Controls the lights of the cameras.
    package var lights = StationLights.Controls.drivers
    /// A folder that receives each saved document as a PDF file.
    public var output: String?
    /// The time zone of the clock until one is chosen in the profile.
    public var zone = TimeZone.current
    public var locale = ClockLocale.unitedStates
    public var hours = StationClock.Hours.twelve
    /// The wording of relative times and durations.
    public var wording = StationClock.Wording.long
    /// The program that reads pages: the station's own, see ``TextWorker``. Without it pages are not read.
    public var textProgram: String?
    /// The languages of pages; `nil` for that of `textLocale`.
    public var textLanguages: TextLanguages?
    /// The machine's locale, such as `de_DE.UTF-8`.
    public var textLocale: String?
    /// The maximum number of runnable processes per processor while pages are read.
    public var textLoad = 2.0
    /// Replaces `textProgram` in tests.
    package var pageReader: (any PageReader)?
    var reader: (any PageReader)? { pageReader ?? textProgram.map { TextReaderProcess(program: $0) } }
    /// The limits on what clients may use concurrently.
    package var limits = StationLimits()
    /// A monotonic clock for limits.
    package var now: @Sendable () -> Duration = { .uptime(.now()) }
    /// The time of day for sessions.
    package var date: @Sendable () -> Date = { .now }
    /// Whether passcodes only have digits, for a keypad.
    public var hasDigitPasscodes = false
    /// The first screen for browsers without access.
    public var welcome = WelcomeVariant.standard
    /// Whether it is a library of samples.
    var isDemonstration = false
    /// The cost of checking a passcode.
    package var passcodeCost = PasscodeHash.Cost.standard

    /// Whether a proxy on this machine serves others.
    public var isForwarded = false
    /// Whether only this machine can reach the station.
    var isLocal: Bool { Self.isLocal(host) && !isForwarded }

    /// Whether a host is only reachable from this machine, unless a proxy forwards requests to it.
    public static func isLocal(_ host: String) -> Bool { StationAddresses.isLoopback(host) }

    /// The file with the token.
    var tokenPath: String { tokenFile ?? folder + "/token" }

    /// The configuration of the demonstration station.
    var ofSamples: StationConfiguration {
        var samples = StationConfiguration(folder: folder + "/demonstration", web: web)
        samples.host = "127.0.0.1"
        (samples.zone, samples.locale, samples.hours, samples.wording) = (zone, locale, hours, wording)
        (samples.textProgram, samples.pageReader, samples.textLoad) = (textProgram, pageReader, textLoad)
        samples.isDemonstration = true
        return samples
    }

    public init(folder: String, web: String) {
        self.folder = folder
        self.web = web
    }
}
