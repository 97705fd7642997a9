/// The times at which a page came into view, was captured and was stored, for the record of its capture.
public struct CaptureCourse: Sendable {
    /// The engine's measurements of the captured page.
    public struct Quality: Hashable, Sendable {
        public var sharpness: Double
        /// The contrast of the finest detail; `nil` for a page without edges.
        public var fineDetail: Double?
        public var contrast: Double
        public var brightness: Double
        public var glare: Double

        public init(sharpness: Double, fineDetail: Double?, contrast: Double, brightness: Double, glare: Double) {
            self.sharpness = sharpness
            self.fineDetail = fineDetail
            self.contrast = contrast
            self.brightness = brightness
            self.glare = glare
        }
    }

    /// A completed capture.
    public struct Ended: Hashable, Sendable {
        /// The time from the page's appearance to its picture.
        public let lock: Duration
        /// The time from the picture to the stored page.
        public let storing: Duration
        public let quality: Quality?

        public init(lock: Duration, storing: Duration, quality: Quality?) {
            self.lock = lock
            self.storing = storing
            self.quality = quality
        }
    }

    private var page: (identity: Int, since: Duration)?
    private var captured: (lock: Duration, at: Duration, quality: Quality?)?

    public init() {}

    /// Records that a frame shows a page, or none.
    /// - Parameter now: The time on a monotonic clock.
    public mutating func see(_ identity: Int?, at now: Duration) {
        guard let identity else { return page = nil }
        if page?.identity != identity { page = (identity, now) }
    }

    /// Records that the page in view is captured.
    public mutating func capture(_ quality: Quality?, at now: Duration) {
        captured = (page.map { now - $0.since } ?? .zero, now, quality)
    }

    /// Records that the capture is stored or has failed.
    /// - Returns: `nil` if nothing has been captured since the last call.
    public mutating func end(at now: Duration) -> Ended? {
        defer { captured = nil }
        return captured.map { Ended(lock: $0.lock, storing: now - $0.at, quality: $0.quality) }
    }
}
