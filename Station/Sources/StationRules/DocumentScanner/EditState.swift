/// The state of a saved document relative to the draft that edits its pages.
public enum EditState: Hashable, Sendable {
    /// Its pages are unchanged.
    case current
    /// Its pages have changed.
    case changed
    /// Its pages are unchanged, and it is in the trash.
    case trashed
    /// It was deleted for good.
    case deleted

    /// The warning to show; `nil` if the pages can be saved in the document.
    public var message: String? {
        switch self {
        case .current: nil
        case .changed: GalleryMessages.documentChanged
        case .trashed: GalleryMessages.documentTrashed
        case .deleted: GalleryMessages.documentDeleted
        }
    }

    /// Whether saving the draft can restore the document.
    public var canBeRestored: Bool { self == .trashed }
}
