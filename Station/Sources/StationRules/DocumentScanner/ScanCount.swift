/// How the number of scans of a session is told.
public enum ScanCount {
    /// Of the button that ends the session; none while there is nothing to save.
    public static func saveLabel(_ pages: Int) -> String? { pages > 0 ? "Save (\(pages))" : nil }

    /// Of the thumbnail that opens the gallery.
    public static func previewLabel(_ pages: Int) -> String? { pages > 0 ? "Preview \(text(pages))" : nil }

    public static func text(_ pages: Int) -> String { pages == 1 ? "1 scan" : "\(pages) scans" }
}
