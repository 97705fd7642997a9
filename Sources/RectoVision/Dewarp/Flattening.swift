/// Whether bent pages are made flat.
public enum Flattening: String, Hashable, Codable, Sendable, CaseIterable {
    /// Pages stay as they are.
    case off
    /// Where it is sure to make the page flatter; a page that is flat already stays as it is, to the last bit.
    case automatic
    /// Wherever lines of text are found and the page is not torn.
    case forced
}
