/// A page that was taken, and how it looks.
struct KnownPage: Sendable {
    let signature: PageSignature
    /// The largest dissimilarity of the page to itself that has been seen.
    private var ownDissimilarity: Double?

    /// Another page is this many times as unlike as the page is to itself, and at least so unlike.
    private static let factor = 3.0
    private static let minimumDissimilarity = 0.55

    init(_ signature: PageSignature) { self.signature = signature }

    /// Whether a signature is the page's, in whichever of four orientations it lies.
    ///
    /// - Parameter dissimilarity: From which on two pages are different where nothing is known.
    func isLike(_ other: PageSignature, _ dissimilarity: Double) -> Bool {
        let limit = ownDissimilarity == nil ? dissimilarity : min(ownLimit, dissimilarity)
        return signature.dissimilarityInAnyOrientation(to: other, sufficient: limit) < limit
    }

    /// Whether a signature that is not the page's may be the page's all the same: a hand on the page, or a lamp that is
    /// mirrored in it, leaves most of it as it was.
    func isMostlyLike(_ other: PageSignature) -> Bool {
        signature.shareOfOtherParts(in: other, dissimilarity: Self.ofPart * ownLimit) < Self.largestShare
    }

    /// The least dissimilarity of a part that counts, to that of pages, and the largest share of such parts: in the
    /// simulated films by which they were chosen, of cameras at rest, lamps changed up to 0.25 of the parts by so much,
    /// and turns 0.47 and more but for one pair of pages (0.31).
    private static let ofPart = 0.57
    private static let largestShare = 0.4

    /// Whether it is known how unlike itself the page may look.
    var knowsItself: Bool { ownDissimilarity != nil }

    /// Learns how unlike itself the page may look, from a signature that is known to be the page's and was taken apart
    /// from the first.
    mutating func learn(from other: PageSignature) {
        ownDissimilarity = max(ownDissimilarity ?? 0, signature.dissimilarity(to: other))
    }

    private var ownLimit: Double { max(Self.factor * (ownDissimilarity ?? 0), Self.minimumDissimilarity) }
}
