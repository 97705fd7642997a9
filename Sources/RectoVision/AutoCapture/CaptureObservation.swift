public import RectoCore

/// What one frame of a stream shows, as ``AutoCapture`` needs to know it.
public struct CaptureObservation: Sendable {
    /// When the frame was taken, by any clock that does not stand still.
    public var time: Duration
    /// Of the frame.
    public var size: PixelSize
    /// The page that is followed, if there is one.
    public var page: TrackedQuad?
    /// How well the frame shows it; nothing without a page.
    public var quality: PageQuality?
    /// What is on it; needed only where ``AutoCapture/needsSignature`` says so.
    public var signature: PageSignature?

    public init(
        time: Duration, size: PixelSize, page: TrackedQuad? = nil, quality: PageQuality? = nil,
        signature: PageSignature? = nil
    ) {
        self.time = time
        self.size = size
        self.page = page
        self.quality = quality
        self.signature = signature
    }
}
