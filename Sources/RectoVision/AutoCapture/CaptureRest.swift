import RectoCore

/// The time between a shot and the next page, on the clock of ``AutoCapture``.
struct CaptureRest: Sendable {
    /// The page that was taken or is known; nothing until a frame has shown it.
    var page: KnownPage?
    /// In seconds.
    let since: Double
    /// Whether it began with a shot, not with a page that was taken before.
    let isShot: Bool

    /// Whether anything may have happened to the page since it was last seen to be the same: a hand over it, a motion.
    private(set) var isDisturbed = false
    /// Since when no page is in view, and since when another print is, in seconds.
    private var absentSince: Double?
    private var changedSince: Double?
    private var lastPrint = -Double.infinity

    /// For so long after a shot a page that is mostly as it was is the same: a reflection goes, a finger. In seconds.
    private static let lightTime = 1.5
    /// The print of an undisturbed page is looked at every so many seconds.
    private static let printInterval = 0.25

    init(_ page: KnownPage?, since: Double, isShot: Bool) {
        self.page = page
        self.since = since
        self.isShot = isShot
    }

    /// - Parameter now: The time in seconds.
    func needsPrint(at now: Double) -> Bool {
        page == nil || isDisturbed || changedSince != nil || now - lastPrint >= Self.printInterval
    }

    /// - Parameters:
    ///   - isStill: Whether nothing moves on the page.
    ///   - unlikeness: From which on two prints are different.
    ///   - usual: The same for pages that show well.
    ///   - now: The time in seconds.
    mutating func follow(
        _ observation: CaptureObservation, isStill: Bool, unlikeness: Double, usual: Double, at now: Double
    ) {
        guard let seen = observation.page else {
            absentSince = absentSince ?? now
            changedSince = nil
            isDisturbed = true
            return
        }
        absentSince = nil
        guard isStill else {
            // What moves looks otherwise and may be the same all the same.
            changedSince = nil
            isDisturbed = true
            return
        }
        let isCovered = !seen.occludedSides.isEmpty
        if isCovered { isDisturbed = true }
        guard let print = observation.print, let page else { return }
        lastPrint = now
        guard page.isLike(print, unlikeness) else {
            follow(page, otherwise: print, isCovered: isCovered, usual, at: now)
            return
        }
        changedSince = nil
        guard !isCovered else { return }
        if !isDisturbed { self.page?.learn(from: print) }
        isDisturbed = false
    }

    /// Takes note of a print that is not the page's.
    private mutating func follow(
        _ page: KnownPage, otherwise print: PagePrint, isCovered: Bool, _ usual: Double, at now: Double
    ) {
        let maySeemOther = isCovered || isShot && now - since < Self.lightTime
        guard maySeemOther, page.isMostlyLike(print, usual) else {
            changedSince = changedSince ?? now
            return
        }
        // What is covered looks otherwise and may be the same; light that has changed since the shot is how the page looks.
        changedSince = nil
        if !isCovered { self.page = KnownPage(print) }
    }

    /// Whether the next page may be taken.
    func isOver(at now: Double, absence: Double, changeTime: Double) -> Bool {
        if let absentSince, now - absentSince >= absence { return true }
        guard let changedSince else { return false }
        return now - changedSince >= changeTime
    }
}
