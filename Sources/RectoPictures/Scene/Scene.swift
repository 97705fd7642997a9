public import RectoCore

/// A picture of a page with all that is known about it.
public struct Scene: Sendable {
    /// What the scene was composed from.
    public let seed: UInt64
    /// The photo.
    public let picture: RGBImage
    /// The page's corners, exact, clockwise from the document's own top-left; nothing for a page-free scene.
    public let quad: Quad?
    /// The corners of the sheets that lie beside the page, likewise.
    public internal(set) var otherQuads: [Quad] = []
    /// What the page lies on.
    public let background: BackgroundKind
    /// What is special about the scene.
    public let flags: SceneFlags
    /// The page as it was before the camera; nothing for a page-free scene.
    public let page: FlatPage?
    /// Seed, kind and format give the same page at any resolution: see ``PageComposer``.
    public let pageSeed: UInt64
    /// Angle between the camera's view and the plumb line, degrees.
    public let tiltDegrees: Double
    /// Focal length in pixels.
    public let focal: Double
    /// JPEG quality 0…100 that suits the scene's camera.
    public let jpegQuality: Int
}

/// What makes a scene harder, and what makes its quad less than the whole story.
public struct SceneFlags: Hashable, Codable, Sendable {
    /// A corner lies outside the picture.
    public var partial = false
    /// Fingers or things hide a part of the page's border.
    public var occluded = false
    /// The page is bent: its sides are no straight lines.
    public var curl = false
    /// A corner is folded over or rounded: the quad's corner is where the sides would meet.
    public var corner = false
    /// A shadow is cast across the picture.
    public var shadow = false
    /// A light is mirrored in the picture.
    public var glare = false
    /// Visible defocus or motion.
    public var blur = false
    /// Visible noise.
    public var noise = false

    /// Nothing special.
    public init() {}
}
