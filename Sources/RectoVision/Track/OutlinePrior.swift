package import RectoCore

/// How well an outline has stood the test of time: pages are turned or laid on each other, and the next one lies where
/// the last one did, whatever is printed on it.
package struct OutlinePrior: Sendable {
    /// Natural logarithm of the odds that the former pages give the outline over another that the detector prefers.
    package private(set) var lead = 0.0
    /// Sum over the detector's runs on this page: by how much it preferred the outline to any other.
    private var sum = 0.0
    private var runs = 0
    /// Where the detector last found the outline too, and when; `nil` until it did.
    private var confirmed: (quad: Quad, time: Duration)?

    /// What a page may say at most: runs on one page all err in the same way.
    private static let maximumOfPage = 1.0
    private static let maximum = 3.0

    package init() {}

    /// Takes note of a run on the page.
    /// - Parameter preference: Of the outline over the best other one, as a logarithm of odds; infinite if there is
    ///   none.
    package mutating func add(_ preference: Double, for quad: Quad, at time: Duration) {
        if preference == .infinity { confirmed = (quad, time) }
        sum += min(max(preference, -Self.maximumOfPage), Self.maximumOfPage)
        runs += 1
    }

    /// Takes note that the next page lies in the outline.
    package mutating func turnPage() {
        if runs > 0 { lead = min(max(lead + sum / Double(runs), 0), Self.maximum) }
        (sum, runs) = (0, 0)
    }

    /// As it counts for a page that is not known yet.
    var ofNextPage: OutlinePrior {
        var next = self
        next.turnPage()
        return next
    }

    /// Where the next page is likely to lie once this one is lost; `nil` if the outline has not stood any test of late.
    package func expectedQuad(at time: Duration) -> ExpectedQuad? {
        let lead = ofNextPage.lead
        guard lead > 0, let confirmed, (time - confirmed.time).inSeconds < Self.longestAbsence else { return nil }
        return ExpectedQuad(quad: confirmed.quad, lead: Float(lead))
    }

    /// For so long after the outline was seen another page is expected there, in seconds.
    private static let longestAbsence = 4.0
}
