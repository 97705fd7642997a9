/// The surface under the page.
public enum BackgroundKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// One muted color.
    case plain
    /// Paper on a desk whose gray level differs by 1…12.
    case nearWhite
    /// Grained wood, with or without planks.
    case wood
    /// A striped or checked cloth.
    case stripes
    /// Tiles with joints.
    case tiles
    /// A desk with papers, pens, cups and similar objects, some partly under the page.
    case clutter
    /// Textures full of edges: granite, carpet, weave, prints, leaves.
    case busy
    /// Nearly black.
    case dark
}
