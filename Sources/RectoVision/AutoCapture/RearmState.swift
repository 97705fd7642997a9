import RectoCore

/// The time between a shot and the next page, on the clock of ``AutoCapture``.
struct RearmState: Sendable {
    /// The page that was taken or is known; `nil` until a frame has shown it.
    var page: KnownPage?
    /// Its entry among the known pages; `nil` if it has none of its own.
    var entry: Int?
    /// The caller's number of it, if it has given one.
    var number: Int?
    /// In seconds.
    let since: Double
    /// Whether it began with a shot, not with a page that was taken before.
    let isShot: Bool

    /// Whether anything may have happened to the page since it was last seen to be the same: a hand over it, a motion.
    private(set) var isDisturbed = false
    /// Since when no page is in view, in seconds.
    private var absentSince: Double?
    /// Whether the page that lies still is another.
    private var isOther = false
    private var lastSignature = -Double.infinity

    /// For so long after a shot a page that is mostly as it was is the same: a reflection goes, a finger. In seconds.
    private static let lightTime = 1.5
    /// The signature of an undisturbed page is compared every so many seconds.
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
    ///   - average: The signature since the page lies still. It is cleared where it is the page's.
    ///   - isStill: Whether nothing moves on the page.
    ///   - dissimilarity: From which on two signatures are different.
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
        // What moves looks otherwise and may be the same all the same.
        if !isStill || isCovered { isDisturbed = true }
        guard isStill, observation.signature != nil else { return }
        lastSignature = now
        guard average.isSettled, let signature = average.signature, let page else { return }
        isOther = !isPage(page, signature, isCovered: isCovered, dissimilarity, at: now)
        if isOther, isDisturbed { return }
        // Where nothing has happened that could have changed it, it is compared once more.
        isDisturbed = isOther || isDisturbed && isCovered
        isOther = false
        average.clear()
    }

    /// Whether a signature is the page's, however it looks now; takes note of how that is.
    private mutating func isPage(
        _ page: KnownPage, _ signature: PageSignature, isCovered: Bool, _ dissimilarity: Double, at now: Double
    ) -> Bool {
        if page.isLike(signature, dissimilarity) {
            if !isDisturbed { self.page?.learn(from: signature) }
            return true
        }
        // What is covered looks otherwise and may be the same; light that has changed is how the page looks.
        let maySeemOther = isCovered || !isDisturbed || isShot && now - since < Self.lightTime
        guard maySeemOther, page.isMostlyLike(signature) else { return false }
        if !isCovered { self.page = KnownPage(signature) }
        return true
    }

    /// Whether the next page may be taken.
    ///
    /// - Parameter average: The signature since the page lies still.
    func isOver(_ average: SignatureAverage, at now: Double, absence: Double, changeTime: Double) -> Bool {
        if let absentSince, now - absentSince >= absence { return true }
        return isOther && now - average.since >= changeTime
    }
}
