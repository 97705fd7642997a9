/// What looks like a finger at a border of a page, and what became of it.
public struct PageFinger: Hashable, Sendable {
    /// Why it was left.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Its outline is none that fingers have.
        case outline
        /// It is not shaded as round things are: it may be a tab or a sticker.
        case shading
        /// There is print within or beside it.
        case print
        /// What surrounds it is no paper of an even color.
        case surroundings
    }

    /// Where it is, in pixels of the page.
    public let left, top, width, height: Int
    /// `nil` if paper is in its place.
    public let reason: Reason?
}
