package import RectoCore

/// What an anchor's patches say of a pose.
package struct PatchEvidence: Hashable, Sendable {
    /// From the anchor's picture to the frame.
    package var homography: Homography
    /// Patches found where the pose puts them.
    package var confirmed: Int
    /// Patches that should be seen.
    package var visible: Int

    /// The confirmed ones of the visible.
    package var share: Double { visible > 0 ? Double(confirmed) / Double(visible) : 0 }
}
