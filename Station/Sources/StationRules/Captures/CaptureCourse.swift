/// When a page came into view, was captured and was stored, in a camera view: for what is kept of its capture.
public struct CaptureCourse: Sendable {
    /// What the engine measured of the page that was captured.
    public struct Quality: Hashable, Sendable {
        public var sharpness: Double
        /// The share of the finest detail; `nil` where the page shows no edges.
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

    /// A capture that has ended.
    public struct Ended: Hashable, Sendable {
        /// From the moment in which the page came into view to its picture.
        public let lock: Duration
        /// From its picture to its being stored.
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

    /// A frame shows a page, or none.
    /// - Parameter now: Of a clock that never goes back.
    public mutating func see(_ identity: Int?, at now: Duration) {
        guard let identity else { return page = nil }
        if page?.identity != identity { page = (identity, now) }
    }

    /// The page in view is captured.
    public mutating func capture(_ quality: Quality?, at now: Duration) {
        captured = (page.map { now - $0.since } ?? .zero, now, quality)
    }

    /// What was captured is stored, or will not be.
    /// - Returns: `nil` if nothing was captured since.
    public mutating func end(at now: Duration) -> Ended? {
        defer { captured = nil }
        return captured.map { Ended(lock: $0.lock, storing: now - $0.at, quality: $0.quality) }
    }
}
