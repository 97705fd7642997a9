/// Files that can be imported.
public enum ImportTypes {
    /// The `accept` attribute of a browser's file input.
    public static let accepted =
        "image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif,image/tiff,image/gif,image/bmp,application/pdf,"
        + ".heic,.heif,.webp,.avif,.tif,.tiff,.gif,.bmp,.pdf"
    /// Shown while files are dragged over the window.
    public static var drop: String { localized("Drop files to import them") }
}
