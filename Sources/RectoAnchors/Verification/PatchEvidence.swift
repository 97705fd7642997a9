package import RectoCore

/// The evidence of an anchor's patches for a pose.
package struct PatchEvidence: Hashable, Sendable {
    /// The map from the anchor's picture to the frame.
    package var homography: Homography
    /// Number of patches found where the pose puts them.
    package var confirmed = 0
    /// Number of patches that should be visible.
    package var visible = 0
    /// Mean correlation of the visible patches with the frame at their places, with negative values counted as 0.
    ///
    /// Unlike the number of confirmed patches, which are the best within reach, it also falls where the frame shows
    /// something else.
    package var correlation = 0.0

    package init(homography: Homography) { self.homography = homography }

    /// Share of the visible patches that are confirmed.
    package var share: Double { visible > 0 ? Double(confirmed) / Double(visible) : 0 }
}

/// Minimum evidence of distinct patches for a pose.
struct PatchBounds {
    /// Number of patches that confirm it.
    let patches: Int
    /// Share of the visible patches.
    let share: Double
    /// Mean correlation of the visible patches.
    let correlation: Double

    func allow(_ evidence: PatchEvidence) -> Bool {
        evidence.confirmed >= patches && evidence.share >= share && evidence.correlation >= correlation
    }
}
