import RectoCore

/// A measure of whether the page is still: how fast its corners move, and since when nothing has moved on it.
struct PageStillness: Sendable {
    /// Mean speed of the corners in square roots of the page's area per second, smoothed. In a hand that trembles, it is
    /// that of their way in the last half second.
    var speed: Double {
        guard let slow = path.speed, momentarySpeed <= Self.largestTremor else { return momentarySpeed }
        return min(momentarySpeed, slow)
    }
    /// Share of the page's parts that look different from a moment ago, 0...1.
    private(set) var change = 0.0
    /// The time since which the page has been in view and nothing has moved on it, in seconds; `nil` if that is not
    /// the case.
    private(set) var since: Double?

    /// Whether no more of its parts look different than jitter and noise explain.
    var isQuiet: Bool { change <= Self.largestChange }

    private var momentarySpeed = startSpeed
    private var path = CornerPath()
    private var isInView = false
    /// What the parts looked like a moment ago.
    private var parts: SIMD64<Float>?

    /// The speed assumed for a page that has just appeared.
    private static let startSpeed = 0.25
    /// The largest speed of corners that counts as trembling: less than three pixels in 1/100 s on a page of 1000 pixels.
    private static let largestTremor = 0.3
    /// Time constants for smoothing the speed and the remembered look of the page, in seconds.
    private static let smoothing = 0.12
    private static let memory = 0.1
    /// Minimum difference at which a part counts as changed, in gray levels.
    private static let minimumDifference: Float = 12
    /// The largest share of changed parts that noise and the jitter of the corners explain.
    private static let largestChange = 0.05

    /// - Parameters:
    ///   - isSignatureStill: Whether the signature is unchanged from a moment ago, as far as is known.
    ///   - seconds: Time since the last frame.
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
            if current.isFinite { momentarySpeed += (current - momentarySpeed) * (1 - exp(-seconds / Self.smoothing)) }
        }
        path.add(page.quad, at: now)
        isInView = true
        compare(observation.quality?.parts, after: seconds)
        since = isQuiet && isSignatureStill ? since ?? now : nil
    }

    /// Forgets the parts, so that the comparison starts afresh with the next frame.
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

/// Where the corners of the page were in the last moments.
private struct CornerPath: Sendable {
    private struct Place {
        var quad = Quad(width: 0, height: 0)
        var time = -Double.infinity
    }

    /// The time that is looked at, in seconds: longer than the swing of a hand that trembles.
    static let window = 0.5
    /// The share of it that suffices to know the motion.
    private static let enough = 0.75

    /// The last places, in no particular order.
    private var places = InlineArray<16, Place>(repeating: Place())
    private var count = 0
    /// The way of the corners in the window over its length, in square roots of the page's area per second; `nil` if
    /// the page has not been in view for long enough.
    private(set) var speed: Double?

    mutating func add(_ quad: Quad, at now: Double) {
        let last = count > 0 ? places[(count - 1) % places.count].time : -.infinity
        if now - last >= Self.window / Double(places.count - 1) {
            places[count % places.count] = Place(quad: quad, time: now)
            count += 1
        }
        var (start, farthest) = (now, SIMD4<Double>.zero)
        for index in places.indices where now - places[index].time <= Self.window {
            let place = places[index]
            start = min(start, place.time)
            for corner in 0..<4 {
                farthest[corner] = max(farthest[corner], place.quad[corner].distance(to: quad[corner]))
            }
        }
        let way = farthest.sum() / 4 / max(quad.area.squareRoot(), 1)
        speed = now - start >= Self.enough * Self.window && way.isFinite ? way / (now - start) : nil
    }
}
