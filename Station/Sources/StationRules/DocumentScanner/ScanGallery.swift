/// The scans of a session in their order, of which one is selected.
public struct ScanGallery: Hashable, Sendable {
    /// Names of the pages.
    public let pages: [Int]
    public let selected: Int

    /// - Parameter selected: The last one where it is none of the pages.
    /// - Returns: Nothing without pages: then there is only the camera to go to.
    public init?(pages: [Int], selected: Int?) {
        guard let last = pages.last else { return nil }
        self.pages = pages
        self.selected = selected.flatMap { pages.contains($0) ? $0 : nil } ?? last
    }

    /// Of the selected scan, from 0.
    public var index: Int { pages.firstIndex(of: selected) ?? 0 }
    public var previous: Int? { index > 0 ? pages[index - 1] : nil }
    public var next: Int? { index + 1 < pages.count ? pages[index + 1] : nil }
    public var positionText: String { "\(index + 1) of \(pages.count)" }

    /// What is selected once the selected scan is gone: the one that moves into its place, else the one before it.
    public var selectionAfterDeletion: Int? { next ?? previous }

    /// Where the selected scan may be moved to by one place.
    public var placeBefore: Int? { index > 0 ? index - 1 : nil }
    public var placeAfter: Int? { index + 1 < pages.count ? index + 1 : nil }
}

/// How a scan is made to look, in the order in which the filters are offered.
public enum ScanFilter: String, Hashable, Codable, Sendable, CaseIterable {
    case color
    case grayscale
    case blackAndWhite
    case photo

    public var label: String {
        switch self {
        case .color: "Color"
        case .grayscale: "Grayscale"
        case .blackAndWhite: "Black & White"
        case .photo: "Photo"
        }
    }
}

/// How the number of scans of a session is told.
public enum ScanCount {
    /// Of the button that ends the session; none while there is nothing to save.
    public static func saveLabel(_ pages: Int) -> String? { pages > 0 ? "Save (\(pages))" : nil }

    /// Of the thumbnail that opens the gallery.
    public static func previewLabel(_ pages: Int) -> String? { pages > 0 ? "Preview \(text(pages))" : nil }

    public static func text(_ pages: Int) -> String { pages == 1 ? "1 scan" : "\(pages) scans" }
}
