package import RectoCore

/// Anchors that are searched for together, and pictures with their poses.
package struct PlanarSet {
    package struct Picture {
        package var path: String
        /// Homography from an anchor's pixels, keyed by its path, to the picture's.
        package var poses: [String: Homography] = [:]
        /// Anchors that are too small in it to be scored.
        package var unscored: Set<String> = []
    }

    package var name: String
    package var anchors: [String] = []
    package var pictures: [Picture] = []
}
