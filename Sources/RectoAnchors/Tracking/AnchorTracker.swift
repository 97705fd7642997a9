public import RectoCore
import RectoVision

/// Follows recognized anchors from frame to frame.
///
/// Each anchor's patches are searched for near the place predicted by its motion and, if not found there, near its last
/// place. Frames are compared with the anchor itself, so poses do not drift. A missing anchor is searched for at its
/// last place in the next frames, and dropped after a while.
///
/// A tracker owns its scratch memory and reuses it from frame to frame.
package final class AnchorTracker {
    package struct Parameters: Hashable, Sendable {
        /// Minimum number of patches to follow an anchor, `4...160`. Default 12: with fewer, wrong poses are confirmed
        /// by chance.
        package var minimumPatches = 12
        /// The same as a share of the patches that should be visible, `0...1`. Default 0.45: on a partly covered page,
        /// up to 41 % of the patches confirmed wrong poses.
        package var minimumShare = 0.45
        /// How long a missing anchor is searched for at its last place, `0...10` seconds. Default 0.4: the time of a
        /// passing hand or an out-of-focus frame.
        package var patience = 0.4
        /// Maximum number of anchors followed at once, `1...100`. Default 20.
        package var maximumAnchors = 20

        package init() {}

        func validate() throws(ParameterError) {
            try checkParameter("minimumPatches", minimumPatches, 4...AnchorPicture.patchCount)
            try checkParameter("minimumShare", minimumShare, 0...1)
            try checkParameter("patience", patience, 0...10)
            try checkParameter("maximumAnchors", maximumAnchors, 1...100)
        }
    }

    /// An anchor that is being followed.
    private struct Track {
        let number: Int
        let templates: PatchTemplates
        var homography: Homography
        var predictor: QuadPredictor
        var lastSeen: Double
    }

    /// An out-of-focus anchor has few patches with pixel-accurate matches, but all its places look similar to the
    /// frame. This is not so for a covered anchor or a wrong pose.
    private static let blurred = PatchBounds(patches: 12, share: 0.3, correlation: 0.5)
    /// Smallest distance, in pixels, of a prediction from the last pose at which it is tried as another start.
    private static let minimumMotion = 4.0

    package let parameters: Parameters
    private let refiner = PatchRefiner(.tracking)
    private var tracks: [Track] = []
    private var found: [TrackedAnchor] = []

    /// - Throws: ``ParameterError`` if a field is outside its range.
    package init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
        tracks.reserveCapacity(parameters.maximumAnchors)
        found.reserveCapacity(parameters.maximumAnchors)
    }

    /// Numbers of the followed anchors.
    package var numbers: [Int] { tracks.map(\.number) }

    func isFollowing(_ number: Int) -> Bool { tracks.contains { $0.number == number } }

    /// Begins to follow an anchor, or updates the pose of one already followed.
    ///
    /// - Parameters:
    ///   - number: Any number that identifies the anchor.
    ///   - homography: The map from the anchor's picture to the frame.
    ///   - time: Time of the pose's frame, in seconds.
    /// - Returns: Whether the anchor is followed; false if the maximum number is reached.
    @discardableResult
    package func follow(_ number: Int, _ templates: PatchTemplates, at homography: Homography, time: Double) -> Bool {
        stop(number)
        guard tracks.count < parameters.maximumAnchors, homography.isView(of: templates.picture.size) else {
            return false
        }
        let corners = homography.corners(of: templates.picture.size)
        tracks.append(
            Track(
                number: number, templates: templates, homography: homography,
                predictor: QuadPredictor(corners, at: time), lastSeen: time))
        return true
    }

    /// Stops following an anchor.
    package func stop(_ number: Int) { tracks.removeAll { $0.number == number } }

    /// Finds the followed anchors in the next frame.
    /// - Parameters:
    ///   - frame: A frame of the same size as the ones before.
    ///   - time: Time in seconds.
    /// - Returns: All followed anchors. Lost ones are no longer followed.
    package func track(_ frame: GrayPyramid, at time: Double) -> [TrackedAnchor] {
        found.removeAll(keepingCapacity: true)
        for index in tracks.indices { found.append(step(&tracks[index], in: frame, at: time)) }
        for anchor in found where anchor.state == .lost { stop(anchor.number) }
        return found
    }

    private func step(_ track: inout Track, in frame: GrayPyramid, at time: Double) -> TrackedAnchor {
        let evidence = search(for: track, in: frame, at: time)
        let isSeen = accepts(evidence)
        if isSeen {
            track.homography = evidence.homography
            track.predictor.correct(with: evidence.homography.corners(of: track.templates.picture.size), at: time)
            track.lastSeen = time
        } else {
            // The anchor may reappear anywhere, so its earlier motion is meaningless.
            track.predictor = QuadPredictor(track.homography.corners(of: track.templates.picture.size), at: time)
        }
        let isLost = !isSeen && time - track.lastSeen >= parameters.patience
        return TrackedAnchor(
            number: track.number, state: isSeen ? .seen : isLost ? .lost : .missed, homography: track.homography,
            confirmed: evidence.confirmed, visible: evidence.visible)
    }

    private func search(for track: Track, in frame: GrayPyramid, at time: Double) -> PatchEvidence {
        let size = track.templates.picture.size
        let last = track.homography.corners(of: size)
        let predicted = track.predictor.prediction(at: time)
        let motion = (0..<4).reduce(0) { max($0, predicted[$1].distance(to: last[$1])) }
        if motion > Self.minimumMotion, let start = Homography(from: Quad(size), to: predicted) {
            let evidence = refiner.refine(start.normalised, of: track.templates, in: frame)
            if accepts(evidence) { return evidence }
        }
        return refiner.refine(track.homography, of: track.templates, in: frame)
    }

    private func accepts(_ evidence: PatchEvidence) -> Bool {
        evidence.confirmed >= parameters.minimumPatches
            && (evidence.share >= parameters.minimumShare || Self.blurred.allow(evidence))
    }
}

/// A followed anchor as a frame shows it.
public struct TrackedAnchor: Hashable, Sendable {
    /// The certainty that the anchor is in the frame.
    public enum State: Hashable, Sendable {
        /// Its patches were found in this frame.
        case seen
        /// Not found in this frame, but shortly before. The pose is that of the last frame that showed it.
        case missed
        /// No longer followed. It must be recognized again.
        case lost
    }

    /// The number that it is followed by.
    public let number: Int
    public let state: State
    /// The map from the pixels of the anchor's picture to the frame's.
    public let homography: Homography
    /// Number of patches that confirm the pose, and number of patches that should be visible.
    public let confirmed: Int
    public let visible: Int
}
