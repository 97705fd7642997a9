/// A page that was taken, with its appearance.
struct KnownPage: Sendable {
    private(set) var signature: PageSignature
    /// How the page looked at first.
    private let first: PageSignature
    /// The largest dissimilarity seen between two views of the page.
    private var ownDissimilarity: Double?

    /// The limit at or above which a page is another one: this multiple of ``ownDissimilarity``, and at least this
    /// dissimilarity.
    private static let factor = 3.0
    private static let minimumDissimilarity = 0.55

    init(_ signature: PageSignature) { (self.signature, first) = (signature, signature) }

    /// Whether a signature is the page's, in any of the four orientations.
    ///
    /// - Parameter dissimilarity: The limit at or above which two pages are different, if nothing is known about this
    ///   one.
    func isLike(_ other: PageSignature, _ dissimilarity: Double) -> Bool {
        let limit = ownDissimilarity == nil ? dissimilarity : min(ownLimit, dissimilarity)
        return signature.dissimilarityInAnyOrientation(to: other, sufficient: limit) < limit
    }

    /// Whether a signature that differs may still be the page's: a hand on the page, or a lamp reflected in it, leaves
    /// most of it unchanged. So it does after several changes, unlike a page that slowly slides over this one.
    ///
    /// - Parameter share: The share of changed parts below which it may be.
    func isMostlyLike(_ other: PageSignature, _ share: Double = largestShare) -> Bool {
        let limit = Self.ofPart * ownLimit
        return signature.shareOfOtherParts(in: other, dissimilarity: limit) < share
            && first.shareOfOtherParts(in: other, dissimilarity: limit) < share
    }

    /// Takes on another look, as after a change of light.
    mutating func change(to look: PageSignature) { (signature, ownDissimilarity) = (look, nil) }

    /// The smallest dissimilarity of a changed part, as a share of that of pages, and the largest share of such parts.
    /// In the simulated videos of cameras at rest from which these were chosen, lamps changed up to 0.25 of the parts
    /// by that much, and page turns 0.47 or more, except for one pair of pages (0.31).
    private static let ofPart = 0.57
    static let largestShare = 0.4

    /// Whether it is known how much the look of the page varies.
    var knowsItself: Bool { ownDissimilarity != nil }

    /// Learns how much the look of the page varies, from a signature that is known to be the page's and was taken
    /// separately from the first.
    mutating func learn(from other: PageSignature) {
        ownDissimilarity = max(ownDissimilarity ?? 0, signature.dissimilarity(to: other))
    }

    private var ownLimit: Double { max(Self.factor * (ownDissimilarity ?? 0), Self.minimumDissimilarity) }
}
