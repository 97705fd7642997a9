/// How well one frame shows the page: measured on the page alone, by ``PageQualityMeter``.
public struct PageQuality: Hashable, Sendable {
    /// Energy of the strongest edges relative to the page's own contrast. It has no absolute meaning: of two frames of the
    /// same page the sharper one has more.
    public var sharpness: Float
    /// Share of the edges' energy that is in the finest detail, 0...1: below about 0.1 the picture is out of focus or
    /// blurred, whatever is on the page; nothing where the page shows no edges.
    public var fineness: Float?
    /// Brightness of the page's lightest twentieth, 0...255: of its paper, or of the light on it.
    public var brightness: Float
    /// From the darkest twentieth to the lightest, 0...255.
    public var contrast: Float
    /// Share of the page that mirrors a lamp: white without any detail, amid paper that is not, 0...1.
    public var glareShare: Float

    public init(sharpness: Float, fineness: Float?, brightness: Float, contrast: Float, glareShare: Float) {
        self.sharpness = sharpness
        self.fineness = fineness
        self.brightness = brightness
        self.contrast = contrast
        self.glareShare = glareShare
    }
}
