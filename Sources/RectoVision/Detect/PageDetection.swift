public import RectoCore

/// A page that ``PageDetector`` found in a picture.
public struct PageDetection: Hashable, Sendable {
    /// Corners in pixels of the picture, clockwise from the one with the smallest x + y.
    public var quad: Quad
    /// How sure the detector is that the quad is a page with IoU ≥ 0.9, 0…1.
    public var confidence: Double
    /// How far the sides are bowed.
    public var sagittas: SideSagittas

    public init(quad: Quad, confidence: Double, sagittas: SideSagittas = SideSagittas()) {
        self.quad = quad
        self.confidence = confidence
        self.sagittas = sagittas
    }

    /// What the page is good for; nothing if it is as likely none.
    public var level: Level? { Level(confidence: confidence) }
}
