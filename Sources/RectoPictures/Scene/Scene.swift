public import RectoCore

/// A picture of a page with ground truth.
public struct Scene: Sendable {
    /// The seed of the scene.
    public let seed: UInt64
    /// The photo.
    public let picture: RGBImage
    /// The page's exact corners, clockwise from the document's top-left; `nil` for a scene without a page.
    public let quad: Quad?
    /// The corners of the sheets beside the page, in the same order.
    public internal(set) var otherQuads: [Quad] = []
    /// The surface under the page.
    public let background: BackgroundKind
    /// Special conditions of the scene.
    public let flags: SceneFlags
    /// The page before the camera; `nil` for a scene without a page.
    public let page: FlatPage?
    /// The page's seed: seed, kind and format give the same page at any resolution, see ``PageComposer``.
    public let pageSeed: UInt64
    /// Angle between the optical axis and the vertical, degrees.
    public let tiltDegrees: Double
    /// Focal length in pixels.
    public let focal: Double
    /// JPEG quality 0…100 that suits the scene's camera.
    public let jpegQuality: Int
}

/// Conditions that make a scene harder, or its quad incomplete as ground truth.
public struct SceneFlags: Hashable, Codable, Sendable {
    /// A corner lies outside the picture.
    public var partial = false
    /// Fingers or objects hide a part of the page's border.
    public var occluded = false
    /// The page is bent: its sides are not straight.
    public var curl = false
    /// A corner is folded over or rounded: the quad has the point where the sides would meet.
    public var corner = false
    /// A shadow is cast across the picture.
    public var shadow = false
    /// A lamp is reflected in the picture.
    public var glare = false
    /// Visible defocus or motion.
    public var blur = false
    /// Visible noise.
    public var noise = false

    /// Creates flags without special conditions.
    public init() {}
}
