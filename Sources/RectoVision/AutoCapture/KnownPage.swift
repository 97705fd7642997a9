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
        let limit = limit(unlikeness)
        return print.unlikenessInAnyOrientation(to: other, sufficient: limit) < limit
    }

    /// Whether a print that is not the page's may be the page's all the same: a hand on the page, or a lamp that is mirrored
    /// in it, leaves most of it as it was.
    func isMostlyLike(_ other: PagePrint, _ unlikeness: Double) -> Bool {
        print.shareOfOtherParts(in: other, unlikeness: limit(unlikeness)) < Self.largestShare
    }

    /// Of the parts that show print.
    private static let largestShare = 0.35

    private func limit(_ unlikeness: Double) -> Double {
        ownUnlikeness.map { min(max(Self.factor * $0, Self.leastUnlikeness), unlikeness) } ?? unlikeness
    }

    /// Learns how unlike itself the page may look, from a print that is known to be the page's.
    mutating func learn(from other: PagePrint) {
        ownUnlikeness = max(ownUnlikeness ?? 0, print.unlikeness(to: other))
    }
}
