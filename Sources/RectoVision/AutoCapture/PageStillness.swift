import RectoCore

/// How fast the page moves: the mean speed of its corners in roots of its area a second, smoothed.
struct PageStillness: Sendable {
    private(set) var speed = startSpeed
    private var identity: Int?

    /// A page that has just come is taken to move.
    private static let startSpeed = 0.5
    /// Time constant of the smoothing, in seconds.
    private static let smoothing = 0.12

    mutating func follow(_ page: TrackedQuad?, after seconds: Double) {
        guard let page, page.identity == identity else {
            identity = page?.identity
            speed = Self.startSpeed
            return
        }
        let mean = (0..<4).reduce(0) { $0 + page.velocity[$1].length } / 4
        let now = mean / max(page.quad.area.squareRoot(), 1)
        speed += (now - speed) * (1 - exponential(-seconds / Self.smoothing))
    }
}
