package import RectoCore

/// Anchors that are looked for together, and pictures with the poses in which they show them.
package struct PlanarSet {
    package struct Picture {
        package var path: String
        /// From the pixels of the anchor, which is named by its path, to the picture's.
        package var poses: [String: Homography] = [:]
        /// Anchors that it shows too little of to be scored.
        package var unscored: Set<String> = []
    }

    package var name: String
    package var anchors: [String] = []
    package var pictures: [Picture] = []
}
