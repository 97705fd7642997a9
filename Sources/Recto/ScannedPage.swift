public import RectoVision

/// A page that ``Scanner`` has captured from a stream of frames.
public struct ScannedPage: Sendable {
    /// With the whole frame, and the corners as they are in that frame.
    public let page: Page
    /// The frame as it came, if that was a JPEG file: what ``ScanSession`` keeps.
    public let jpegBytes: [UInt8]?
    /// When the frame was captured.
    public let time: Duration
    /// The frame's place in its source's count, if the source counts.
    public let sequence: Int
    /// How well the frame shows the page; `nil` where no page was followed.
    public let quality: PageQuality?
    /// Whether it was captured for want of a better one: tilted, dark or with reflections.
    public let isLowQuality: Bool
}
