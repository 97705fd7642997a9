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
        let limit = ownUnlikeness == nil ? unlikeness : min(ownLimit, unlikeness)
        return print.unlikenessInAnyOrientation(to: other, sufficient: limit) < limit
    }

    /// Whether a print that is not the page's may be the page's all the same: a hand on the page, or a lamp that is mirrored
    /// in it, leaves most of it as it was.
    func isMostlyLike(_ other: PagePrint) -> Bool {
        print.shareOfOtherParts(in: other, unlikeness: Self.ofPart * ownLimit) < Self.largestShare
    }

    /// The least unlikeness of a part that counts, to that of pages, and the largest share of such parts: in the simulated films
    /// by which they were chosen, of cameras at rest, lamps changed up to 0.25 of the parts by so much, and turns 0.47 and
    /// more but for one pair of pages (0.31).
    private static let ofPart = 0.57
    private static let largestShare = 0.4

    /// Whether it is known how unlike itself the page may look.
    var knowsItself: Bool { ownUnlikeness != nil }

    /// Learns how unlike itself the page may look, from a print that is known to be the page's and was taken apart from the
    /// first.
    mutating func learn(from other: PagePrint) {
        ownUnlikeness = max(ownUnlikeness ?? 0, print.unlikeness(to: other))
    }

    private var ownLimit: Double { max(Self.factor * (ownUnlikeness ?? 0), Self.leastUnlikeness) }
}
