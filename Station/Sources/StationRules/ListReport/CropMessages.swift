/// The texts about pages that were found without certainty.
public enum CropMessages {
    public static var check: String { localized("Check the Crop") }
    public static var question: String {
        localized("The page's edges are unclear, so the whole picture was kept. Crop to the outline?")
    }

    /// - Parameter count: The number of pages to check.
    public static func toCheck(_ count: Int) -> String {
        count == 1
            ? localized("The edges of one page are unclear, so the whole picture was kept.")
            : localized("The edges of \(count) pages are unclear, so the whole pictures were kept.")
    }

    public static var cropped: String { localized("Page cropped") }
    public static var keptWhole: String { localized("Whole picture kept") }
}
