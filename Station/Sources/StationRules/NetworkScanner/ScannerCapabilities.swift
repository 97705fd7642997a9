/// What a camera can do that is used as a scanner.
public enum ScannerCapabilities {
    /// Dots per inch.
    public static let resolutions = [75, 100, 150, 200, 300, 400, 600]
    public static let usualResolution = 300
    /// In units of ``ScanRegion``, as of a flatbed scanner: room for A4 and for Letter. Programs fill what a page leaves of it
    /// with white, so no more of it than most pages need.
    public static let maximumWidth = 2551
    public static let maximumHeight = 3508
    public static let minimum = 16
    /// Of the protocol.
    public static let version = "2.63"
    public static let maker = "Recto"
}
