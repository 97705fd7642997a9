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

    /// Whether anything, such as a hand over the page or a motion, may have changed it since it was last recognized.
    private(set) var isDisturbed = false
    /// The time since which no page has been in view, in seconds.
    private var absentSince: Double?
    /// Whether the still page in view is another one.
    private var isOther = false
    private var lastSignature = -Double.infinity

    /// How long after a shot a mostly unchanged page counts as the same, in seconds: a reflection or a finger may go
    /// away.
    private static let lightTime = 1.5
    /// The interval at which the signature of an undisturbed page is compared, in seconds.
    private static let signatureInterval = 0.25

    init(_ page: KnownPage?, entry: Int?, number: Int?, since: Double, isShot: Bool) {
        self.page = page
        self.entry = entry
        self.number = number
        self.since = since
        self.isShot = isShot
    }

    /// - Parameter now: The time in seconds.
    func needsSignature(at now: Double) -> Bool {
        isDisturbed || page?.knowsItself != true || now - lastSignature >= Self.signatureInterval
    }

    /// - Parameters:
    ///   - average: The signature since the page has been still. It is cleared if it is the page's.
    ///   - isStill: Whether nothing moves on the page.
    ///   - dissimilarity: The limit from which two signatures are different.
    ///   - now: The time in seconds.
    mutating func follow(
        _ observation: CaptureObservation, _ average: inout SignatureAverage, isStill: Bool, dissimilarity: Double,
        at now: Double
    ) {
        isOther = false
        guard let seen = observation.page else {
            absentSince = absentSince ?? now
            isDisturbed = true
            return
        }
        absentSince = nil
        let isCovered = !seen.occludedSides.isEmpty
        // A moving page looks different but may still be the same page.
        if !isStill || isCovered { isDisturbed = true }
        guard isStill, observation.signature != nil else { return }
        lastSignature = now
        guard average.isSettled, let signature = average.signature, let page else { return }
        isOther = !isPage(page, signature, isCovered: isCovered, dissimilarity, at: now)
        if isOther, isDisturbed { return }
        // If nothing has happened that could have changed the page, it is compared once more.
        isDisturbed = isOther || isDisturbed && isCovered
        isOther = false
        average.clear()
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
        let maySeemOther = isCovered || !isDisturbed || isShot && now - since < Self.lightTime
        guard maySeemOther, page.isMostlyLike(signature) else { return false }
        if !isCovered { self.page = KnownPage(signature) }
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
