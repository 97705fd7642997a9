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
