public import FoundationEssentials
public import StationRules

/// Where a station keeps its things and listens.
public struct StationConfiguration: Sendable {
    /// Of the library and the drafts.
    public var folder: String
    /// Styles and modules: the folder `web`.
    public var web: String
    /// Debian's `bootstrap-icons` and `fonts-open-sans`; where they are missing, pages have no icons, and the system's font.
    public var icons = "/usr/share/bootstrap-icons/svg"
    public var fonts = "/usr/share/fonts/truetype/open-sans"
    public var host = "127.0.0.1"
    /// By which other machines call this one, beside its own name and addresses.
    public var names: [String] = []
    /// Where the token is kept that other machines need; nothing for `token` in the library's folder.
    public var tokenFile: String?
    /// Whether scanning programs of other machines need no token: they have no way to send one.
    public var opensScanner = false
    /// 0 for any that is free.
    public var port = 8347
    /// Cameras and films that scanners can look through, as `FrameSources` calls them.
    public var cameras: [String] = []
    /// A folder that other programs watch, in which each document that is saved appears as a PDF file.
    public var output: String?
    public var zone = TimeZone.current
    public var hours = StationClock.Hours.twelve
    /// Of relative times and durations.
    public var wording = StationClock.Wording.long

    public init(folder: String, web: String) {
        self.folder = folder
        self.web = web
    }
}
