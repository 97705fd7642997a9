public import RectoCore

/// What one frame of a stream shows, as ``AutoCapture`` needs it.
public struct CaptureObservation: Sendable {
    /// When the frame was taken, by any clock that does not stand still.
    public var time: Duration
    /// The size of the frame.
    public var size: PixelSize
    /// The page that is being followed, if any.
    public var page: TrackedQuad?
    /// What is seen of a page that is not followed; see `QuadTracker.glimpse`.
    public var glimpse: PageGlimpse?
    /// How well the frame shows the page; `nil` without a page.
    public var quality: PageQuality?
    /// The content of the page; needed only while ``AutoCapture/needsSignature`` is true.
    public var signature: PageSignature?

    public init(
        time: Duration, size: PixelSize, page: TrackedQuad? = nil, glimpse: PageGlimpse? = nil,
        quality: PageQuality? = nil, signature: PageSignature? = nil
    ) {
        self.time = time
        self.size = size
        self.page = page
        self.glimpse = glimpse
        self.quality = quality
        self.signature = signature
    }
}

/// What the person at the camera, or the machine that moves it, should know or do next.
public enum CaptureGuidance: Hashable, Sendable {
    /// No page is in view, or nothing that is certainly one.
    case noDocument
    /// A side or corner of the page is outside the frame, or something covers it.
    case partlyOutside
    /// The page is so small in the frame that its print would be lost.
    case tooFar
    /// The page fills the frame, or leaves it on opposite sides.
    case tooClose
    /// The camera sees the page at too steep an angle.
    case tilted
    /// There is too little light on the page.
    case tooDark
    /// A lamp is reflected in the page.
    case glare
    /// The page or the camera moves, or the picture is not sharp.
    case moving
    /// Nothing is wrong; the picture is taken when the progress, 0...1, is complete.
    case holdSteady(progress: Double)
    /// The picture is being taken: the best frame of these moments is chosen.
    case capturing
    /// The picture was taken a moment ago.
    case captured
    /// The page in view has already been taken; the next one may follow.
    case samePage

    /// A stable name for logs and protocols.
    public var code: String {
        switch self {
        case .noDocument: "noDocument"
        case .partlyOutside: "partlyOutside"
        case .tooFar: "tooFar"
        case .tooClose: "tooClose"
        case .tilted: "tilted"
        case .tooDark: "tooDark"
        case .glare: "glare"
        case .moving: "moving"
        case .holdSteady: "holdSteady"
        case .capturing: "capturing"
        case .captured: "captured"
        case .samePage: "samePage"
        }
    }
}
