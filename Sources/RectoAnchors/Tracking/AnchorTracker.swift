public import RectoCore
import RectoVision

/// Follows recognised anchors from frame to frame.
///
/// Each anchor's patches are looked for near where the anchor should be by its motion so far; if they are not there, near
/// where it last was. What frames are compared with is the anchor itself, so poses do not drift. An anchor that is not found
/// is looked for again in the next frames, where it last was, and given up after a while.
///
/// A tracker owns its scratch, which is used again from frame to frame.
package final class AnchorTracker {
    package struct Parameters: Hashable, Sendable {
        /// Patches that an anchor needs to be followed; `4...160`. Default 12: below, wrong poses are confirmed by chance.
        package var minimumPatches = 12
        /// The same, as a share of the patches that should be seen, `0...1`. Default 0.45: where something covered a page, up to
        /// 41 % of its patches confirmed wrong poses.
        package var minimumShare = 0.45
        /// For how long an anchor that is not found is looked for where it was, `0...10` seconds. Default 0.4: a hand that
        /// passes, a frame out of focus.
        package var patience = 0.4
        /// Anchors that are followed at once, `1...100`. Default 20.
        package var maximumAnchors = 20

        package init() {}

        func validate() throws(ParameterError) {
            try checkParameter("minimumPatches", minimumPatches, 4...AnchorPicture.patchCount)
            try checkParameter("minimumShare", minimumShare, 0...1)
            try checkParameter("patience", patience, 0...10)
            try checkParameter("maximumAnchors", maximumAnchors, 1...100)
        }
    }

    /// An anchor that is followed.
    private struct Track {
        let number: Int
        let templates: PatchTemplates
        var homography: Homography
        var predictor: QuadPredictor
        var lastSeen: Double
    }

    /// Of an anchor out of focus few patches are found to the pixel, but all places look like it. Where something covers it, and
    /// where a pose is wrong, they do not.
    private static let blurred = PatchBounds(patches: 12, share: 0.3, correlation: 0.5)
    /// How far, in pixels, a prediction must be from the last pose to be another start.
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

    /// The anchors that are followed.
    package var numbers: [Int] { tracks.map(\.number) }

    func isFollowing(_ number: Int) -> Bool { tracks.contains { $0.number == number } }

    /// Begins to follow an anchor, or takes up the new pose of one that is followed.
    ///
    /// - Parameters:
    ///   - number: Any, by which the anchor is told from others.
    ///   - homography: From the anchor's picture to the frames.
    ///   - time: Of the frame that the pose is of, in seconds.
    /// - Returns: Whether it is followed: not if there are already as many as there may be.
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

    /// Follows an anchor no longer.
    package func stop(_ number: Int) { tracks.removeAll { $0.number == number } }

    /// Finds the anchors that are followed in the next frame.
    /// - Parameters:
    ///   - frame: Of the same size as the frames before.
    ///   - time: In seconds.
    /// - Returns: All of them; those that are lost are followed no longer.
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
            // It may come back anywhere: what it did before says nothing.
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
