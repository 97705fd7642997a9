public import RectoCore
public import RectoVision

/// Asks a browser for the full pictures of its film around a capture, to make one sharper picture of them.
public struct FrameRequest: Hashable, Codable, Sendable {
    /// Of the still that was captured.
    public let key: String
    /// Where they are sent.
    public let address: String
    /// That are taken at most, the last ones.
    public let count: Int

    public init(key: String, session: String, page: Int) {
        self.key = key
        address = "/scan/\(session)/pages/\(page)/frames?key=\(key)"
        count = Self.frames.upperBound
    }

    /// How many are taken, beside the one that was captured.
    public static let frames = 2...12
    /// What they may take together, in bytes.
    public static let maximumBytes = 16 << 20
    /// How long they are waited for, and of how many captures: of a draft, and in all.
    public static let patience = Duration.seconds(120)
    public static let places = (each: 4, total: 32)

    /// Of larger pictures as many as are needed would take too much memory.
    private static let maximumPixels = 4_200_000
    /// How little a frame may overlap with the page as it was captured (intersection over union): less is a page that was moved.
    private static let minimumOverlap = 0.8

    /// Why several pictures of a browser show more than one; none if they are too large.
    /// - Parameters:
    ///   - quad: The page in a picture, in pixels.
    ///   - glareShare: Share of the page that mirrors a lamp, `0...1`.
    public static func reasons(for quad: Quad, in size: PixelSize, glareShare: Float = 0) -> FusionReasons {
        size.area <= maximumPixels ? FusionReasons(of: quad, glareShare: glareShare) : []
    }

    /// Whether a frame may show the page where it was captured.
    public static func isNear(_ quad: Quad, _ captured: Quad) -> Bool {
        quad.intersectionOverUnion(with: captured) >= minimumOverlap
    }
}
