package import RectoCore

/// How well an outline has fitted earlier pages: pages are turned or stacked, so the next one lies where the last one
/// did, whatever is printed on it.
package struct OutlinePrior: Sendable {
    /// Natural logarithm of the odds by which earlier pages favor this outline over one that the detector prefers.
    package private(set) var lead = 0.0
    /// Sum over the detector's runs on this page of how much it preferred the outline to any other.
    private var sum = 0.0
    private var runs = 0
    /// Where and when the detector last found the same outline; `nil` until it first does.
    private var confirmed: (quad: Quad, time: Duration)?

    /// The most that one page can contribute, because all runs on a page err in the same way.
    private static let maximumOfPage = 1.0
    private static let maximum = 3.0

    package init() {}

    /// Records a run of the detector on the page.
    /// - Parameter preference: How much the detector prefers the outline to the best other one, as a logarithm of odds;
    ///   infinite if there is no other.
    package mutating func add(_ preference: Double, for quad: Quad, at time: Duration) {
        if preference == .infinity { confirmed = (quad, time) }
        sum += min(max(preference, -Self.maximumOfPage), Self.maximumOfPage)
        runs += 1
    }

    /// Adds what the runs on this page say to ``lead``, and starts anew for the next page in the same outline.
    package mutating func turnPage() {
        if runs > 0 { lead = min(max(lead + sum / Double(runs), 0), Self.maximum) }
        (sum, runs) = (0, 0)
    }

    /// The prior that applies to the next, still unknown page.
    var ofNextPage: OutlinePrior {
        var next = self
        next.turnPage()
        return next
    }

    /// Where the next page is likely to lie once this one is lost; `nil` if nothing has confirmed the outline recently.
    package func expectedQuad(at time: Duration) -> ExpectedQuad? {
        let lead = ofNextPage.lead
        guard lead > 0, let confirmed, (time - confirmed.time).inSeconds < Self.longestAbsence else { return nil }
        return ExpectedQuad(quad: confirmed.quad, lead: Float(lead))
    }

    /// How long after the last sighting of the outline another page is expected there, in seconds.
    private static let longestAbsence = 4.0
}
