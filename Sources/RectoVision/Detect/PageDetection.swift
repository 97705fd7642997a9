public import RectoCore

/// A page that ``PageDetector`` found in a picture.
public struct PageDetection: Hashable, Sendable {
    /// The least ``confidence`` at which a page is worth showing; below, it is as likely none.
    public static let showLevel = 0.35

    /// Corners in pixels of the picture, clockwise from the one with the smallest x + y.
    public var quad: Quad
    /// How sure the detector is that the quad is a page with IoU ≥ 0.9, 0…1.
    public var confidence: Double
}
