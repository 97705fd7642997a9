/// What has become of a saved document since a draft began to edit its pages.
public enum EditState: Hashable, Sendable {
    /// It has the pages that the draft found.
    case current
    /// It has other pages.
    case changed
    /// It has the same pages, and lies in the trash.
    case trashed
    /// It was deleted for good.
    case deleted

    /// What the person is told; `nil` if the pages can be saved as those of the document.
    public var message: String? {
        switch self {
        case .current: nil
        case .changed: GalleryMessages.documentChanged
        case .trashed: GalleryMessages.documentTrashed
        case .deleted: GalleryMessages.documentDeleted
        }
    }

    /// Whether the document can come back with the pages of the draft.
    public var canBeRestored: Bool { self == .trashed }
}
