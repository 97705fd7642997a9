import RectoCore

/// The time between a shot and the next page, on the clock of ``AutoCapture``.
struct RearmState: Sendable {
    /// The page that was taken or is known; `nil` until a frame has shown it.
    var page: KnownPage?
    /// The page's entry among the known pages; `nil` if it has none.
    var entry: Int?
    /// The caller's number for the page, if any.
    var number: Int?
    /// When this state began, in seconds.
    let since: Double
    /// Whether this state began with a shot, rather than with a page that was already known.
    let isShot: Bool

    /// Whether the page in view may be another one: it was moved, was hidden, or looks different, and has not been
    /// recognized since.
    private(set) var mayBeOther = false
    /// Whether anything, such as a hand over the page or a motion, may have changed it since it was last recognized.
    private(set) var isDisturbed = false
    /// The time since which no page has been in view, in seconds.
    private var absentSince: Double?
    /// Whether the still page in view is another one.
    private var isOther = false
    private var lastSignature = -Double.infinity
    /// Whether the last signature of an undisturbed page was not the page's.
    private var isSuspicious = false

    /// How long after a shot a mostly unchanged page counts as the same, in seconds: a reflection or a finger may go
    /// away.
    private static let lightTime = 1.5
    /// The largest share of its parts that then changes.
    private static let shareOfLight = 0.34
    /// The interval at which the signature of an undisturbed page is compared, in seconds.
    private static let signatureInterval = 0.25
    /// The dissimilarity of one signature at or above which a page is looked at closely, as a share of that of other
    /// pages.
    private static let suspiciousShare = 0.5

    init(_ page: KnownPage?, entry: Int?, number: Int?, since: Double, isShot: Bool) {
        self.page = page
        self.entry = entry
        self.number = number
        self.since = since
        self.isShot = isShot
    }

    /// - Parameter now: The time in seconds.
    func needsSignature(at now: Double) -> Bool {
        isDisturbed || isSuspicious || page?.knowsItself != true || now - lastSignature >= Self.signatureInterval
    }

    /// - Parameters:
    ///   - average: The signature since the page has been still. It is cleared if it is the page's.
    ///   - isStill: Whether nothing moves on the page.
    ///   - dissimilarity: The limit at or above which two signatures are different.
    ///   - now: The time in seconds.
    mutating func follow(
        _ observation: CaptureObservation, _ average: inout SignatureAverage, isStill: Bool, dissimilarity: Double,
        at now: Double
    ) {
        isOther = false
        guard let seen = observation.page else {
            absentSince = absentSince ?? now
            (isDisturbed, mayBeOther) = (true, true)
            return
        }
        absentSince = nil
        let isCovered = !seen.occludedSides.isEmpty
        // A moving page looks different but may still be the same page.
        if !isStill || isCovered { isDisturbed = true }
        if !isStill { mayBeOther = true }
        guard isStill, let latest = observation.signature, let page else { return }
        lastSignature = now
        if !isDisturbed { suspect(page, latest, &average, dissimilarity, at: now) }
        guard average.isSettled, let signature = average.signature else { return }
        isOther = !isPage(page, signature, isCovered: isCovered, dissimilarity, at: now)
        (mayBeOther, isSuspicious) = (isOther, false)
        if isOther, isDisturbed { return }
        if isOther {
            // Nothing has happened that could have changed the page, so it is compared once more.
            (isDisturbed, isOther) = (true, false)
            return
        }
        isDisturbed = isDisturbed && isCovered
        average.clear()
    }

    /// Checks every frame, beginning with the first signature that an undisturbed page is unlikely to have: pages that
    /// replace each other within a frame or two do not move.
    private mutating func suspect(
        _ page: KnownPage, _ latest: PageSignature, _ average: inout SignatureAverage, _ dissimilarity: Double,
        at now: Double
    ) {
        let difference = page.signature.dissimilarity(to: latest)
        if difference >= dissimilarity { mayBeOther = true }
        guard !isSuspicious, difference >= Self.suspiciousShare * dissimilarity else { return }
        isSuspicious = true
        // Not mixed with signatures of before.
        average.clear()
        average.add(latest, at: now)
    }

    /// Whether a signature is the page's, allowing for changes in its look, which are remembered.
    private mutating func isPage(
        _ page: KnownPage, _ signature: PageSignature, isCovered: Bool, _ dissimilarity: Double, at now: Double
    ) -> Bool {
        if page.isLike(signature, dissimilarity) {
            if !isDisturbed { self.page?.learn(from: signature) }
            return true
        }
        // A covered page looks different but may be the same. After a change of light, the new look becomes the page's.
        let maySeemOther = isCovered || !isDisturbed
        let mayShowMore = isShot && now - since < Self.lightTime
        guard
            maySeemOther && page.isMostlyLike(signature)
                || mayShowMore && page.isMostlyLike(signature, Self.shareOfLight)
        else { return false }
        if !isCovered { self.page?.change(to: signature) }
        return true
    }

    /// Whether the next page may be taken.
    ///
    /// - Parameter average: The signature since the page has been still.
    func isOver(_ average: SignatureAverage, at now: Double, absence: Double, changeTime: Double) -> Bool {
        if let absentSince, now - absentSince >= absence { return true }
        return isOther && now - average.since >= changeTime
    }
}
