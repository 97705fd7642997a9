/// A page that was taken, and how it looks.
struct KnownPage: Sendable {
    let print: PagePrint
    /// The largest unlikeness of the page to itself that has been seen.
    private var ownUnlikeness: Double?

    /// Another page is this many times as unlike as the page is to itself, and at least so unlike.
    private static let factor = 3.0
    private static let leastUnlikeness = 0.55

    init(_ print: PagePrint) { self.print = print }

    /// Whether a print is the page's, in whichever of four orientations it lies.
    ///
    /// - Parameter unlikeness: From which on two pages are different where nothing is known.
    func isLike(_ other: PagePrint, _ unlikeness: Double) -> Bool {
        let limit = ownUnlikeness.map { min(max(Self.factor * $0, Self.leastUnlikeness), unlikeness) } ?? unlikeness
        return print.unlikenessInAnyOrientation(to: other, sufficient: limit) < limit
    }

    /// Learns how unlike itself the page may look, from a print that is known to be the page's.
    mutating func learn(from other: PagePrint) {
        ownUnlikeness = max(ownUnlikeness ?? 0, print.unlikeness(to: other))
    }
}
