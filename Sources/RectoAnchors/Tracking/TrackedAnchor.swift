public import RectoCore

/// An anchor that is followed, as a frame shows it.
public struct TrackedAnchor: Hashable, Sendable {
    /// How sure it is that the anchor is there.
    public enum State: Hashable, Sendable {
        /// Its patches were found in this frame.
        case seen
        /// Not in this frame, but a moment ago: the pose is that of the last frame that showed it.
        case missed
        /// No longer followed: it must be recognised anew.
        case lost
    }

    /// What it was followed by.
    public let number: Int
    public let state: State
    /// From the pixels of the anchor's picture to the frame's.
    public let homography: Homography
    /// Patches that confirm the pose, and those that should be seen.
    public let confirmed: Int
    public let visible: Int
}
