/// The scans of a session in order, and the selected one.
public struct ScanGallery: Hashable, Sendable {
    /// The page numbers.
    public let pages: [Int]
    public let selected: Int

    /// - Parameter selected: The selected page. If it is missing, the last page is selected, which was scanned last.
    /// - Returns: `nil` without pages.
    public init?(pages: [Int], selected: Int?) {
        guard let last = pages.last else { return nil }
        self.pages = pages
        self.selected = selected.flatMap { pages.contains($0) ? $0 : nil } ?? last
    }

    /// The index of the selected scan.
    public var index: Int { pages.firstIndex(of: selected) ?? 0 }
    public var previous: Int? { index > 0 ? pages[index - 1] : nil }
    public var next: Int? { index + 1 < pages.count ? pages[index + 1] : nil }
    public var positionText: String { localized("\(index + 1) of \(pages.count)") }

    /// The selection after the selected scan is deleted: the next scan, otherwise the previous one.
    public var selectionAfterDeletion: Int? { next ?? previous }

    /// The new position if the selected scan moves one place back.
    public var placeBefore: Int? { index > 0 ? index - 1 : nil }
    public var placeAfter: Int? { index + 1 < pages.count ? index + 1 : nil }
}

/// The filters for scans, in the order in which they are offered.
public enum ScanFilter: String, Hashable, Codable, Sendable, CaseIterable {
    case color
    case original
    case grayscale
    case blackAndWhite
    case photo

    public var label: String {
        switch self {
        case .color: localized("Color")
        case .original: localized("Original")
        case .grayscale: localized("Grayscale")
        case .blackAndWhite: localized("Black & White")
        case .photo: localized("Photo")
        }
    }
}

/// The texts of notices about scans.
public enum GalleryMessages {
    /// - Parameter place: The position from 1.
    public static func deleted(place: Int) -> String { localized("Page \(place) deleted") }
    public static var retaken: String { localized("Page retaken") }
    /// - Parameter place: The position from 1.
    public static func replaced(place: Int) -> String { localized("Page \(place) replaced") }
    /// Shown for a page that was captured just after its session ended in another window.
    public static var rescued: String { localized("The other scan had ended. This page begins a new one.") }
    public static var discarded: String { localized("Draft deleted") }
    /// Shown after a confirmation for scans that have changed since.
    public static var moreScans: String { localized("Nothing was deleted. The draft has changed since.") }
    public static var undo: String { localized("Undo") }
    /// Shown for a draft whose edited document has other pages by now.
    public static var documentChanged: String {
        localized("The document has changed since you began.") + " "
            + localized("Your pages are kept. You can save them as a new document.")
    }
    public static var documentTrashed: String {
        localized("The document is in the trash.") + " "
            + localized("Restore it with your pages, or save them as a new document.")
    }
    public static var documentDeleted: String {
        localized("The document was deleted for good.") + " "
            + localized("Your pages are kept. You can save them as a new document.")
    }
    /// Shown for an unchanged draft that follows its document.
    public static var renewed: String { localized("The document has changed. These are its pages now.") }
    /// Shown for a draft of an edited document after all of its pages were deleted.
    public static var noPages: IllustratedMessage {
        .empty(
            .noDocuments, title: localized("No pages left"),
            description: localized("A document needs at least one page. Add pages, or delete the document."))
    }
    public static var changesDiscarded: String { localized("Changes discarded") }
    /// The name of a draft that edits a document, in lists.
    public static func changes(to title: String) -> String { localized("Changes to “\(title)”") }

    /// Shown for a page that was deleted in another window, or before the browser navigated back to it.
    public static var alreadyDeleted: String { localized("This page was deleted.") }
    /// Shown instead if the page had just been cropped.
    public static var deletedWithCorners: String { localized("This page was deleted. Undo brings it back as cropped.") }

    /// Shown for pages of a book after one of them was cropped, moved or deleted.
    public static var noFold: String { localized("These pages meet in no fold any more.") }
    /// Shown if a page was to be left out but its neighbor, which was to stay, has been deleted.
    public static var alone: String { localized("The other page was deleted meanwhile. This one was kept.") }
    public static var foldMoved: String { localized("Fold moved") }
    /// Shown after a page was split into two.
    public static var folded: String { localized("Made two pages") }
    /// Shown after two pages were joined.
    public static var unfolded: String { localized("Made one page") }

    /// Shown for a page that never existed.
    public static func unknownPage(of session: String) -> IllustratedMessage {
        .error(
            .notFound, .configuration, title: localized("Page not found"),
            description: localized("It may have been deleted. Go back to the scan."),
            actions: [
                MessageAction(label: localized("Back to Scan"), destination: .pages(session)),
                MessageAction(label: localized("Open Library"), destination: .library),
            ])
    }
}

/// Texts with the number of scans of a session.
public enum ScanCount {
    /// The label of the button that saves the session; `nil` without scans.
    public static func saveLabel(_ pages: Int) -> String? { pages > 0 ? localized("Save (\(pages))") : nil }

    /// The label of the thumbnail that opens the gallery.
    public static func previewLabel(_ pages: Int) -> String? { pages > 0 ? localized("Preview \(text(pages))") : nil }

    public static func text(_ pages: Int) -> String { pages == 1 ? localized("1 scan") : localized("\(pages) scans") }
}
