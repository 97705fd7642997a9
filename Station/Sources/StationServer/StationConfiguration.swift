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
    public var encryption = StationEncryption.none
    /// The port of the page that tells devices how to trust the station's authority. 0 takes any free port.
    public var joinPort = 8348
    /// Cameras and films, by names for `FrameSources`.
    public var cameras: [String] = []
    /// How the lights of the cameras are reached.
    package var lights = StationLights.Controls.drivers
    /// A folder that receives each saved document as a PDF file.
    public var output: String?
    /// The clock, while nothing is chosen in the profile.
    public var zone = TimeZone.current
    public var locale = ClockLocale.unitedStates
    public var hours = StationClock.Hours.twelve
    /// Of relative times and durations.
    public var wording = StationClock.Wording.long
    /// The program that reads pages: this one, see ``TextWorker``. Without it they are not read.
    public var textProgram: String?
    /// The languages that pages are written in; `nil` for that of `textLocale`.
    public var textLanguages: TextLanguages?
    /// The machine's locale, such as `de_DE.UTF-8`.
    public var textLocale: String?
    /// Pages are read while fewer programs run or want to, for each processor.
    public var textLoad = 2.0
    /// In the place of `textProgram`.
    package var pageReader: (any PageReader)?
    var reader: (any PageReader)? { pageReader ?? textProgram.map { TextReaderProcess(program: $0) } }
    /// How much clients may use at once.
    package var limits = StationLimits()
    /// A clock for limits, which never goes back.
    package var now: @Sendable () -> Duration = { .uptime(.now()) }
    /// The time of day, for sessions.
    package var date: @Sendable () -> Date = { .now }
    /// Whether passcodes are digits alone, for a keypad.
    public var hasDigitPasscodes = false
    /// What browsers without access see first.
    public var welcome = WelcomeVariant.standard
    /// Whether it is a library of samples.
    var isDemonstration = false
    /// What a check of a passcode costs.
    package var passcodeCost = PasscodeHash.Cost.standard

    /// Whether only this machine can reach an address.
    public static func isLocal(_ host: String) -> Bool { StationAddresses.isLoopback(host) }

    /// The file with the token.
    var tokenPath: String { tokenFile ?? folder + "/token" }

    /// Those of the station of samples that this one offers.
    var ofSamples: StationConfiguration {
        var samples = StationConfiguration(folder: folder + "/demonstration", web: web)
        samples.host = "127.0.0.1"
        (samples.zone, samples.locale, samples.hours, samples.wording) = (zone, locale, hours, wording)
        samples.isDemonstration = true
        return samples
    }

    public init(folder: String, web: String) {
        self.folder = folder
        self.web = web
    }
}
