public import FoundationEssentials

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
    /// 0 for any that is free.
    public var port = 8347
    /// Cameras and films that scanners can look through, as `FrameSources` calls them.
    public var cameras: [String] = []
    public var zone = TimeZone.current

    public init(folder: String, web: String) {
        self.folder = folder
        self.web = web
    }
}
