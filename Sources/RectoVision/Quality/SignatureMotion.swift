/// Whether anything moves on the page: whether its signature stays as it was a moment ago.
struct SignatureMotion: Sendable {
    /// Whether the last two signatures that were compared were of the same; `nil` if none were of late.
    private(set) var isStill: Bool?
    private var former: (signature: PageSignature, time: Double)?
    private var lastVerdict = 0.0
    /// The last comparisons while little moved, in no order.
    private var verdicts = InlineArray<8, Double>(repeating: 0)
    private var count = 0

    /// Signatures of fewer seconds apart are not compared, signatures of more say nothing of what moves now.
    private static let minimumInterval = 0.09
    private static let longestInterval = 0.35
    /// What moves is this many times as unlike as what is always a little unlike itself: fine patterns, noise.
    private static let factor = 1.6

    /// From which dissimilarity on two signatures are different, if it is the given one for pages that show well.
    ///
    /// No turn of a page is as long as the comparisons that are remembered: if all were unlike, the page is.
    func dissimilarity(_ usual: Double) -> Double {
        var minimum = Double.infinity
        for index in verdicts.indices { minimum = min(minimum, verdicts[index]) }
        return max(usual, Self.factor * minimum)
    }

    /// - Parameters:
    ///   - usual: From which dissimilarity on two signatures are different.
    ///   - isQuiet: Whether no large part of the page moved in the frame before: a page that is turned does not tell
    ///     how unlike itself it always looks.
    ///   - now: The time in seconds.
    mutating func follow(_ signature: PageSignature?, dissimilarity usual: Double, isQuiet: Bool, at now: Double) {
        if now - lastVerdict > Self.longestInterval { isStill = nil }
        guard let signature else { return }
        guard let former, now - former.time <= Self.longestInterval else {
            self.former = (signature, now)
            return
        }
        guard now - former.time >= Self.minimumInterval else { return }
        let difference = signature.dissimilarity(to: former.signature)
        if isQuiet {
            verdicts[count % verdicts.count] = difference
            count += 1
        }
        isStill = difference < dissimilarity(usual)
        lastVerdict = now
        self.former = (signature, now)
    }
}

/// The mean of the last signatures of a page that lies still: noise falls out of it.
package struct SignatureAverage: Sendable {
    private var cells = SignatureCells()
    private var count: Int32 = 0
    /// When its first signature was taken, in seconds.
    package private(set) var since = 0.0

    /// From so many signatures on the later ones count more than the earlier.
    private static let enough: Int32 = 4

    package init() {}

    /// `nil` before the first signature.
    package var signature: PageSignature? { count > 0 ? PageSignature(cells) : nil }
    package var isSettled: Bool { count == Self.enough }

    /// - Parameter now: The time in seconds.
    package mutating func add(_ signature: PageSignature, at now: Double) {
        if count == 0 { since = now }
        count = min(count + 1, Self.enough)
        let mean = isKnownUniquelyReferenced(&cells) ? cells : SignatureCells()
        mean.mix(count == 1 ? signature.cells : cells, signature.cells, share: count)
        cells = mean
    }

    package mutating func clear() { count = 0 }
}
