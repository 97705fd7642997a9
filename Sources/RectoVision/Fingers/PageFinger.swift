/// A region that looks like a finger at a border of a page, and whether it was filled.
public struct PageFinger: Hashable, Sendable {
    /// Why it was left.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The outline is not that of a finger.
        case outline
        /// The shading is not that of a round object: the region may be a tab or a sticker.
        case shading
        /// There is print within or beside it.
        case print
        /// The surroundings are not evenly colored paper.
        case surroundings
    }

    /// Bounding box in pixels of the page.
    public let left, top, width, height: Int
    /// `nil` if the finger was replaced by paper.
    public let reason: Reason?
}
