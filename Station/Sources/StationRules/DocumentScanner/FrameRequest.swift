public import RectoCore
public import RectoVision

/// Asks a browser for the full-size frames around a capture, to merge them into a sharper picture.
public struct FrameRequest: Hashable, Codable, Sendable {
    /// The key of the captured still.
    public let key: String
    /// The URL to send the frames to.
    public let address: String
    /// The maximum number of frames; the last ones are used.
    public let count: Int

    public init(key: String, session: String, page: Int) {
        self.key = key
        address = "/scan/\(session)/pages/\(page)/frames?key=\(key)"
        count = Self.frames.upperBound
    }

    /// The number of frames besides the captured one.
    public static let frames = 2...12
    /// The maximum total size in bytes.
    public static let maximumBytes = 16 << 20
    /// The time to wait for frames, and the maximum number of captures waiting, per draft and in total.
    public static let patience = Duration.seconds(120)
    public static let places = (each: 4, total: 32)

    /// The maximum size of a frame: enough larger frames would take too much memory.
    private static let maximumPixels = 4_200_000
    /// The minimum overlap (intersection over union) of a frame with the captured page. Below it, the page was moved.
    private static let minimumOverlap = 0.8

    /// Returns why merging several frames would show more than one; empty if they are too large.
    /// - Parameters:
    ///   - quad: The page in the picture, in pixels.
    ///   - glareShare: The share of the page with glare from a lamp, `0...1`.
    public static func reasons(for quad: Quad, in size: PixelSize, glareShare: Float = 0) -> FusionReasons {
        size.area <= maximumPixels ? FusionReasons(of: quad, glareShare: glareShare) : []
    }

    /// Whether a frame may show the page where it was captured.
    public static func isNear(_ quad: Quad, _ captured: Quad) -> Bool {
        quad.intersectionOverUnion(with: captured) >= minimumOverlap
    }
}
