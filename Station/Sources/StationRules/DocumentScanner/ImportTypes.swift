/// Files that can be imported.
public enum ImportTypes {
    /// For a browser's choice of files.
    public static let accepted =
        "image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf,.heic,.heif,.webp,.pdf"
    /// Shown while files are held over the window.
    public static var drop: String { localized("Drop files to import them") }
}
