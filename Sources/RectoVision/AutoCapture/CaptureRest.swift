import RectoCore

/// The time between a shot and the next page.
struct CaptureRest: Sendable {
    /// The page that was taken or is known; nothing until a frame has shown it.
    var page: KnownPage?
    let since: Duration
    /// Whether it began with a shot, not with a page that was taken before.
    let isShot: Bool

    /// Since when no page is in view, and since when another print is.
    private var absentSince: Duration?
    private var changedSince: Duration?
    /// Whether anything has happened at the page since: a hand over it, another print.
    private var isDisturbed = false

    init(_ page: KnownPage?, since: Duration, isShot: Bool) {
        self.page = page
        self.since = since
        self.isShot = isShot
    }

    mutating func follow(_ observation: CaptureObservation, sameness: Double) {
        guard let seen = observation.page else {
            absentSince = absentSince ?? observation.time
            isDisturbed = true
            return
        }
        absentSince = nil
        if !seen.occludedSides.isEmpty { isDisturbed = true }
        guard let print = observation.print, var page else { return }
        let isSame = page.isBlank && print.isBlank ? !isDisturbed : page.isShown(by: print, sameness)
        self.page = page
        if isSame {
            changedSince = nil
        } else {
            changedSince = changedSince ?? observation.time
            isDisturbed = true
        }
    }

    func isOver(at time: Duration, absence: Double, changeTime: Double) -> Bool {
        func hasLasted(_ since: Duration?, _ least: Double) -> Bool { since.map { (time - $0).inSeconds >= least } ?? false }
        return hasLasted(absentSince, absence) || hasLasted(changedSince, changeTime)
    }
}
