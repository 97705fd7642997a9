import RectoCore

/// Whether the page is still: how fast its corners move, and since when nothing has moved on it.
struct PageStillness: Sendable {
    /// Mean speed of the corners in roots of the page's area a second, smoothed.
    private(set) var speed = startSpeed
    /// Share of the page's parts that look otherwise than a moment ago, 0...1.
    private(set) var change = 0.0
    /// Since when the page has been in view and nothing has moved on it, in seconds; `nil` where that is not so.
    private(set) var since: Double?

    /// Whether no more of its parts look otherwise than trembling and noise explain.
    var isQuiet: Bool { change <= Self.largestChange }

    private var isInView = false
    /// What the parts looked like a moment ago.
    private var parts: SIMD64<Float>?

    /// A page that has just come is taken to move.
    private static let startSpeed = 0.25
    /// Time constants of the smoothing of the speed, and of what the page looked like, in seconds.
    private static let smoothing = 0.12
    private static let memory = 0.1
    /// Minimum difference of a part, in gray levels.
    private static let minimumDifference: Float = 12
    /// Parts that may differ: noise and the trembling of corners.
    private static let largestChange = 0.05

    /// - Parameters:
    ///   - isSignatureStill: Whether the signature is what it was a moment ago, as far as that is known.
    ///   - seconds: Since the last frame.
    ///   - now: The time in seconds.
    mutating func follow(
        _ observation: CaptureObservation, isSignatureStill: Bool, after seconds: Double, at now: Double
    ) {
        guard let page = observation.page else {
            self = PageStillness()
            return
        }
        if isInView {
            let mean = (0..<4).reduce(0) { $0 + page.velocity[$1].length } / 4
            let current = mean / max(page.quad.area.squareRoot(), 1)
            if current.isFinite { speed += (current - speed) * (1 - exp(-seconds / Self.smoothing)) }
        }
        isInView = true
        compare(observation.quality?.parts, after: seconds)
        since = isQuiet && isSignatureStill ? since ?? now : nil
    }

    /// Compares other parts of the picture from the next frame on.
    mutating func forgetParts() { parts = nil }

    private mutating func compare(_ parts: SIMD64<UInt8>?, after seconds: Double) {
        guard let parts else { return }
        let now = SIMD64<Float>(parts)
        guard let former = self.parts else {
            self.parts = now
            return
        }
        let difference: SIMD64<Float> = now - former
        let isOther = (difference .> Self.minimumDifference) .| (difference .< -Self.minimumDifference)
        change = Double((0..<64).count { isOther[$0] }) / 64
        self.parts = former + difference * Float(1 - exp(-seconds / Self.memory))
    }
}
