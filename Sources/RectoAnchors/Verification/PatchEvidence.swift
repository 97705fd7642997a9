package import RectoCore

/// What an anchor's patches say of a pose.
package struct PatchEvidence: Hashable, Sendable {
    /// From the anchor's picture to the frame.
    package var homography: Homography
    /// Patches found where the pose puts them.
    package var confirmed = 0
    /// Patches that should be seen.
    package var visible = 0
    /// Mean correlation of the visible patches with what is at their place, those below 0 counted as 0.
    ///
    /// Other than the confirmed ones, which are the best within reach, it also falls where something else is seen.
    package var correlation = 0.0

    package init(homography: Homography) { self.homography = homography }

    /// The confirmed ones of the visible.
    package var share: Double { visible > 0 ? Double(confirmed) / Double(visible) : 0 }
}

/// What distinct patches must say for a pose.
struct PatchBounds {
    /// Patches that confirm it.
    let patches: Int
    /// Their share of the visible ones.
    let share: Double
    /// Mean correlation of the visible ones.
    let correlation: Double

    func allow(_ evidence: PatchEvidence) -> Bool {
        evidence.confirmed >= patches && evidence.share >= share && evidence.correlation >= correlation
    }
}
