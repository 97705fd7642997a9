/// Whether anything moves on the page: whether its print stays as it was a moment ago.
struct PrintMotion: Sendable {
    /// Whether the last two prints that were compared were of the same; nothing if none were of late.
    private(set) var isStill: Bool?
    private var former: (print: PagePrint, time: Double)?
    private var lastVerdict = 0.0

    /// Prints of fewer seconds apart are not compared, prints of more say nothing of what moves now.
    private static let leastInterval = 0.09
    private static let longestInterval = 0.35

    /// - Parameters:
    ///   - unlikeness: From which on two prints are different.
    ///   - now: The time in seconds.
    mutating func follow(_ print: PagePrint?, unlikeness: Double, at now: Double) {
        if now - lastVerdict > Self.longestInterval { isStill = nil }
        guard let print else { return }
        guard let former, now - former.time <= Self.longestInterval else {
            self.former = (print, now)
            return
        }
        guard now - former.time >= Self.leastInterval else { return }
        isStill = print.unlikeness(to: former.print) < unlikeness
        lastVerdict = now
        self.former = (print, now)
    }
}
