public import RectoCore

/// The page in one frame of a stream, as ``QuadTracker`` sees it.
public struct TrackedQuad: Hashable, Sendable {
    /// How the quad was found in this frame.
    public enum Source: Hashable, Sendable {
        /// In the whole frame, by ``PageDetector``: a page has just come into view, or was lost and found again.
        case detected
        /// Near its place in the previous frame.
        case tracked
    }

    /// Sides of a quad.
    public struct Sides: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let top = Sides(rawValue: 1)
        public static let right = Sides(rawValue: 2)
        public static let bottom = Sides(rawValue: 4)
        public static let left = Sides(rawValue: 8)

        /// - Parameter index: Side from corner `index` to the next, 0…3.
        init(side index: Int) { self.init(rawValue: 1 << UInt8(index)) }
    }

    /// Corners in pixels of the frame, smoothed, convex and clockwise; they may lie a little outside the frame.
    ///
    /// At first, corner 0 is the one with the smallest x + y. While a page is followed, it keeps the order of its
    /// corners, however it turns.
    public var quad: Quad
    /// How sure the tracker is that the quad is a page, 0…1: the confidence of the detector's last runs, reduced while
    /// the sides are hard to see.
    public var confidence: Double
    /// How the quad was found.
    public var source: Source
    /// Sides that are hidden or outside the frame; their places follow from the other three sides.
    public var occludedSides: Sides
    /// Velocities of the corners in pixels per second, smoothed over about a tenth of a second; zero where unknown.
    public var velocity: Quad
    /// Mean speed of the corners in percent of the frame's diagonal per second; a hand that holds still is below
    /// about 1.
    public var speed: Double
    /// When the page began to be followed without a break, in the time of the stream.
    public var since: Duration
    /// The identity of the page. It changes when another page appears, in the same place or elsewhere, and a tracker
    /// never reuses one.
    public var identity: Int
    /// The identity that the page had until this frame, if the detector has just replaced the outline that was
    /// followed; `nil` in all other frames.
    public var formerIdentity: Int?

    /// Creates a page that something other than ``QuadTracker`` follows.
    public init(
        quad: Quad, confidence: Double, source: Source = .tracked, occludedSides: Sides = [],
        velocity: Quad = Quad(width: 0, height: 0), speed: Double = 0, since: Duration = .zero, identity: Int = 1
    ) {
        self.quad = quad
        self.confidence = confidence
        self.source = source
        self.occludedSides = occludedSides
        self.velocity = velocity
        self.speed = speed
        self.since = since
        self.identity = identity
    }

    /// Where the corners will be after a delay if they keep their velocity, for overlays that are shown late.
    public func quad(after delay: Duration) -> Quad {
        var later = quad
        for corner in 0..<4 { later[corner] = quad[corner] + velocity[corner] * delay.inSeconds }
        return later.isConvexClockwise ? later : quad
    }
}
