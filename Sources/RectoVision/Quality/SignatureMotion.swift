/// A detector of motion on the page, which shows as a change of its signature from a moment ago.
struct SignatureMotion: Sendable {
    /// Whether the last two signatures that were compared match; `nil` if none were compared recently.
    private(set) var isStill: Bool?
    private var former: (signature: PageSignature, time: Double)?
    private var lastVerdict = 0.0
    /// The last results of comparisons while little moved, in no particular order.
    private var verdicts = InlineArray<8, Double>(repeating: 0)
    private var count = 0

    /// The shortest and the longest time between two signatures to compare, in seconds; a longer one says nothing about
    /// current motion.
    private static let minimumInterval = 0.09
    private static let longestInterval = 0.35
    /// How many times as dissimilar as a page at rest a moving one is. Fine patterns and noise make even a page at rest
    /// differ from itself a little.
    private static let factor = 1.6

    /// The dissimilarity at or above which two signatures are different, given the usual one for clearly visible pages.
    ///
    /// No page turn lasts as long as the remembered comparisons: if all of them differed, the page itself varies.
    func dissimilarity(_ usual: Double) -> Double {
        var minimum = Double.infinity
        for index in verdicts.indices { minimum = min(minimum, verdicts[index]) }
        return max(usual, Self.factor * minimum)
    }

    /// - Parameters:
    ///   - usual: The usual dissimilarity at or above which two signatures are different.
    ///   - isQuiet: Whether no large part of the page moved in the previous frame: a page that is being turned does not
    ///     show how much it varies at rest.
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

/// The mean of the last signatures of a still page, which cancels noise.
package struct SignatureAverage: Sendable {
    private var cells = SignatureCells()
    private var count: Int32 = 0
    /// When its first signature was taken, in seconds.
    package private(set) var since = 0.0

    /// The number of signatures after which later ones count more than earlier ones.
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
