public import RectoCore

/// An anchor that was recognised in a picture.
public struct AnchorMatch: Hashable, Sendable {
    public let anchor: Anchor
    /// Of the anchor in its database.
    public let index: Int
    /// From the anchor's pixels to the picture's.
    public let homography: Homography
    /// Patches of the anchor, of those that look like no other place near by, that the picture confirms; and those that could
    /// be seen in it.
    public let inliers: Int
    public let visible: Int
    /// Mean correlation of the visible patches with what the picture has at their place, `0...1`.
    public let correlation: Double

    /// The anchor's corners in the picture, clockwise from its own top-left.
    public var corners: Quad { homography.corners(of: anchor.size) }
}
