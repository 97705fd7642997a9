/// What the page lies on.
public enum BackgroundKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// One muted color.
    case plain
    /// Paper on a desk that is 1…12 gray levels apart from it.
    case nearWhite
    /// Grained wood, in planks or not.
    case wood
    /// A striped or checked cloth.
    case stripes
    /// Tiles with joints.
    case tiles
    /// A desk with papers, pens, cups and the like, some reaching under the page.
    case clutter
    /// Textures full of edges: granite, carpet, weave, prints, leaves.
    case busy
    /// Nearly black.
    case dark
}
