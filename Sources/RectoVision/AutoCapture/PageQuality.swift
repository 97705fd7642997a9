/// How well one frame shows the page: measured on the page alone, by ``PageQualityMeter``.
public struct PageQuality: Hashable, Sendable {
    /// Energy of the strongest edges relative to the page's own contrast. It has no absolute meaning: of two frames of the
    /// same page the sharper one has more.
    public var sharpness: Float
    /// Share of the edges' energy that is in the finest detail, 0...1: below about 0.1 the picture is out of focus or
    /// blurred, whatever is on the page; nothing where the page shows no edges.
    public var highFrequencyRatio: Float?
    /// Brightness of the page's lightest twentieth, 0...255: of its paper, or of the light on it.
    public var brightness: Float
    /// Brightness of the lightest twentieth of what lies just around the page, 0...255.
    public var surroundBrightness: Float
    /// From the darkest twentieth to the lightest, 0...255.
    public var contrast: Float
    /// Share of the page that mirrors a lamp: white without any detail, amid paper that is not, 0...1.
    public var glareShare: Float
    /// Mean brightness of 8 × 8 parts of the page, row by row, 0...255: from frame to frame they tell whether anything moves
    /// on the page.
    public var parts: SIMD64<UInt8>

    public init(
        sharpness: Float, highFrequencyRatio: Float?, brightness: Float, surroundBrightness: Float = 0,
        contrast: Float, glareShare: Float, parts: SIMD64<UInt8> = SIMD64()
    ) {
        self.sharpness = sharpness
        self.highFrequencyRatio = highFrequencyRatio
        self.brightness = brightness
        self.surroundBrightness = surroundBrightness
        self.contrast = contrast
        self.glareShare = glareShare
        self.parts = parts
    }
}
